/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef DRIVER_CODE_REGISTRATIONS_H
#define DRIVER_CODE_REGISTRATIONS_H

#include "driver/code/description.h"
#include "driver/code/emulator.h"

/* A benchmark, or a family of them, that a constructor has registered. */
struct registration {
	uint64_t object; /* while it is emulated */
	char *name;
	struct description description; /* of what it runs and is registered with */
	bool complete;
};

struct registrations {
	struct registration *items; /* in the order in which they are made */
	size_t count, capacity;
	uint64_t *library; /* functions of the framework that the program itself holds */
	size_t library_count, library_capacity;
};

/* Of the object, with a copy of the name. */
struct registration *registrations_add(
	struct registrations *all, uint64_t object, const char *name);
/* NULL: there is none. */
struct registration *registrations_find(struct registrations *all, uint64_t object);
void registrations_set_name(struct registration *r, const char *name);
/* Forgets all behind the first `count`, and those that are not complete. */
void registrations_shorten(struct registrations *all, size_t count);
void registrations_drop_incomplete(struct registrations *all);
void registrations_release(struct registrations *all);

/* The function that is being called is the framework's. */
void registrations_note_library(struct registrations *all, const struct emulator *emulator);

/* A text of the emulated program, to be freed; NULL: it is not known. size: UINT64_MAX for up
 * to its NUL. */
char *emulated_text(struct emulator *emulator, uint64_t address, uint64_t size);
/* That of a std::string. */
char *emulated_string(struct emulator *emulator, uint64_t address);

#endif
