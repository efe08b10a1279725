/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "driver/machine/watch.h"

#include <errno.h>
#include <math.h>
#include <pthread.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <time.h>
#include <unistd.h>

#include "compare/base/memory.h"
#include "compare/log/core_floor.h"
#include "compare/stats/quantile.h"
#include "driver/base/file_text.h"
#include "driver/machine/reference_work.h"
#include "harness/base/clock.h"
#include "harness/base/core.h"

#define PAUSE_NS        5000000
#define REFERENCE_EVERY 4 /* wake-ups */
#define STEP_READS      100000

/* A thread and its observations of what each CPU shows. */
struct watcher {
	pthread_t thread;
	int cpu;
	uint64_t until_ns;
	size_t capacity;
	struct {
		double *values;
		size_t count;
	} seen[WATCHED_COUNT];
};

static void see(struct watcher *w, enum watched what, double value)
{
	w->seen[what].values[w->seen[what].count++] = value;
}

static void read_counters(struct watch_counters *c)
{
	AUTO_FREE char *stat = file_text("/proc/stat", NULL);
	AUTO_FREE char *interrupts = file_text("/proc/interrupts", NULL);

	watch_parse_stat(c, stat ? stat : "");
	watch_parse_interrupts(c, interrupts ? interrupts : "");
}

/* In kHz; NAN where the machine does not show it. */
static double read_frequency(int cpu)
{
	char path[96];
	AUTO_FREE char *text = NULL;
	char *end;
	double khz = NAN;

	snprintf(path, sizeof(path), "/sys/devices/system/cpu/cpu%d/cpufreq/scaling_cur_freq",
		cpu);
	text = file_text(path, NULL);
	if (text)
		khz = strtod(text, &end);
	if (text && end == text)
		khz = NAN;
	return khz;
}

static uint64_t sleep_until(uint64_t when_ns)
{
	const struct timespec when = { (time_t)(when_ns / 1000000000),
		(long)(when_ns % 1000000000) };

	while (clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &when, NULL) == EINTR)
		;
	return bd_clock_ns();
}

static double probe_core(void)
{
	struct bd_core_times times = bd_core_run();

	return times.wide_ns / times.chain_ns;
}

static void *run_watcher(void *given)
{
	struct watcher *w = given;
	uint64_t now = bd_clock_ns();
	size_t count = 0;

	/* At least once: on a very busy machine the time may be over before it begins. */
	do {
		uint64_t due = now + PAUSE_NS;
		double khz;

		now = sleep_until(due);
		see(w, WATCHED_CORE, probe_core());
		see(w, WATCHED_WAKE_UP, (double)(now - due) / 1e3);
		if (++count % REFERENCE_EVERY == 0) {
			khz = read_frequency(w->cpu);
			see(w, WATCHED_REFERENCE, reference_work_run());
			if (!isnan(khz))
				see(w, WATCHED_FREQUENCY, khz);
		}
		now = bd_clock_ns();
	} while (now < w->until_ns && count < w->capacity);
	return NULL;
}

static int start_watcher(struct watcher *w, int cpu, int64_t duration_ns)
{
	pthread_attr_t attributes;
	cpu_set_t set;
	int rc;

	w->cpu = cpu;
	w->capacity = (size_t)(duration_ns / PAUSE_NS) + 2;
	for (int i = 0; i < WATCHED_COUNT; i++)
		w->seen[i].values = memory_zeroed(w->capacity, sizeof(double));
	w->until_ns = bd_clock_ns() + (uint64_t)duration_ns;
	CPU_ZERO(&set);
	CPU_SET(cpu, &set);
	pthread_attr_init(&attributes);
	pthread_attr_setaffinity_np(&attributes, sizeof(set), &set);
	rc = pthread_create(&w->thread, &attributes, run_watcher, w);
	pthread_attr_destroy(&attributes);
	return rc;
}

/* Per cent of the probes. One probe in twenty may have been interrupted and be too low, so the
 * 5th percentile is the floor. */
static double core_shared(const double *sorted, size_t count)
{
	double floor = quantile_r7(sorted, count, 0.05);
	size_t shared = 0;

	while (shared < count && sorted[count - 1 - shared] > CORE_SHARED * floor)
		shared++;
	return 100 * (double)shared / (double)count;
}

static double judge_seen(enum watched what, const double *sorted, size_t count)
{
	switch (what) {
	case WATCHED_CORE:
		return core_shared(sorted, count);
	case WATCHED_WAKE_UP:
		return quantile_r7(sorted, count, 0.99);
	case WATCHED_REFERENCE:
		return *sorted > 0 ? 100 * (quantile_r7(sorted, count, 0.9) / *sorted - 1)
				   : NAN;
	default:
		return 100 * (sorted[count - 1] - *sorted) / quantile_median(sorted, count);
	}
}

/* The worst of the CPUs. fmax() takes the other one where one is NAN. */
static void judge_watcher(struct watch *watch, struct watcher *w)
{
	for (int i = 0; i < WATCHED_COUNT; i++) {
		double *values = w->seen[i].values;
		size_t count = w->seen[i].count;

		if (!count)
			continue;
		quantile_sort(values, count);
		watch->values[i] =
			fmax(watch->values[i], judge_seen((enum watched)i, values, count));
	}
}

static void judge_counters(struct watch *watch, const struct watch_counters *a,
	const struct watch_counters *b, double own_seconds)
{
	double all = b->all - a->all, *v = watch->values;
	double own = own_seconds * (double)sysconf(_SC_CLK_TCK);

	if (a->all >= 0 && b->all >= 0 && all > 0) {
		v[WATCHED_STEAL] = 100 * (b->steal - a->steal) / all;
		v[WATCHED_OTHERS] = fmax(0, 100 * (b->busy - a->busy - own) / all);
	}
	for (unsigned i = 0; i < a->cpu_count && i < b->cpu_count; i++)
		v[WATCHED_INTERRUPTS] = fmax(v[WATCHED_INTERRUPTS],
			(double)(b->interrupts[i] - a->interrupts[i]) / watch->seconds);
}

static double own_seconds(void)
{
	struct rusage u;

	getrusage(RUSAGE_SELF, &u);
	return (double)(u.ru_utime.tv_sec + u.ru_stime.tv_sec) +
	       (double)(u.ru_utime.tv_usec + u.ru_stime.tv_usec) / 1e6;
}

static void release_watchers(struct watcher *watchers, size_t count)
{
	for (size_t i = 0; i < count; i++)
		for (int k = 0; k < WATCHED_COUNT; k++)
			free(watchers[i].seen[k].values);
	free(watchers);
}

int watch_machine(struct watch *watch, const struct topology *topology, int64_t duration_ns,
	struct err *e)
{
	size_t count = topology->cpu_count, started = 0;
	struct watcher *watchers;
	struct watch_counters before, after;
	uint64_t begin;
	double own;
	int rc = 0;

	if (count > WATCH_CPUS_MAX)
		count = WATCH_CPUS_MAX;
	for (int i = 0; i < WATCHED_COUNT; i++)
		watch->values[i] = NAN;
	watch->values[WATCHED_CLOCK_STEP] = bd_clock_step_ns(STEP_READS);
	watchers = memory_zeroed(count, sizeof(*watchers));
	begin = bd_clock_ns();
	own = own_seconds();
	read_counters(&before);
	while (!rc && started < count) {
		rc = start_watcher(
			&watchers[started], topology->cpus[started].cpu, duration_ns);
		started += !rc;
	}
	for (size_t i = 0; i < started; i++)
		pthread_join(watchers[i].thread, NULL);
	read_counters(&after);
	watch->seconds = (double)(bd_clock_ns() - begin) / 1e9;
	for (size_t i = 0; i < started; i++)
		judge_watcher(watch, &watchers[i]);
	judge_counters(watch, &before, &after, own_seconds() - own);
	release_watchers(watchers, count);
	free(before.interrupts);
	free(after.interrupts);
	if (rc)
		return bd_err(
			e, "no thread can be started to watch the machine: %s", strerror(rc));
	return 0;
}

const struct watched_info watched_infos[WATCHED_COUNT] = {
	[WATCHED_CLOCK_STEP] = { "clock step", "ns",
		"a coarse clock hides small differences: boot with clocksource=tsc if the "
		"machine allows it",
		2000 },
	[WATCHED_WAKE_UP] = { "wake-up jitter", "us",
		"programs wake late, because CPUs are busy or in deep sleep: end other "
		"programs, or limit idle states (cpupower idle-set -D 10)",
		1000 },
	[WATCHED_STEAL] = { "steal", "%",
		"the hypervisor gives CPU time to other guests: measure when they are quiet, "
		"or on another machine",
		2 },
	[WATCHED_OTHERS] = { "other programs", "%",
		"other programs use the CPUs: end them (see top), or wait", 10 },
	[WATCHED_INTERRUPTS] = { "interrupts", "/s",
		"one CPU handles many interrupts: keep them off the CPUs of the workers "
		"(/proc/irq/*/smp_affinity), or stop their source",
		20000 },
	[WATCHED_FREQUENCY] = { "frequency range", "%",
		"the clock rate follows load and heat: cpupower frequency-set -g performance, "
		"and turbo off",
		10 },
	[WATCHED_CORE] = { "core shared", "%",
		"another guest or program uses the same core: bdriver marks and "
		"repeats such launches; use paired runs, or a machine of your own",
		20 },
	[WATCHED_REFERENCE] = { "reference work", "%",
		"the same work sometimes takes longer: something shares core, cache or memory; "
		"use paired runs",
		15 },
};

bool watched_disturbs(enum watched what, double value)
{
	return value > watched_infos[what].limit;
}

/* "cpu user nice system idle iowait irq softirq steal guest guest_nice"; guest is in user. */
void watch_parse_stat(struct watch_counters *c, const char *text)
{
	double ticks[8];
	char *end;

	c->busy = c->steal = c->all = -1;
	if (strncmp(text, "cpu ", 4) != 0)
		return;
	text += 4;
	for (int i = 0; i < 8; i++) {
		ticks[i] = strtod(text, &end);
		if (end == text)
			return;
		text = end;
	}
	c->busy = ticks[0] + ticks[1] + ticks[2] + ticks[5] + ticks[6];
	c->steal = ticks[7];
	c->all = c->busy + ticks[3] + ticks[4] + ticks[7];
}

static unsigned count_columns(const char *line)
{
	unsigned count = 0;

	for (const char *end = line + strcspn(line, "\n"); line < end; count++) {
		line += strspn(line, " \t");
		if (strncmp(line, "CPU", 3) != 0)
			break;
		line += strcspn(line, " \t\n");
	}
	return count;
}

/* A header with a column for each CPU, then "NAME: COUNT COUNT ... words" in each line. */
void watch_parse_interrupts(struct watch_counters *c, const char *text)
{
	c->cpu_count = count_columns(text);
	c->interrupts = memory_zeroed(c->cpu_count + 1, sizeof(*c->interrupts));
	while ((text = strchr(text, '\n'))) {
		const char *colon;

		text++;
		colon = text + strcspn(text, ":\n");
		if (*colon != ':')
			continue;
		text = colon + 1;
		for (unsigned i = 0; i < c->cpu_count; i++) {
			char *end;
			uint64_t n = strtoull(text, &end, 10);

			/* A line ends early if it counts for all CPUs together. */
			if (end == text || memchr(text, '\n', (size_t)(end - text)))
				break;
			c->interrupts[i] += n;
			text = end;
		}
	}
}
