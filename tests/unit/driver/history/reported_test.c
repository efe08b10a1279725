/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "driver/history/reported.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "compare/base/memory.h"
#include "driver/history/events.h"

#define DAY      86400
#define FIRST    1735689600 /* 2025-01-01 */
#define LAST_DAY (FIRST + 29 * DAY)

/* Thirty nights, three benchmarks. */
static struct tracks thirty_nights(void)
{
	struct tracks tracks = { .class = memory_text("ci") };

	for (int t = 0; t < 30; t++)
		tracks_add_night(&tracks)->started = FIRST + t * DAY;
	for (int i = 0; i < 3; i++)
		tracks_add(&tracks, "s", (const char *const[]){ "A", "B", "C" }[i]);
	return tracks;
}

static struct change change_of(size_t track, uint32_t night, double effect)
{
	return (struct change){ .track = track,
		.at = night,
		.low = night,
		.high = night,
		.best = night,
		.effect = effect,
		.kind = CHANGE_CODE };
}

static struct reported_event *add_reported(struct reported *reported, const char *name)
{
	struct reported_event *event;

	reported->list = memory_grow(reported->list, &reported->capacity, reported->count + 1,
		sizeof(*reported->list));
	event = &reported->list[reported->count++];
	*event = (struct reported_event){ .withdrawn = -1 };
	snprintf(event->name, sizeof(event->name), "%s", name);
	return event;
}

static void add_reported_change(
	struct reported_event *event, const char *benchmark, double ratio, int night)
{
	event->changes = memory_grow(
		event->changes, &event->capacity, event->count + 1, sizeof(*event->changes));
	event->changes[event->count++] = (struct reported_change){ .suite = memory_text("s"),
		.benchmark = memory_text(benchmark),
		.ratio = ratio,
		.first = FIRST + night * DAY,
		.last = FIRST + night * DAY };
}

/* An event that moves by some nights keeps its name; one in the other direction gets none. */
static void test_kept(void **state)
{
	struct tracks tracks = thirty_nights();
	struct change list[] = { change_of(0, 12, 0.1), change_of(1, 12, 0.05),
		change_of(2, 9, -0.1) };
	struct changes changes = { .list = list, .count = 3 };
	struct decisions none = { 0 };
	struct reported reported = { 0 };
	struct reported_event *old = add_reported(&reported, "E20250110");
	struct events events;

	(void)state;
	add_reported_change(old, "A", 1.1, 9);
	add_reported_change(old, "B", 1.05, 9);
	add_reported_change(old, "C", 1.05, 9);
	events_make(&events, &tracks, &changes, &none, &reported);
	assert_int_equal(events.count, 2);
	assert_string_equal(events.list[0].name, "E20250110");
	assert_int_equal(events.list[0].best, 12);
	assert_string_equal(events.list[1].name, "E20250110b");
	assert_int_equal(reported.list[0].withdrawn, -1);
	events_release(&events);
	reported_release(&reported);
	tracks_release(&tracks);
}

/* Two steps of one benchmark within a week: each has its own name, however often it is
 * reported. */
static void test_steps_that_stand_close(void **state)
{
	struct tracks tracks = thirty_nights();
	struct change list[] = { change_of(0, 12, 0.1), change_of(0, 15, 0.1) };
	struct changes changes = { .list = list, .count = 2 };
	struct decisions none = { 0 };
	struct reported reported = { 0 };
	struct events events;

	(void)state;
	add_reported_change(add_reported(&reported, "E20250113"), "A", 1.1, 12);
	add_reported_change(add_reported(&reported, "E20250116"), "A", 1.1, 15);
	events_make(&events, &tracks, &changes, &none, &reported);
	assert_int_equal(events.count, 2);
	assert_int_equal(events_find(&events, &reported, "E20250113")->best, 12);
	assert_int_equal(events_find(&events, &reported, "E20250116")->best, 15);
	assert_int_equal(reported.list[0].withdrawn, -1);
	assert_int_equal(reported.list[1].withdrawn, -1);
	events_release(&events);
	reported_release(&reported);
	tracks_release(&tracks);
}

/* A further step comes later: the first of two that may be the reported one keeps its name. */
static void test_further_step(void **state)
{
	struct tracks tracks = thirty_nights();
	struct change list[] = { change_of(0, 10, 0.1), change_of(0, 25, 0.1) };
	struct changes changes = { .list = list, .count = 2 };
	struct decisions none = { 0 };
	struct reported reported = { 0 };
	struct reported_event *old = add_reported(&reported, "E20250111");
	struct events events;

	(void)state;
	list[1].low = 20;
	add_reported_change(old, "A", 1.1, 9);
	old->changes[0].last = FIRST + 26 * DAY;
	events_make(&events, &tracks, &changes, &none, &reported);
	assert_string_equal(events_of(&events, 0)->name, "E20250111");
	assert_string_equal(events_of(&events, 1)->name, "E20250126");
	events_release(&events);
	reported_release(&reported);
	tracks_release(&tracks);
}

/* What was reported of two events stays so, also where nights move one change to the other; a
 * decision goes with it. */
static void test_keeps_its_changes(void **state)
{
	struct tracks tracks = thirty_nights();
	struct change list[] = { change_of(0, 12, 0.1), change_of(1, 12, 0.1),
		change_of(2, 12, 0.1) };
	struct changes changes = { .list = list, .count = 3 };
	struct decisions decisions = { 0 };
	struct decision *one = decisions_add(&decisions);
	struct reported reported = { 0 };
	struct events events;

	(void)state;
	one->class = memory_text("ci");
	one->event = memory_text("E20250116");
	decision_add(
		one, "s/B", (struct decided){ FIRST + 15 * DAY, FIRST + 15 * DAY, exp(0.1) });
	add_reported_change(add_reported(&reported, "E20250113"), "A", 1.1, 12);
	add_reported_change(add_reported(&reported, "E20250116"), "B", 1.1, 15);
	events_make(&events, &tracks, &changes, &decisions, &reported);
	assert_int_equal(events.count, 2);
	assert_string_equal(events_of(&events, 0)->name, "E20250113");
	assert_string_equal(events_of(&events, 1)->name, "E20250116");
	assert_string_equal(events_of(&events, 2)->name, "E20250113");
	assert_int_equal(events.fates[1].state, EVENT_DECIDED);
	assert_int_equal(events.fates[2].state, EVENT_NEW);
	assert_int_equal(reported.list[0].withdrawn, -1);
	assert_int_equal(reported.list[1].withdrawn, -1);
	events_release(&events);
	decisions_release(&decisions);
	reported_release(&reported);
	tracks_release(&tracks);
}

/* Six nights away it is another one; what is gone says so, and which event has its benchmark.
 */
static void test_withdrawn(void **state)
{
	struct tracks tracks = thirty_nights();
	struct change list[] = { change_of(0, 12, 0.1), change_of(1, 12, 0.1),
		change_of(2, 20, 0.1) };
	struct changes changes = { .list = list, .count = 3 };
	struct decisions none = { 0 };
	struct reported reported = { 0 };
	struct reported_event *old = add_reported(&reported, "E20250113");
	struct events events;

	(void)state;
	add_reported_change(old, "A", 1.1, 12);
	add_reported_change(old, "B", 1.1, 12);
	add_reported_change(add_reported(&reported, "E20250114"), "B", 1.1, 13);
	add_reported_change(add_reported(&reported, "E20250115"), "C", 1.1, 14);
	old = add_reported(&reported, "E20250116");
	old->withdrawn = FIRST + 3 * DAY;
	add_reported_change(old, "C", 1.1, 13);
	events_make(&events, &tracks, &changes, &none, &reported);
	assert_non_null(events_find(&events, &reported, "E20250113"));
	assert_non_null(events_find(&events, &reported, "E20250121"));
	assert_int_equal(reported.list[0].withdrawn, -1);
	assert_int_equal(reported.list[1].withdrawn, LAST_DAY);
	assert_string_equal(reported.list[1].became, "E20250113");
	/* Its name stays one of that event. */
	assert_string_equal(events_find(&events, &reported, "E20250114")->name, "E20250113");
	assert_null(events_find(&events, &reported, "E20250115"));
	assert_ptr_equal(reported_withdrawn(&reported, "E20250115"), &reported.list[2]);
	assert_string_equal(reported.list[2].became, "");
	assert_int_equal(reported.list[3].withdrawn, FIRST + 3 * DAY);
	assert_null(reported_withdrawn(&reported, "E20250113"));
	events_release(&events);

	/* What was withdrawn and comes back has its name again. */
	list[2] = change_of(2, 14, 0.1);
	events_make(&events, &tracks, &changes, &none, &reported);
	assert_string_equal(events.list[0].name, "E20250115");
	assert_int_equal(reported.list[2].withdrawn, -1);
	events_release(&events);
	reported_release(&reported);
	tracks_release(&tracks);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_kept),
		cmocka_unit_test(test_further_step),
		cmocka_unit_test(test_steps_that_stand_close),
		cmocka_unit_test(test_keeps_its_changes),
		cmocka_unit_test(test_withdrawn),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
