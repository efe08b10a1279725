/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Method: the child asks to be traced, so it stops in exec. The driver writes INT3 into its
 * memory and lets it go; from then on nothing is traced. A filter of system calls, which the
 * program cannot take off, ends it where it would execute code in another process, or could
 * survive SIGTRAP. The kernel itself sees to it that SIGTRAP cannot be blocked or ignored.
 */
#include "driver/exec/traps.h"

#include <elf.h>
#include <errno.h>
#include <fcntl.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/ptrace.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "compare/base/memory.h"
#include "driver/base/child.h"

#define INT3        0xCC
#define AUXV_MAX    64
#define PAGE        4096
#define TEXT_OF_PID 32

#ifdef __x86_64__

#define X32_BIT      0x40000000
#define LOAD(member) BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, member))
#define LOAD_HIGH(n) \
	BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, args[n]) + 4)
#define SKIP_IF(op, k, count)     BPF_JUMP(BPF_JMP | (op) | BPF_K, (k), (count), 0)
#define SKIP_UNLESS(op, k, count) BPF_JUMP(BPF_JMP | (op) | BPF_K, (k), 0, (count))
#define END                       BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_KILL_PROCESS)
#define ALLOW                     BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW)
#define REFUSE(error)             BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | (error))
#define END_AT(number)            SKIP_UNLESS(BPF_JEQ, number, 1), END

/* ends: a signal that ends the launch beside SIGTRAP. */
static bool filter(const char *file, uint32_t ends)
{
	const uint64_t path = (uintptr_t)file;
	struct sock_filter code[] = {
		LOAD(arch),
		SKIP_IF(BPF_JEQ, AUDIT_ARCH_X86_64, 1),
		END,
		LOAD(nr),
		SKIP_UNLESS(BPF_JGE, X32_BIT, 1),
		END,
		/* Another process. */
		END_AT(SYS_fork),
		END_AT(SYS_vfork),
		/* Its flags cannot be seen: the C library then takes clone(). */
		SKIP_UNLESS(BPF_JEQ, SYS_clone3, 1),
		REFUSE(ENOSYS),
		SKIP_UNLESS(BPF_JEQ, SYS_clone, 4),
		LOAD(args[0]),
		SKIP_IF(BPF_JSET, CLONE_THREAD, 1),
		END,
		ALLOW,
		/* Another program, which has no traps; the first one is the launch's own. */
		END_AT(SYS_execveat),
		SKIP_UNLESS(BPF_JEQ, SYS_execve, 6),
		LOAD(args[0]),
		SKIP_UNLESS(BPF_JEQ, (uint32_t)path, 2),
		LOAD_HIGH(0),
		SKIP_IF(BPF_JEQ, (uint32_t)(path >> 32), 1),
		END,
		ALLOW,
		/* SIGTRAP is handled, or goes to a tracer. Asking for the handler is fine. */
		END_AT(SYS_ptrace),
		SKIP_UNLESS(BPF_JEQ, SYS_rt_sigaction, 9),
		LOAD(args[0]),
		SKIP_IF(BPF_JEQ, ends, 1),
		SKIP_UNLESS(BPF_JEQ, SIGTRAP, 5),
		LOAD(args[1]),
		SKIP_UNLESS(BPF_JEQ, 0, 2),
		LOAD_HIGH(1),
		SKIP_IF(BPF_JEQ, 0, 1),
		END,
		ALLOW,
		/* Code is changed, so traps may be overwritten. */
		SKIP_IF(BPF_JEQ, SYS_mprotect, 1),
		SKIP_UNLESS(BPF_JEQ, SYS_pkey_mprotect, 4),
		LOAD(args[2]),
		SKIP_UNLESS(BPF_JSET, PROT_EXEC, 1),
		END,
		ALLOW,
		/* A signal comes by the time, at another place in each launch. */
		END_AT(SYS_setitimer),
		END_AT(SYS_alarm),
		END_AT(SYS_timer_create),
		ALLOW,
	};
	struct sock_fprog program = { ARRAY_SIZE(code), code };

	return prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0 &&
	       prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program) == 0;
}

#else

static bool filter(const char *file, uint32_t ends)
{
	(void)file, (void)ends;
	errno = ENOSYS;
	return false;
}

#endif

bool traps_expect(const struct traps *traps, const char *file)
{
	return ptrace(PTRACE_TRACEME, 0, NULL, NULL) == 0 &&
	       filter(file, traps->pointer_count ? SIGSEGV : SIGTRAP);
}

static int open_of(pid_t pid, const char *name, int how)
{
	char path[TEXT_OF_PID];

	snprintf(path, sizeof(path), "/proc/%d/%s", (int)pid, name);
	return open(path, how | O_CLOEXEC);
}

/* By how much the loader has moved the program. */
static bool find_bias(const struct traps *traps, pid_t pid, uint64_t *bias)
{
	Elf64_auxv_t items[AUXV_MAX];
	int fd = open_of(pid, "auxv", O_RDONLY);
	ssize_t size = fd < 0 ? 0 : read(fd, items, sizeof(items));

	if (fd >= 0)
		close(fd);
	for (ssize_t i = 0; i < size / (ssize_t)sizeof(*items); i++)
		if (items[i].a_type == AT_ENTRY) {
			*bias = items[i].a_un.a_val - traps->entry;
			return true;
		}
	return false;
}

static bool write_trap(int memory, uint64_t address, uint64_t left)
{
	unsigned char bytes[PAGE];
	ssize_t n;

	memset(bytes, INT3, sizeof(bytes));
	for (; left; address += (uint64_t)n, left -= (uint64_t)n) {
		n = pwrite(memory, bytes, left < PAGE ? left : PAGE, (off_t)address);
		if (n <= 0)
			return false;
	}
	return true;
}

static bool write_all(const struct traps *traps, pid_t pid)
{
	uint64_t bias = 0;
	bool fine = find_bias(traps, pid, &bias);
	int memory = fine ? open_of(pid, "mem", O_WRONLY) : -1;

	fine = memory >= 0;
	for (size_t i = 0; i < traps->pointer_count && fine; i++) {
		const struct trap_pointer *p = &traps->pointers[i];

		fine = pwrite(memory, &p->value, p->size, (off_t)(p->address + bias)) ==
		       p->size;
	}
	for (size_t i = 0; i < traps->count && fine; i++)
		fine = write_trap(memory, traps->items[i].address + bias, traps->items[i].size);
	if (memory >= 0)
		close(memory);
	return fine;
}

int traps_set(const struct traps *traps, pid_t pid)
{
	int status = child_wait(pid);

	if (!WIFSTOPPED(status))
		return ENOEXEC;
	if (WSTOPSIG(status) == SIGTRAP && write_all(traps, pid) &&
		ptrace(PTRACE_DETACH, pid, NULL, NULL) == 0)
		return 0;
	kill(pid, SIGKILL);
	child_wait(pid);
	return EPERM;
}
