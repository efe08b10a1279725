/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef DRIVER_EXEC_TRAPS_H
#define DRIVER_EXEC_TRAPS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

/* Code that is overwritten, at an address of the file: the loader may move it. */
struct trap {
	uint64_t address, size;
};

/* A pointer to such code, 4 or 8 bytes, that leads elsewhere: where nothing is. */
struct trap_pointer {
	uint64_t address, value;
	uint8_t size;
};

/*
 * Ends a launch that executes such code or reads it through a pointer, whatever else it does:
 * the traps are in its memory before its first instruction, and what could hide one from us
 * ends it as well. On x86-64. docs/decisions/0032-executed-changes.md has the reasons.
 */
struct traps {
	struct trap *items;
	size_t count, capacity;
	struct trap_pointer *pointers;
	size_t pointer_count, pointer_capacity;
	uint64_t entry; /* where the file says that it begins */
};

/* In the child, as the last thing before it executes `file`: only system calls. False with
 * errno set where the kernel allows no traps; the child must not run then. */
bool traps_expect(const struct traps *traps, const char *file);
/* In the thread that started the child. Returns 0, or an errno where it has no traps: then it
 * was ended and reaped. */
int traps_set(const struct traps *traps, pid_t pid);

#endif
