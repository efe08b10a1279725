/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "driver/run/console.h"
#include "driver/run/run.h"
#include "harness/base/clock.h"

#define ALL      2
#define LAUNCHES 12
#define LAUNCH   20e6
#define S        1000000000u

/* Two benchmarks of two builds, three rounds each, of a suite whose launches take as long as
 * they are told. */
struct fixture {
	struct run run;
	struct subject subjects[ALL];
	struct config_suite suite;
	uint32_t rounds[ALL];
	struct plan_slot slots[ALL];
};

static void make(struct fixture *f)
{
	static const char *const names[ALL] = { "one", "b\033[31m" };
	static const struct run_kind kind = { .resume_with = "run",
		.read_with = "doctor --from" };
	static struct adapter adapter;

	*f = (struct fixture){ .slots = { { .benchmark = 0, .round = 1 },
				       { .benchmark = 1, .round = 1 } },
		.rounds = { 3, 3 } };
	for (size_t i = 0; i < ALL; i++) {
		f->subjects[i] = (struct subject){ .suite = "s",
			.name = names[i],
			.settings = &f->suite,
			.iterations = 1,
			.tried = true,
			.length = { 1, 1 } };
		for (unsigned b = 0; b < 2; b++)
			f->subjects[i].builds[b] =
				(struct subject_build){ .path = "x", .adapter = &adapter };
	}
	f->run = (struct run){ .kind = &kind, .subjects = { f->subjects, ALL } };
	f->run.builds.count = 2;
	f->run.cpus.workers = f->run.phase.workers = 1;
	f->run.settings.rounds = 3;
	f->run.settings.seed = 7;
	f->run.settings.launch_time_ns = (int64_t)LAUNCH;
	f->run.phase.last_rounds = f->rounds;
	f->run.phase.plan = (struct plan){ .slots = f->slots, .slot_count = ALL };
	ledger_init(&f->run.ledger, ALL);
	for (size_t i = 0; i < LAUNCHES; i++)
		ledger_expect(&f->run.ledger, i % ALL, LAUNCH);
}

static void release(struct fixture *f)
{
	ledger_release(&f->run.ledger);
	progress_release(&f->run.progress);
}

/* What the call prints there. The caller frees it. */
static char *said(FILE *stream, void (*say)(struct run *run), struct run *run)
{
	int kept = dup(fileno(stream));
	FILE *file = tmpfile();
	char *text = calloc(1, 4096);

	fflush(stream);
	dup2(fileno(file), fileno(stream));
	say(run);
	fflush(stream);
	dup2(kept, fileno(stream));
	close(kept);
	assert_true(pread(fileno(file), text, 4095, 0) >= 0);
	fclose(file);
	return text;
}

static void expect(
	FILE *stream, void (*say)(struct run *run), struct run *run, const char *want)
{
	char *text = said(stream, say, run);

	assert_string_equal(text, want);
	free(text);
}

static void plan(struct run *run)
{
	console_plan(run, LAUNCHES);
}

static void begin(struct run *run)
{
	console_begin(run, LAUNCHES);
}

static void begin_phase(struct run *run)
{
	console_begin_phase(run, "In doubt", 1);
}

static void interrupted(struct run *run)
{
	console_interrupted(run);
}

static void test_what_is_planned(void **state)
{
	struct fixture f;

	(void)state;
	make(&f);
	f.subjects[1].alone = true;
	expect(stdout, plan, &f.run,
		"12 launches: 2 benchmarks of 2 builds, 1 round, 1 worker, seed 7; "
		"their length is not known yet\n"
		"round 1  s/one\nround 1  s/b\\x1b[31m  (alone)\n");
	f.run.settings.shared.quiet = true;
	f.run.settings.budget_ns = 60ll * S;
	f.run.settings.adaptive = true;
	f.run.builds.count = 1;
	expect(stdout, plan, &f.run,
		"at most 12 launches to begin with: 2 benchmarks, 1 round, 1 worker, seed 7; "
		"at most 60 s\n");
	release(&f);
}

static void test_what_begins(void **state)
{
	struct fixture f;

	(void)state;
	make(&f);
	expect(stderr, begin, &f.run,
		"2 benchmarks of 2 builds on 1 worker, 12 launches: their length is not known "
		"yet\n");
	assert_false(f.run.phase.time_said);
	f.run.builds.count = 1;
	expect(stderr, begin, &f.run,
		"2 benchmarks, 3 rounds, 12 launches on 1 worker: their length is not known "
		"yet\n");
	expect(stderr, begin_phase, &f.run, "In doubt: 1 launch on 1 worker\n");
	f.run.settings.shared.quiet = true;
	expect(stderr, begin, &f.run, "");
	release(&f);
}

/* What a budget leaves is never more than what is left of it. */
static void test_time_that_is_left(void **state)
{
	struct fixture f;

	(void)state;
	make(&f);
	console_set_left(&f.run);
	assert_true(f.run.progress.least_ns == 0);
	assert_true(isinf(f.run.progress.most_ns));
	f.run.phase.estimated_ns = 0;
	f.run.settings.budget_ns = S / 10;
	f.run.clock.deadline_ns = bd_clock_ns() + S / 10;
	console_set_left(&f.run);
	assert_true(f.run.progress.most_ns <= 0.1 * S);
	f.run.phase.estimated_ns = 0;
	f.run.clock.deadline_ns = 1;
	console_set_left(&f.run);
	assert_true(f.run.progress.most_ns == 0);
	release(&f);
}

static void test_how_it_goes_on(void **state)
{
	static const struct run_kind fit = { .read_with = "doctor --from" };
	struct fixture f;

	(void)state;
	make(&f);
	f.run.logs.path = "out dir";
	f.run.config.path = "mine.ini";
	f.run.settings.log.replaces = true;
	expect(stderr, interrupted, &f.run,
		"bdriver: interrupted; go on with: bdriver run --resume 'out dir' -c mine.ini "
		"--force\n");
	f.run.kind = &fit;
	f.run.builds.items[0].part = "x y.part";
	expect(stderr, interrupted, &f.run,
		"bdriver: interrupted; what was measured: bdriver doctor --from 'x y.part'\n");
	release(&f);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_what_is_planned),
		cmocka_unit_test(test_what_begins),
		cmocka_unit_test(test_time_that_is_left),
		cmocka_unit_test(test_how_it_goes_on),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
