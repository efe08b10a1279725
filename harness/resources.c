/* SPDX-License-Identifier: MIT */
#include "harness/resources.h"

#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <time.h>
#include <unistd.h>

#include "harness/base/clock.h"

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
static int64_t read_run_delay(void)
{
	char text[128], *end;

	if (read_file("/proc/self/schedstat", text, sizeof(text)) != 0)
		return -1;
	strtoll(text, &end, 10);
	return *end == ' ' ? strtoll(end, NULL, 10) : -1;
}

static int64_t read_cpu(void)
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

void bd_resources_begin(struct bd_resources *start)
{
	start->migrations = read_migrations();
	start->run_delay_ns = read_run_delay();
	read_usage(start);
	/* First CPU, then wall, here and at the end: each span then includes one read of the
	 * CPU clock (a system call), and their ratio is right for short phases too. */
	start->cpu_ns = read_cpu();
	start->wall_ns = (int64_t)bd_clock_ns();
}

/* -1 if one of the two is not known. */
static int64_t difference(int64_t end, int64_t start)
{
	return end < 0 || start < 0 ? -1 : end - start;
}

void bd_resources_end(struct bd_resources *used, const struct bd_resources *start)
{
	struct bd_resources end;

	end.cpu_ns = read_cpu();
	end.wall_ns = (int64_t)bd_clock_ns();
	read_usage(&end);
	end.run_delay_ns = read_run_delay();
	end.migrations = read_migrations();
	used->cpu_ns = difference(end.cpu_ns, start->cpu_ns);
	used->wall_ns = difference(end.wall_ns, start->wall_ns);
	used->voluntary_switches =
		difference(end.voluntary_switches, start->voluntary_switches);
	used->involuntary_switches =
		difference(end.involuntary_switches, start->involuntary_switches);
	used->minor_faults = difference(end.minor_faults, start->minor_faults);
	used->major_faults = difference(end.major_faults, start->major_faults);
	used->run_delay_ns = difference(end.run_delay_ns, start->run_delay_ns);
	used->migrations = difference(end.migrations, start->migrations);
}

static void add(int64_t *sum, int64_t value)
{
	*sum = *sum < 0 || value < 0 ? -1 : *sum + value;
}

void bd_resources_add(struct bd_resources *sum, const struct bd_resources *used)
{
	add(&sum->cpu_ns, used->cpu_ns);
	add(&sum->wall_ns, used->wall_ns);
	add(&sum->voluntary_switches, used->voluntary_switches);
	add(&sum->involuntary_switches, used->involuntary_switches);
	add(&sum->minor_faults, used->minor_faults);
	add(&sum->major_faults, used->major_faults);
	add(&sum->run_delay_ns, used->run_delay_ns);
	add(&sum->migrations, used->migrations);
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
