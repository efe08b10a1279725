/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Small programs of the system stand for launches. */
#include "driver/exec/traps.h"

#include <elf.h>
#include <errno.h>
#include <fcntl.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>

#include "compare/base/memory.h"
#include "driver/exec/spawn.h"

static uint64_t entry_of(const char *path)
{
	Elf64_Ehdr head;
	int fd = open(path, O_RDONLY | O_CLOEXEC);

	assert_int_equal(read(fd, &head, sizeof(head)), sizeof(head));
	close(fd);
	return head.e_entry;
}

/* How the shell's command ends, with a trap of `size` bytes at its entry: a status of
 * waitpid(), or what spawn_process() says. */
static int run_with(const char *command, uint64_t size, struct trap_pointer *pointer)
{
	char *const args[] = { "sh", "-c", (char *)command, NULL };
	uint64_t entry = entry_of("/bin/sh");
	struct trap trap = { entry, size };
	struct traps traps = { .items = &trap,
		.count = 1,
		.pointers = pointer,
		.pointer_count = pointer != NULL,
		.entry = entry };
	struct spawn spawn = { .job.path = "/bin/sh",
		.job.args = args,
		.job.env = environ,
		.cpu = -1,
		.job.traps = &traps };
	pid_t pid = spawn_process(&spawn);
	int status = 0;

	if (pid < 0)
		return pid;
	assert_int_equal(waitpid(pid, &status, 0), pid);
	return status;
}

static int run(const char *command, uint64_t size)
{
	return run_with(command, size, NULL);
}

static void test_code_with_a_trap_ends_the_launch(void **state)
{
	int status = run("exit 3", 1);

	(void)state;
	assert_true(WIFSIGNALED(status));
	assert_int_equal(WTERMSIG(status), SIGTRAP);
	assert_int_equal(run("exit 3", 0), W_EXITCODE(3, 0));
}

static void test_what_could_hide_a_trap_ends_the_launch(void **state)
{
	static const char *const commands[] = {
		"(exit 0)",  /* another process */
		"exec true", /* another program */
		"trap 'echo' TRAP",
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_SIZE(commands); i++) {
		int status = run(commands[i], 0);

		assert_true(WIFSIGNALED(status));
		assert_int_equal(WTERMSIG(status), SIGSYS);
	}
	assert_int_equal(run("trap 'exit 4' USR1; kill -USR1 $$", 0), W_EXITCODE(4, 0));
}

/* Nobody reads the padding in the header of the file. */
static void test_a_pointer_that_leads_elsewhere_needs_its_fault(void **state)
{
	struct trap_pointer pointer = { 8, 0x1234, 4 };
	int status = run_with("trap 'echo' SEGV", 0, &pointer);

	(void)state;
	assert_true(WIFSIGNALED(status));
	assert_int_equal(WTERMSIG(status), SIGSYS);
	assert_int_equal(run_with("exit 3", 0, &pointer), W_EXITCODE(3, 0));
	assert_int_equal(run("trap 'echo' SEGV; exit 4", 0), W_EXITCODE(4, 0));
}

/* The kernel refuses one system call to this process and its children. */
static void refuse(unsigned number)
{
	struct sock_filter code[] = {
		BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr)),
		BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, number, 0, 1),
		BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | EPERM),
		BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
	};
	struct sock_fprog program = { ARRAY_SIZE(code), code };

	assert_int_equal(prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0), 0);
	assert_int_equal(prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program), 0);
}

static void test_without_traps_nothing_runs(void **state)
{
	static const unsigned numbers[] = { SYS_ptrace, SYS_prctl, SYS_pwrite64 };
	int status;

	(void)state;
	for (size_t i = 0; i < ARRAY_SIZE(numbers); i++) {
		pid_t child = fork();

		if (!child) {
			refuse(numbers[i]);
			_exit(run("exit 3", 1) == -EPERM && waitpid(-1, NULL, 0) < 0 ? 0 : 1);
		}
		assert_int_equal(waitpid(child, &status, 0), child);
		assert_int_equal(status, 0);
	}
}

int main(void)
{
#ifdef __x86_64__
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_code_with_a_trap_ends_the_launch),
		cmocka_unit_test(test_what_could_hide_a_trap_ends_the_launch),
		cmocka_unit_test(test_a_pointer_that_leads_elsewhere_needs_its_fault),
		cmocka_unit_test(test_without_traps_nothing_runs),
	};

	/* valgrind does not let its child be traced. */
	return getenv("BD_VALGRIND") ? 0 : cmocka_run_group_tests(tests, NULL, NULL);
#else
	return 0;
#endif
}
