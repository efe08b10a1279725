/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tests/simulated/launch.h"

#include <math.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "harness/base/hash.h"

#define START_NS     4e6
#define TUNING_NS    3e6
#define SAMPLE_NS    1e5
#define ENDLESS_NS   1e15
#define WORKERS_MAX  16
#define LAUNCHES_MAX 512
#define NAMES_MAX    64

/* What a word in a name means. Numbers that are 0 change nothing. */
static const struct behaviour {
	const char *word;
	double iteration_ns, setup_ns;
	double between, within; /* noise, as a share */
	double change;          /* new / old */
	double settle_ns;       /* after a switch it is a third slower */
	int fails, flaky;       /* always; every so many launches */
	bool skips, endless, disturbed, threads;
} behaviours[] = {
	{ .word = "Slower", .change = 1.1 },
	{ .word = "Faster", .change = 0.8 },
	{ .word = "Restless", .between = 0.02 },
	{ .word = "Noisy", .between = 0.06 },
	{ .word = "Wild", .between = 0.3 },
	{ .word = "Setup", .setup_ns = 7e8 },
	{ .word = "Sleep", .endless = true },
	{ .word = "Fails", .fails = 7 },
	{ .word = "Crash", .fails = -SIGSEGV },
	{ .word = "Flaky", .flaky = 4 },
	{ .word = "Skips", .skips = true },
	{ .word = "Long", .iteration_ns = 2.4e8 },
	{ .word = "Settles", .settle_ns = 8e5 },
	{ .word = "Cold", .settle_ns = 4e6 },
	{ .word = "Busy", .disturbed = true },
	{ .word = "Threads", .threads = true },
};

/* And with a number behind them. */
static double number(const char *name, const char *word)
{
	const char *found = strstr(name, word);

	return found ? strtod(found + strlen(word), NULL) : 0;
}

struct launch_of {
	const char *name;
	struct behaviour does;
	double ns; /* of an iteration in this launch */
	uint64_t state;
	bool is_disturbed;
	unsigned number; /* of its launches, from 1 */
};

static char *texts[WORKERS_MAX];
static struct {
	uint64_t key;
	unsigned count;
} launches[LAUNCHES_MAX];

static double uniform(uint64_t *state)
{
	uint64_t z = (*state += 0x9e3779b97f4a7c15);

	z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9;
	z = (z ^ z >> 27) * 0x94d049bb133111eb;
	return (double)((z ^ z >> 31) >> 11) * 0x1p-53;
}

/* The sum of twelve, less six: near enough to normal. */
static double noise(uint64_t *state)
{
	double sum = -6;

	for (int i = 0; i < 12; i++)
		sum += uniform(state);
	return sum;
}

static uint64_t hash(const char *text, uint64_t seed)
{
	return bd_fnv1a(text, strlen(text), seed);
}

static unsigned count(uint64_t key)
{
	size_t i = 0;

	while (launches[i].count && launches[i].key != key)
		i++;
	launches[i].key = key;
	return ++launches[i].count;
}

static struct behaviour behaviour_of(const char *name)
{
	struct behaviour all = { .between = 0.004, .within = 0.01, .change = 1 };

	all.iteration_ns = 40 + 4000 * (double)(hash(name, 0) % 97) / 97;
	for (size_t i = 0; i < sizeof(behaviours) / sizeof(*behaviours); i++) {
		const struct behaviour *b = &behaviours[i];

		if (!strstr(name, b->word))
			continue;
		all.iteration_ns = b->iteration_ns > 0 ? b->iteration_ns : all.iteration_ns;
		all.setup_ns += b->setup_ns;
		all.between = fmax(all.between, b->between);
		all.change *= b->change > 0 ? b->change : 1;
		all.settle_ns += b->settle_ns;
		all.fails = b->fails ? b->fails : all.fails;
		all.flaky = b->flaky ? b->flaky : all.flaky;
		all.skips |= b->skips;
		all.endless |= b->endless;
		all.disturbed |= b->disturbed;
		all.threads |= b->threads;
	}
	all.setup_ns += 1e6 * number(name, "Takes_");
	all.change *= 1 + 0.01 * number(name, "Change_");
	all.between = fmax(all.between, 0.001 * number(name, "Noise_"));
	return all;
}

/* The folder of the build and the program: what lies above is the caller's. */
static const char *last_two(const char *path)
{
	const char *end = strrchr(path, '/');

	while (end && end > path && end[-1] != '/')
		end--;
	return end ? end : path;
}

static struct launch_of launch_of(const char *whole, const char *name)
{
	const char *path = last_two(whole);
	const char *seed = getenv("SIMULATED_SEED"), *share = strstr(path, "_x");
	bool is_new = strstr(path, "new");
	uint64_t key = hash(path, hash(name, 1));
	struct launch_of l = { .name = name, .does = behaviour_of(name), .number = count(key) };

	l.state = key + l.number + (seed ? hash(seed, 3) : 0);
	l.ns = l.does.iteration_ns * exp(l.does.between * noise(&l.state));
	/* A millionth of the time that the base takes: build_x980000 is 2 % faster. */
	l.ns *= share ? strtod(share + 2, NULL) / 1e6 : 1;
	l.ns *= is_new ? l.does.change : 1;
	l.is_disturbed = l.does.disturbed && l.number % 3 == 2;
	l.ns *= l.is_disturbed ? 1.2 : 1;
	return l;
}

static const char *option(const struct job *job, const char *name, const char *otherwise)
{
	size_t size = strlen(name);

	for (char *const *arg = job->args; *arg; arg++) {
		if (!strcmp(*arg, name) && arg[1])
			return arg[1];
		if (!strncmp(*arg, name, size) && (*arg)[size] == '=')
			return *arg + size + 1;
	}
	return otherwise;
}

static void print_row(FILE *out, const struct launch_of *l, const char *columns,
	const char *cells, ...) __attribute__((format(printf, 4, 5)));
static void print_row(
	FILE *out, const struct launch_of *l, const char *columns, const char *cells, ...)
{
	va_list args;

	fprintf(out, "# bdriver-row: 1\nbenchmark,status,detail%s\n\"%s\",", columns, l->name);
	va_start(args, cells);
	vfprintf(out, cells, args);
	va_end(args);
	fputs("\n# end: 1\n", out);
}

/* Of one turn; returns how long it took. */
static double print_samples(
	FILE *out, struct launch_of *l, double iterations, unsigned most, double most_ns)
{
	double at = 0;

	for (unsigned i = 0; i < most && (!i || at < most_ns); i++) {
		double ns = l->ns * exp(l->does.within * noise(&l->state));

		ns *= at < l->does.settle_ns && most_ns < ENDLESS_NS ? 1.33 : 1;
		fprintf(out, "%s%.3f", ftell(out) ? " " : "", ns);
		at += ns * iterations;
	}
	return at;
}

static unsigned count_of(const char *text)
{
	unsigned n = *text != 0;

	for (; *text; text++)
		n += *text == ' ';
	return n;
}

/* Samples in turns, or all at once; returns their time. */
static double measure(struct launch_of *l, const struct job *job, double iterations,
	char **samples, char **turns)
{
	double time_ns = strtod(option(job, "--launch-time", "1e8"), NULL), all_ns = 0;
	double slice_ns = strtod(option(job, "--slice", "1e7"), NULL);
	unsigned most = (unsigned)strtoul(option(job, "--samples", "100000"), NULL, 10),
		 done = 0;
	size_t size;
	FILE *out = open_memstream(samples, &size), *lengths = open_memstream(turns, &size);

	if (!job->turn_fd) {
		all_ns = print_samples(out, l, iterations, most, ENDLESS_NS);
		if (all_ns > time_ns) {
			rewind(out);
			l->state = 1;
			all_ns = print_samples(out, l, iterations,
				(unsigned)fmax(1, time_ns / l->ns / iterations), ENDLESS_NS);
		}
	}
	while (job->turn_fd && done < most && all_ns < time_ns) {
		unsigned before = done;

		all_ns += print_samples(out, l, iterations, most - done, slice_ns);
		fflush(out);
		done = count_of(*samples);
		fprintf(lengths, "%s%u", before ? " " : "", done - before);
	}
	fputc('\0', out);
	fclose(out);
	fclose(lengths);
	return all_ns;
}

static double tune(const struct launch_of *l)
{
	return fmax(1, round(SAMPLE_NS / l->ns));
}

/* A row of our own protocol. */
static double answer_row(FILE *out, struct launch_of *l, const struct job *job)
{
	double iterations = strtod(option(job, "--iterations", "0"), NULL), tuned = 0, ns;
	char *samples = NULL, *turns = NULL, tuned_text[32] = "";

	if (l->does.skips) {
		print_row(out, l, ",iterations,samples", "skipped,\"no reason\",,");
		return 0;
	}
	if (!(iterations > 0)) {
		iterations = tune(l);
		tuned = TUNING_NS;
		snprintf(tuned_text, sizeof(tuned_text), "%.0f", iterations);
	}
	ns = measure(l, job, iterations, &samples, &turns);
	print_row(out, l,
		",iterations,tuned_iterations,clock_step_ns,setup_ns,cpu_ns,wall_ns,"
		"voluntary_switches,run_delay_ns,turn_samples,samples",
		"ok,\"\",%.0f,%s,20,%.0f,%.0f,%.0f,%d,%.0f,%s,%s", iterations, tuned_text,
		l->does.setup_ns, l->is_disturbed ? ns * 0.8 : ns, ns, 0,
		l->is_disturbed ? ns * 0.2 : 0, turns, samples);
	free(samples);
	free(turns);
	return tuned + ns;
}

/* Its part of the JSON of Google Benchmark. */
static double answer_gbench(
	FILE *out, struct launch_of *l, const struct job *job, const char *comma)
{
	const char *time = option(job, "--benchmark_min_time", "0.5");
	int repetitions = (int)strtol(option(job, "--benchmark_repetitions", "1"), NULL, 10);
	double given = strtod(time, NULL), all_ns = 0;
	double iterations = strchr(time, 'x') ? given : fmax(1, round(given * 1e9 / l->ns));

	for (int i = 0; i < repetitions; i++) {
		double ns = l->ns * exp(l->does.within * noise(&l->state));

		fprintf(out,
			"%s{\"name\": \"%s\", \"run_name\": \"%s\", \"run_type\": "
			"\"iteration\", "
			"\"iterations\": %.0f, \"real_time\": %.4f, \"cpu_time\": %.4f, "
			"\"time_unit\": \"ns\"}",
			i ? "," : comma, l->name, l->name, iterations, ns, ns * 0.999);
		all_ns += ns * iterations;
	}
	return all_ns;
}

static double end_of(const struct launch_of *l, struct job_result *result)
{
	int code = l->does.fails;

	if (l->does.flaky && l->number % (unsigned)l->does.flaky == 0)
		code = 1;
	if (code) {
		result->end = code < 0 ? JOB_SIGNALLED : JOB_EXITED;
		result->code = abs(code);
	}
	if (l->does.threads)
		result->threads_ns = 5e7;
	return START_NS + l->does.setup_ns + (l->does.endless ? ENDLESS_NS : 0);
}

/* Those of a filter such as ^(One|Two)$; up to the one that ends the launch. */
static double answer_names(
	FILE *out, const struct job *job, const char *filter, struct job_result *result)
{
	char names[4096], *save = NULL;
	double ns = START_NS;

	snprintf(names, sizeof(names), "%s", filter);
	fputs("{\"context\": {}, \"benchmarks\": [", out);
	for (char *name = strtok_r(names, "^(|)$", &save); name && !result->code;
		name = strtok_r(NULL, "^(|)$", &save)) {
		struct launch_of l = launch_of(job->path, name);

		ns += end_of(&l, result) - START_NS;
		if (!result->code)
			ns += answer_gbench(out, &l, job,
				name == names + 1 || name == names + 2 ? "" : ",");
	}
	if (!result->code)
		fputs("]}", out);
	if (strstr(job->path, "heavy"))
		ns += 4e8;
	return ns;
}

/* SIMULATED_SLOW="FROM TO TIMES": between these seconds launches take so many times as long. */
static double slowness(uint64_t now_ns)
{
	const char *slow = getenv("SIMULATED_SLOW");
	double seconds = 1e-9 * (double)now_ns, from, to;
	char *end;

	if (!slow)
		return 1;
	from = strtod(slow, &end);
	to = strtod(end, &end);
	return from <= seconds && seconds < to ? strtod(end, NULL) : 1;
}

uint64_t simulated_launch(
	unsigned worker, uint64_t now_ns, const struct job *job, struct job_result *result)
{
	const char *filter = option(job, "--benchmark_filter", NULL);
	FILE *out;
	double ns;

	free(texts[worker]);
	texts[worker] = NULL;
	*result = (struct job_result){
		.end = JOB_EXITED, .timeout_ms = job->timeout_ms, .peak_kib = -1, .errors = ""
	};
	out = open_memstream(&texts[worker], &result->row_size);
	if (filter) {
		ns = answer_names(out, job, filter, result);
	} else {
		struct launch_of l = launch_of(job->path, job->args[1]);

		ns = end_of(&l, result);
		if (job->traps && hash(l.name, 2) % 2) {
			result->end = JOB_SIGNALLED;
			result->code = SIGTRAP;
		} else if (!result->code) {
			ns += answer_row(out, &l, job);
		}
	}
	fclose(out);
	ns *= (job->turn_fd ? 2 : 1) * slowness(now_ns);
	result->row = texts[worker];
	result->cpu_ns = (uint64_t)ns;
	if (ns > 1e6 * (double)job->timeout_ms) {
		ns = 1e6 * (double)job->timeout_ms;
		result->end = JOB_TIMEOUT;
		result->row_size = 0;
	}
	result->wall_ns = (uint64_t)ns;
	return result->wall_ns;
}
