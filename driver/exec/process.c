/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "driver/exec/process.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "compare/base/memory.h"
#include "driver/exec/run_delay.h"
#include "driver/exec/spawn.h"
#include "harness/base/clock.h"

#define SWEEP_PAUSE_MS  2
#define PEAK_BEYOND_KIB 1024
/* A leftover that hangs in the kernel for longer than this, despite SIGKILL, is given up. */
#define SWEEPS_MAX 1500
/* The same for a launch. */
#define KILLED_MS 5000

void process_init(struct process *p, uv_loop_t *loop)
{
	p->cpu = spawn_can_pin(p->cpu) ? p->cpu : -1;
	p->row_fd = p->errors_fd = -1;
	p->sweep->cpus[p->worker] = p->cpu;
	uv_timer_init(loop, &p->timer);
	p->timer.data = p;
}

void process_close(struct process *p)
{
	uv_close((uv_handle_t *)&p->timer, NULL);
}

/*
 * A file in memory that cannot grow beyond `size`: a launch that floods it gets an error from
 * write() instead of the machine's memory. Only pages that are written exist. What is opened by
 * its path is truncated and grows: it has no bound.
 */
static int bounded_file(const char *name, size_t size, bool by_path)
{
	int fd = spawn_raised(memfd_create(name, MFD_CLOEXEC | MFD_ALLOW_SEALING));

	if (fd < 0 || by_path)
		return fd;
	if (ftruncate(fd, (off_t)size) || fcntl(fd, F_ADD_SEALS, F_SEAL_GROW | F_SEAL_SEAL)) {
		close(fd);
		return -1;
	}
	return fd;
}

static size_t output_max(const struct process *p)
{
	return p->job.output == JOB_OUTPUT_ROW ? JOB_ROW_MAX : JOB_OUTPUT_MAX;
}

/* How much was written through the shared descriptor, at most `most`. */
static size_t written(int fd, size_t most)
{
	off_t end = fd < 0 ? 0 : lseek(fd, 0, SEEK_CUR);

	return end < 0 ? 0 : (size_t)end > most ? most : (size_t)end;
}

static size_t output_end(const struct process *p)
{
	struct stat st;

	if (p->job.output != JOB_OUTPUT_BY_PATH)
		return written(p->row_fd, output_max(p));
	return p->row_fd < 0 || fstat(p->row_fd, &st) ? 0 : (size_t)st.st_size;
}

/* The last bytes, at most `max`, of what was written. Freed by the caller. */
static char *read_end(int fd, size_t end, size_t max, size_t *size)
{
	size_t want = end > max ? max : end, used = 0;
	char *text = memory_zeroed(want + 1, 1);
	ssize_t n;

	while (used < want &&
		(n = pread(fd, text + used, want - used, (off_t)(end - want + used))) > 0)
		used += (size_t)n;
	*size = used;
	return text;
}

/* Below RLIMIT_FSIZE, where writing messages would raise SIGXFSZ. */
static size_t errors_room(const struct job_limits *limits)
{
	uint64_t limit = limits->file_kib * 1024;

	return limit && limit <= JOB_STDERR_MAX ? limit - 1 : JOB_STDERR_MAX;
}

static void close_files(struct process *p)
{
	if (p->row_fd >= 0)
		close(p->row_fd);
	if (p->errors_fd >= 0)
		close(p->errors_fd);
	p->row_fd = p->errors_fd = -1;
}

static void finish(struct process *p)
{
	struct job_result result = p->result;
	size_t row_end = output_end(p);
	size_t errors_max = errors_room(&p->job.limits),
	       errors_end = written(p->errors_fd, errors_max);
	AUTO_FREE char *row = read_end(p->row_fd, row_end, output_max(p), &result.row_size);
	AUTO_FREE char *errors =
		read_end(p->errors_fd, errors_end, JOB_ERRORS_MAX, &result.errors_size);

	/* A write() that does not fit is not done in part. */
	result.errors_cut = errors_end + PIPE_BUF * 2 > errors_max;
	result.row = row;
	result.errors = errors;
	close_files(p);
	p->sweep->live[p->worker] = 0;
	p->state = PROCESS_IDLE;
	p->done(p->ctx, p->worker, &result);
}

static void sweep(uv_timer_t *timer)
{
	struct process *p = timer->data;
	unsigned left = sweep_leftovers(p->sweep, p->worker, p->pid, &p->result.leftover);

	if (left && ++p->sweeps < SWEEPS_MAX) {
		uv_timer_start(&p->timer, sweep, SWEEP_PAUSE_MS, 0);
		return;
	}
	if (left)
		sweep_give_up(p->sweep, p->worker, 0);
	p->result.leftover += left;
	finish(p);
}

static void ended(struct process *p)
{
	uv_timer_stop(&p->timer);
	p->state = PROCESS_SWEEPING;
	p->result.wall_ns = bd_clock_ns() - p->started_ns;
}

static uint64_t time_ns(const struct timeval *t)
{
	return (uint64_t)t->tv_sec * 1000000000 + (uint64_t)t->tv_usec * 1000;
}

/* Until exec the child has the driver's memory, whose peak it then keeps as its own: a peak
 * that is not larger says nothing. Both are counted with an error of some pages. */
static void set_usage(struct job_result *result, const struct rusage *used)
{
	struct rusage own = { 0 };

	getrusage(RUSAGE_SELF, &own);
	result->cpu_ns = time_ns(&used->ru_utime) + time_ns(&used->ru_stime);
	result->peak_kib =
		used->ru_maxrss > own.ru_maxrss + PEAK_BEYOND_KIB ? used->ru_maxrss : -1;
}

/* True if it ended in time and the driver is late, because it or the machine was stopped
 * (Ctrl-Z). */
static bool has_ended(const struct process *p)
{
	siginfo_t info = { 0 };

	return waitid(P_PID, (id_t)p->pid, &info, WEXITED | WNOHANG | WNOWAIT) == 0 &&
	       info.si_pid == p->pid;
}

void process_reap(struct process *p)
{
	bool runs = p->state != PROCESS_IDLE && p->state != PROCESS_SWEEPING;
	struct rusage used = { 0 };
	int status = 0;

	if (!runs || !has_ended(p))
		return;
	ended(p);
	p->result.delay_ns = run_delay_ns(p->pid);
	p->result.threads_ns = other_threads_ns(p->pid);
	wait4(p->pid, &status, 0, &used);
	set_usage(&p->result, &used);
	if (p->result.end == JOB_EXITED) {
		p->result.end = WIFSIGNALED(status) ? JOB_SIGNALLED : JOB_EXITED;
		p->result.code = WIFSIGNALED(status) ? WTERMSIG(status) : WEXITSTATUS(status);
		if (WIFEXITED(status) && p->result.code == p->job.fine_code)
			p->result.code = 0;
	}
	/* All launches that have ended get their end time first, as what follows may start the
	 * next one. */
	uv_timer_start(&p->timer, sweep, 0, 0);
}

/* It hangs in the kernel, or a debugger holds it. The run must go on. */
static void on_unending(uv_timer_t *timer)
{
	struct process *p = timer->data;

	if (has_ended(p)) {
		process_reap(p);
		return;
	}
	ended(p);
	p->result.unending = true;
	p->result.leftover++;
	sweep_give_up(p->sweep, p->worker, p->pid);
	sweep(&p->timer);
}

static void kill_tree(struct process *p)
{
	kill(-p->pid, SIGKILL);
	kill(p->pid, SIGKILL);
	p->state = PROCESS_KILLED;
	uv_timer_start(&p->timer, on_unending, KILLED_MS, 0);
}

static void on_grace_over(uv_timer_t *timer)
{
	kill_tree(timer->data);
}

static void terminate(struct process *p)
{
	p->result.end = JOB_TIMEOUT;
	p->state = PROCESS_TERMINATED;
	kill(-p->pid, SIGTERM);
	uv_timer_start(&p->timer, on_grace_over, p->job.grace_ms, 0);
}

static void on_deadline(uv_timer_t *timer)
{
	struct process *p = timer->data;

	if (has_ended(p))
		process_reap(p);
	else
		terminate(p);
}

void process_cancel(struct process *p)
{
	if (p->state == PROCESS_RUNNING)
		p->result.end = JOB_CANCELLED;
	if (p->state == PROCESS_RUNNING || p->state == PROCESS_TERMINATED) {
		uv_timer_stop(&p->timer);
		kill_tree(p);
	}
}

/* The process id or a negated errno. */
static pid_t spawn_launch(struct process *p)
{
	bool prints = p->job.output == JOB_OUTPUT_STDOUT;
	struct spawn launch = { .job = p->job,
		.out_fd = prints ? p->row_fd : 0,
		.row_fd = prints ? 0 : p->row_fd,
		.errors_fd = p->errors_fd,
		.cpu = p->job.anywhere ? -1 : p->cpu,
		.cpus = p->cpus };
	pid_t pid;

	p->started_ns = bd_clock_ns();
	pid = spawn_process(&launch);
	p->result.cpu = launch.cpu;
	return pid;
}

static void on_not_run(uv_timer_t *timer)
{
	finish(timer->data);
}

static void not_run(struct process *p, int error)
{
	p->result.end = JOB_NOT_RUN;
	p->result.code = error;
	p->state = PROCESS_SWEEPING;
	uv_timer_start(&p->timer, on_not_run, 0, 0);
}

static void start_process(struct process *p)
{
	pid_t pid;

	p->result = (struct job_result){
		.cpu = -1, .timeout_ms = p->job.timeout_ms, .peak_kib = -1
	};
	p->sweeps = 0;
	p->pid = 0;
	p->state = PROCESS_RUNNING;
	p->row_fd =
		bounded_file("bdriver-row", output_max(p), p->job.output == JOB_OUTPUT_BY_PATH);
	p->errors_fd = bounded_file("bdriver-errors", errors_room(&p->job.limits), false);
	if (p->row_fd < 0 || p->errors_fd < 0) {
		not_run(p, errno);
		return;
	}
	pid = spawn_launch(p);
	if (pid < 0) {
		not_run(p, -pid);
		return;
	}
	p->pid = pid;
	p->sweep->live[p->worker] = pid;
	/* Loop time is cached and the start took a while: a stale time would shorten the
	 * deadline. */
	uv_update_time(p->timer.loop);
	uv_timer_start(&p->timer, on_deadline, p->job.timeout_ms, 0);
}

void process_start(struct process *p, const struct job *job)
{
	p->job = *job;
	p->job.turn_fd = job->turn_fd ? spawn_raised(job->turn_fd) : 0;
	start_process(p);
	/* So that the other launch sees the end of the stream when this one ends. */
	if (p->job.turn_fd)
		close(p->job.turn_fd);
}
