/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "driver/history/events.h"

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

#include "compare/base/memory.h"

#define DAY 86400

static const struct reported none_reported;

/* Ten nights from 2025-01-01 on, three benchmarks. */
static struct tracks ten_nights(void)
{
	struct tracks tracks = { .class = memory_text("ci") };

	for (int t = 0; t < 10; t++)
		tracks_add_night(&tracks)->started = 1735689600 + t * DAY;
	for (int i = 0; i < 3; i++)
		tracks_add(&tracks, "s", (const char *const[]){ "A", "B", "C" }[i]);
	return tracks;
}

static struct change change_of(
	size_t track, uint32_t low, uint32_t best, uint32_t high, double effect)
{
	return (struct change){ .track = track,
		.at = best,
		.low = low,
		.high = high,
		.best = best,
		.effect = effect,
		.se = 0.001,
		.kind = CHANGE_CODE };
}

static void test_join(void **state)
{
	struct tracks tracks = ten_nights();
	struct change list[] = { change_of(0, 2, 4, 5, 0.02), change_of(1, 4, 4, 4, 0.1),
		change_of(2, 5, 5, 7, 0.03), change_of(2, 8, 8, 8, 0.03) };
	struct changes changes = { .list = list, .count = 4 };
	struct decisions none = { 0 };
	struct events events;

	(void)state;
	list[3].kind = CHANGE_SAME_CODE;
	events_make(&events, &tracks, &changes, &none, NULL);
	assert_int_equal(events.count, 3);
	/* Joined by the narrowest; the newest event comes first, in it the largest effect. */
	assert_string_equal(events.list[2].name, "E20250105");
	assert_int_equal(events.list[2].count, 2);
	assert_int_equal(events.list[2].changes[0], 1);
	assert_int_equal(events.list[2].low, 4);
	assert_int_equal(events.list[2].high, 4);
	for (size_t i = 0; i < events.count; i++)
		assert_int_equal(events.list[i].state, EVENT_NEW);
	assert_ptr_equal(
		events_of(&events, 3), events_find(&events, &none_reported, "E20250109"));
	assert_null(events_find(&events, &none_reported, "E20250101"));
	events_release(&events);
	tracks_release(&tracks);
}

/* A rise that is taken back is closed, and so is what took it back; a lost improvement is not.
 */
static void test_back(void **state)
{
	struct tracks tracks = ten_nights();
	struct change list[] = { change_of(0, 2, 2, 2, 0.1), change_of(0, 6, 6, 6, -0.09),
		change_of(1, 3, 3, 3, -0.1), change_of(1, 7, 7, 7, 0.1) };
	struct changes changes = { .list = list, .count = 4 };
	struct decisions none = { 0 };
	struct events events;

	(void)state;
	events_make(&events, &tracks, &changes, &none, NULL);
	assert_int_equal(
		events_find(&events, &none_reported, "E20250103")->state, EVENT_CLOSED);
	assert_int_equal(
		events_find(&events, &none_reported, "E20250107")->state, EVENT_CLOSED);
	assert_int_equal(
		events_find(&events, &none_reported, "E20250104")->state, EVENT_CLOSED);
	assert_int_equal(events_find(&events, &none_reported, "E20250108")->state, EVENT_NEW);
	events_release(&events);
	tracks_release(&tracks);
}

/* A fall never stands under a rise; each benchmark closes by itself. */
static void test_direction(void **state)
{
	struct tracks tracks = ten_nights();
	struct change list[] = { change_of(0, 2, 2, 2, 0.1), change_of(0, 6, 6, 6, -0.1),
		change_of(1, 2, 2, 2, 0.05), change_of(2, 2, 2, 2, -0.5) };
	struct changes changes = { .list = list, .count = 4 };
	struct decisions none = { 0 };
	const struct event *event;
	struct events events;

	(void)state;
	events_make(&events, &tracks, &changes, &none, NULL);
	assert_int_equal(events.count, 3);
	/* The newest first, of one night the rise. */
	event = &events.list[0];
	assert_string_equal(event->name, "E20250103");
	assert_true(event->rise);
	assert_int_equal(event->count, 2);
	/* The largest is back, the other one is not. */
	assert_int_equal(event->state, EVENT_NEW);
	assert_int_equal(event->in_state, 1);
	assert_int_equal(event->changes[0], 2);
	assert_int_equal(events.fates[0].state, EVENT_CLOSED);
	assert_string_equal(events.list[1].name, "E20250103b");
	assert_false(events.list[1].rise);
	assert_int_equal(events.list[2].state, EVENT_CLOSED);
	events_release(&events);
	tracks_release(&tracks);
}

/* Two steps of one benchmark are two events, although their nights overlap. */
static void test_steps_of_one_benchmark(void **state)
{
	struct tracks tracks = ten_nights();
	struct change list[] = { change_of(0, 2, 4, 3, 0.1), change_of(0, 4, 6, 5, 0.1) };
	struct changes changes = { .list = list, .count = 2 };
	struct decisions none = { 0 };
	struct events events;

	(void)state;
	events_make(&events, &tracks, &changes, &none, NULL);
	assert_int_equal(events.count, 2);
	assert_int_equal(events.list[0].count, 1);
	assert_int_equal(events.list[1].count, 1);
	events_release(&events);
	tracks_release(&tracks);
}

/* A decision covers the benchmarks that it names; one before a date all that none names. */
static void test_cover(void **state)
{
	struct tracks tracks = ten_nights();
	struct change list[] = { change_of(0, 2, 2, 2, 0.1), change_of(1, 2, 2, 2, 0.05),
		change_of(2, 5, 5, 5, 0.1) };
	struct changes changes = { .list = list, .count = 3 };
	struct decisions decisions = { 0 };
	struct decision *one = decisions_add(&decisions);
	size_t decided, noise;
	struct events events;

	(void)state;
	one->kind = DECISION_NOISE;
	one->event = memory_text("E20250103");
	one->class = memory_text("ci");
	one->first = one->last = tracks.nights[2].started;
	decision_add(one, "s/A", (struct decided){ one->first, one->last, NAN });
	events_make(&events, &tracks, &changes, &decisions, NULL);
	assert_int_equal(events.fates[0].state, EVENT_DECIDED);
	assert_int_equal(events.fates[1].state, EVENT_NEW);
	assert_int_equal(events_find(&events, &none_reported, "E20250103")->state, EVENT_NEW);
	assert_int_equal(events_find(&events, &none_reported, "E20250103")->changes[0], 1);
	events_release(&events);

	one = decisions_add(&decisions);
	one->kind = DECISION_ACCEPT;
	one->class = memory_text("ci");
	one->before = tracks.nights[5].started;
	events_make(&events, &tracks, &changes, &decisions, NULL);
	assert_int_equal(events.fates[0].decision->kind, DECISION_NOISE);
	assert_int_equal(
		events_find(&events, &none_reported, "E20250103")->state, EVENT_DECIDED);
	assert_int_equal(events_find(&events, &none_reported, "E20250106")->state, EVENT_NEW);
	events_decided(&events, &decided, &noise);
	assert_int_equal(decided, 1);
	assert_int_equal(noise, 1);
	events_release(&events);
	decisions_release(&decisions);
	tracks_release(&tracks);
}

static enum event_state state_with(const struct decision *decision, double effect)
{
	struct tracks tracks = ten_nights();
	struct change list[] = { change_of(0, 3, 4, 5, effect) };
	struct changes changes = { .list = list, .count = 1 };
	struct decisions decisions = { .list = (struct decision *)decision, .count = 1 };
	struct events events;
	enum event_state found;

	events_make(&events, &tracks, &changes, &decisions, NULL);
	found = events.list[0].state;
	events_release(&events);
	tracks_release(&tracks);
	return found;
}

static void test_decisions(void **state)
{
	struct decision decision = { .kind = DECISION_ACCEPT,
		.class = (char *)"ci",
		.event = (char *)"E20250107",
		.reason = (char *)"wanted",
		.first = 1735689600 + 5 * DAY,
		.last = 1735689600 + 7 * DAY,
		.until = -1,
		.before = -1,
		.up_to = NAN };

	(void)state;
	decision_add(&decision, "s/A", (struct decided){ decision.first, decision.last, 1.03 });
	assert_int_equal(state_with(&decision, 0.03), EVENT_DECIDED);
	/* An improvement that was accepted covers no regression of the same nights. */
	decision.direction = DIRECTION_FALL;
	assert_int_equal(state_with(&decision, 0.03), EVENT_NEW);
	assert_int_equal(state_with(&decision, -0.03), EVENT_DECIDED);
	decision.direction = DIRECTION_RISE;
	assert_int_equal(state_with(&decision, 0.03), EVENT_DECIDED);
	assert_int_equal(state_with(&decision, -0.03), EVENT_NEW);
	decision.direction = NULL;
	decision.up_to = 0.02;
	assert_int_equal(state_with(&decision, 0.03), EVENT_NEW);
	decision.up_to = 0.04;
	decision.until = 1735689600 + 9 * DAY;
	assert_int_equal(state_with(&decision, 0.03), EVENT_DUE);
	decision.until += 1;
	assert_int_equal(state_with(&decision, 0.03), EVENT_DECIDED);
	decision.kind = DECISION_FIXED;
	assert_int_equal(state_with(&decision, 0.03), EVENT_OPEN);
	/* A repair that was promised until then; it is not as large as it is now. */
	decision.until -= 1;
	assert_int_equal(state_with(&decision, 0.03), EVENT_DUE);
	assert_int_equal(state_with(&decision, 0.05), EVENT_NEW);
	decision.kind = DECISION_REOPEN;
	assert_int_equal(state_with(&decision, 0.03), EVENT_OPEN);
	/* Of other nights, another machine, another benchmark. */
	decision.kind = DECISION_ACCEPT;
	decision.changes[0].first = 1735689600 + 6 * DAY;
	assert_int_equal(state_with(&decision, 0.03), EVENT_NEW);
	decision.changes[0].first = 0;
	decision.class = (char *)"other";
	assert_int_equal(state_with(&decision, 0.03), EVENT_NEW);
	decision.class = (char *)"ci";
	free(decision.benchmarks.items[0]);
	decision.benchmarks.items[0] = memory_text("s/B");
	assert_int_equal(state_with(&decision, 0.03), EVENT_NEW);
	string_list_release(&decision.benchmarks);
	free(decision.changes);
}

/* Ten nights, one benchmark that rose at night 4; that was decided. */
static struct decision *decide(struct decisions *decisions, const char *event, int64_t first,
	int64_t last, double ratio)
{
	struct decision *one = decisions_add(decisions);

	one->class = memory_text("ci");
	one->event = memory_text(event);
	one->reason = memory_text("wanted");
	decision_add(one, "s/A",
		(struct decided){
			1735689600 + first * DAY, 1735689600 + last * DAY, exp(ratio) });
	return one;
}

/* A decision holds up to half more than was decided, for the parts of a change that nights have
 * split, and for one that they have joined. */
static void test_size(void **state)
{
	struct tracks tracks = ten_nights();
	struct change list[] = { change_of(0, 3, 4, 4, 0.1), change_of(0, 6, 6, 6, 0.02) };
	struct changes changes = { .list = list, .count = 2 };
	struct decisions decisions = { 0 };
	struct events events;

	(void)state;
	decide(&decisions, "E20250105", 3, 6, 0.11);
	events_make(&events, &tracks, &changes, &decisions, NULL);
	assert_int_equal(events.fates[0].state, EVENT_DECIDED);
	assert_int_equal(events.fates[1].state, EVENT_DECIDED);
	events_release(&events);
	list[0].effect = 0.2;
	list[0].high = 6;
	changes.count = 1;
	events_make(&events, &tracks, &changes, &decisions, NULL);
	assert_int_equal(events.fates[0].state, EVENT_NEW);
	events_release(&events);
	decide(&decisions, "E20250107", 6, 6, 0.07);
	events_make(&events, &tracks, &changes, &decisions, NULL);
	assert_int_equal(events.fates[0].state, EVENT_DECIDED);
	events_release(&events);
	/* A night that it no longer reaches. */
	list[0] = change_of(0, 8, 8, 9, 0.1);
	events_make(&events, &tracks, &changes, &decisions, NULL);
	assert_int_equal(events.fates[0].state, EVENT_NEW);
	events_release(&events);
	decisions_release(&decisions);
	tracks_release(&tracks);
}

/* A step on top of one that was decided is new, also where their nights overlap, until somebody
 * decides it; the same sum in parts is not. */
static void test_further(void **state)
{
	struct tracks tracks = ten_nights();
	struct change list[] = { change_of(0, 3, 4, 4, 0.1), change_of(0, 6, 6, 7, 0.08) };
	struct changes changes = { .list = list, .count = 2 };
	struct decisions decisions = { 0 };
	struct events events;

	(void)state;
	decide(&decisions, "E20250105", 3, 6, 0.1);
	events_make(&events, &tracks, &changes, &decisions, NULL);
	assert_int_equal(events.fates[0].state, EVENT_DECIDED);
	assert_int_equal(events.fates[1].state, EVENT_NEW);
	events_release(&events);
	list[0].effect = 0.03;
	events_make(&events, &tracks, &changes, &decisions, NULL);
	assert_int_equal(events.fates[1].state, EVENT_DECIDED);
	events_release(&events);
	list[0].effect = 0.1;
	decide(&decisions, "E20250107", 6, 7, 0.08);
	events_make(&events, &tracks, &changes, &decisions, NULL);
	assert_int_equal(events.fates[0].state, EVENT_DECIDED);
	assert_int_equal(events.fates[1].state, EVENT_DECIDED);
	events_release(&events);
	/* Nights join them. */
	list[0] = change_of(0, 3, 5, 7, 0.18);
	changes.count = 1;
	events_make(&events, &tracks, &changes, &decisions, NULL);
	assert_int_equal(events.fates[0].state, EVENT_DECIDED);
	events_release(&events);
	decisions_release(&decisions);
	tracks_release(&tracks);
}

/* The nights of its range grow and shrink, and with them the size; it was decided again, for
 * the sake of another benchmark, when it was small. */
static void test_decided_again(void **state)
{
	struct tracks tracks = ten_nights();
	struct change list[] = { change_of(0, 3, 4, 5, 0.1) };
	struct changes changes = { .list = list, .count = 1 };
	struct decisions decisions = { 0 };
	struct events events;

	(void)state;
	decide(&decisions, "E20250105", 3, 5, 0.1);
	decide(&decisions, "E20250105", 2, 8, 0.05);
	events_make(&events, &tracks, &changes, &decisions, NULL);
	assert_int_equal(events.fates[0].state, EVENT_DECIDED);
	events_release(&events);
	/* What was said before it was reopened counts no more. */
	decide(&decisions, "E20250105", 2, 8, 0.05)->kind = DECISION_REOPEN;
	decide(&decisions, "E20250105", 2, 8, 0.05);
	events_make(&events, &tracks, &changes, &decisions, NULL);
	assert_int_equal(events.fates[0].state, EVENT_NEW);
	events_release(&events);
	decisions_release(&decisions);
	tracks_release(&tracks);
}

static void check_bad_line(
	const char *path, const char *mode, const char *line, const char *said)
{
	struct decisions decisions;
	struct err e;
	FILE *out = fopen(path, mode);

	fputs(line, out);
	fclose(out);
	assert_int_equal(decisions_read(&decisions, path, &e), -1);
	assert_non_null(strstr(e.text, said));
	decisions_release(&decisions);
}

static void test_file(void **state)
{
	char path[] = "/tmp/events_test.XXXXXX";
	struct decision decision = { .kind = DECISION_NOISE,
		.class = (char *)"ci",
		.event = (char *)"E20250107",
		.reason = (char *)"a \"quoted\"\nreason",
		.when = DAY,
		.first = 2 * DAY,
		.last = 3 * DAY + 1,
		.until = -1,
		.before = -1,
		.direction = DIRECTION_FALL,
		.up_to = 0.05 };
	struct decisions decisions, one = { .list = &decision, .count = 1 };
	struct err e;

	(void)state;
	close(mkstemp(path));
	decision_add(&decision, "s/A", (struct decided){ decision.first, decision.last, 1.03 });
	assert_int_equal(decisions_append(path, &one, &e), 0);
	decision.until = 9 * DAY;
	decision.up_to = NAN;
	decision.direction = NULL;
	assert_int_equal(decisions_append(path, &one, &e), 0);
	assert_int_equal(decisions_read(&decisions, path, &e), 0);
	assert_int_equal(decisions.count, 2);
	assert_string_equal(decisions.list[0].reason, decision.reason);
	assert_int_equal(decisions.list[0].kind, DECISION_NOISE);
	assert_int_equal(decisions.list[0].last, 3 * DAY + 1);
	assert_int_equal(decisions.list[0].changes[0].last, 3 * DAY + 1);
	assert_float_equal(decisions.list[0].changes[0].ratio, 1.03, 1e-5);
	assert_int_equal(decisions.list[0].until, -1);
	assert_float_equal(decisions.list[0].up_to, 0.05, 1e-12);
	assert_string_equal(decisions.list[0].direction, DIRECTION_FALL);
	assert_null(decisions.list[1].direction);
	assert_int_equal(decisions.list[1].until, 9 * DAY);
	assert_true(isnan(decisions.list[1].up_to));
	decisions_release(&decisions);
	check_bad_line(path, "a", "{\"decision\":\"accept\"}\n", ":3: is no decision");
	check_bad_line(path, "w",
		"{\"decision\":\"accept\",\"machine\":\"ci\",\"reason\":\"r\","
		"\"before\":\"2025-01-01T00:00:00Z\",\"direction\":\"up\"}\n",
		":1: is no decision");
	check_bad_line(path, "w", "<<<<<<< HEAD\n", ":1: is a mark of a merge");
	unlink(path);
	assert_int_equal(decisions_read(&decisions, path, &e), 0);
	assert_int_equal(decisions.count, 0);
	string_list_release(&decision.benchmarks);
	free(decision.changes);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_join),
		cmocka_unit_test(test_back),
		cmocka_unit_test(test_direction),
		cmocka_unit_test(test_steps_of_one_benchmark),
		cmocka_unit_test(test_cover),
		cmocka_unit_test(test_decisions),
		cmocka_unit_test(test_size),
		cmocka_unit_test(test_further),
		cmocka_unit_test(test_decided_again),
		cmocka_unit_test(test_file),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
