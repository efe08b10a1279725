/* SPDX-License-Identifier: MIT */
#include "harness/resources.h"

#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <time.h>
#include <unistd.h>

#include "harness/base/clock.h"

/* A sample that slept for less than 1/SLEEP_SHARE of its time did not wait for another process.
 */
#define SLEEP_SHARE 100

/* Reads a small file of /proc into text. Returns 0, or -1 where it cannot be read. */
static int read_file(const char *path, char *text, size_t size)
{
	int fd = open(path, O_RDONLY | O_CLOEXEC);
	ssize_t n;

	if (fd < 0)
		return -1;
	/* One read gets the whole text; a second one would cost as much again. */
	n = read(fd, text, size - 1);
	text[n > 0 ? n : 0] = '\0';
	close(fd);
	return n > 0 ? 0 : -1;
}

/* The number after "KEY :" or "KEY:" at the start of a line; -1 if there is none. */
static int64_t number_of(const char *text, const char *key)
{
	size_t n = strlen(key);

	for (const char *line = text; line; line = strchr(line, '\n')) {
		line += *line == '\n';
		if (strncmp(line, key, n) == 0 && strchr(" \t:", line[n])) {
			line += n + strspn(line + n, " \t:");
			return strtoll(line, NULL, 10);
		}
	}
	return -1;
}

static int64_t read_migrations(void)
{
	char text[8192];

	/* Only kernels with CONFIG_SCHED_DEBUG have it. */
	return read_file("/proc/self/sched", text, sizeof(text)) == 0
		       ? number_of(text, "se.nr_migrations")
		       : -1;
}

/* "time on the CPU, time ready but waiting (both ns), time slices" */
static int64_t read_run_delay(int fd)
{
	char text[128], *end;
	ssize_t n = fd < 0 ? -1 : pread(fd, text, sizeof(text) - 1, 0);

	if (n <= 0)
		return -1;
	text[n] = '\0';
	strtoll(text, &end, 10);
	return *end == ' ' ? strtoll(end, NULL, 10) : -1;
}

int64_t bd_cpu_ns(void)
{
	struct timespec t;

	if (clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t) != 0)
		return -1;
	return (int64_t)t.tv_sec * 1000000000 + t.tv_nsec;
}

static void read_usage(struct bd_resources *now)
{
	struct rusage usage;

	if (getrusage(RUSAGE_SELF, &usage) != 0) {
		now->voluntary_switches = now->involuntary_switches = -1;
		now->minor_faults = now->major_faults = -1;
		return;
	}
	now->voluntary_switches = usage.ru_nvcsw;
	now->involuntary_switches = usage.ru_nivcsw;
	now->minor_faults = usage.ru_minflt;
	now->major_faults = usage.ru_majflt;
}

/* Reading it takes as long as all others together. It is read once, as a launch that waits for
 * its turn does not migrate. */
void bd_meter_open(struct bd_meter *meter)
{
	*meter = (struct bd_meter){ .run_delay_fd = open(
					    "/proc/self/schedstat", O_RDONLY | O_CLOEXEC) };
	meter->start.migrations = read_migrations();
}

void bd_meter_begin(struct bd_meter *meter)
{
	struct bd_resources *start = &meter->start;

	start->run_delay_ns = read_run_delay(meter->run_delay_fd);
	read_usage(start);
	/* First CPU, then wall, here and at the end: each span then includes one read of the
	 * CPU clock (a system call), and their ratio is right for short phases too. */
	start->cpu_ns = bd_cpu_ns();
	start->wall_ns = (int64_t)bd_clock_ns();
}

/* -1 if one of the two is not known. */
static int64_t difference(int64_t end, int64_t start)
{
	return end < 0 || start < 0 ? -1 : end - start;
}

/* Not known in one phase: not known. */
static void add(int64_t *sum, int64_t end, int64_t start)
{
	int64_t more = difference(end, start);

	*sum = *sum < 0 || more < 0 ? -1 : *sum + more;
}

void bd_meter_end(struct bd_meter *meter)
{
	struct bd_resources end, *used = &meter->used;
	const struct bd_resources *start = &meter->start;

	end.cpu_ns = bd_cpu_ns();
	end.wall_ns = (int64_t)bd_clock_ns();
	read_usage(&end);
	end.run_delay_ns = read_run_delay(meter->run_delay_fd);
	add(&used->cpu_ns, end.cpu_ns, start->cpu_ns);
	add(&used->wall_ns, end.wall_ns, start->wall_ns);
	add(&used->voluntary_switches, end.voluntary_switches, start->voluntary_switches);
	add(&used->involuntary_switches, end.involuntary_switches, start->involuntary_switches);
	add(&used->minor_faults, end.minor_faults, start->minor_faults);
	add(&used->major_faults, end.major_faults, start->major_faults);
	add(&used->run_delay_ns, end.run_delay_ns, start->run_delay_ns);
}

void bd_meter_close(struct bd_meter *meter)
{
	meter->used.migrations = difference(read_migrations(), meter->start.migrations);
	if (meter->run_delay_fd >= 0)
		close(meter->run_delay_fd);
	meter->run_delay_fd = -1;
}

static int64_t read_voluntary_switches(void)
{
	struct bd_resources now;

	read_usage(&now);
	return now.voluntary_switches;
}

void bd_sample_begin(struct bd_sample_usage *usage, const struct bd_meter *meter)
{
	usage->voluntary_switches = read_voluntary_switches();
	usage->run_delay_ns = read_run_delay(meter->run_delay_fd);
	usage->cpu_ns = bd_cpu_ns();
}

/* Time that nothing accounts for, and a voluntary switch: it waited for something. */
static int has_slept(const struct bd_sample_usage *before, int64_t slept_ns, int64_t wall_ns)
{
	return slept_ns > wall_ns / SLEEP_SHARE &&
	       read_voluntary_switches() != before->voluntary_switches;
}

int64_t bd_sample_delay(
	const struct bd_sample_usage *before, const struct bd_meter *meter, int64_t wall_ns)
{
	int64_t off_cpu_ns = wall_ns - difference(bd_cpu_ns(), before->cpu_ns);
	int64_t delay_ns =
		difference(read_run_delay(meter->run_delay_fd), before->run_delay_ns);

	/* A delay before or after the sample does not count; nor does one by its threads. */
	if (delay_ns > off_cpu_ns)
		delay_ns = off_cpu_ns;
	return delay_ns > 0 && !has_slept(before, off_cpu_ns - delay_ns, wall_ns) ? delay_ns
										  : 0;
}

int64_t bd_peak_kib(void)
{
	char text[4096];

	return read_file("/proc/self/status", text, sizeof(text)) == 0
		       ? number_of(text, "VmHWM")
		       : -1;
}

void bd_peak_reset(void)
{
	int fd = open("/proc/self/clear_refs", O_WRONLY | O_CLOEXEC);

	if (fd < 0)
		return;
	/* Without the right, the peak includes the start of the program. */
	if (write(fd, "5", 1) != 1)
		(void)0;
	close(fd);
}
