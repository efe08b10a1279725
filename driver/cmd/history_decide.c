/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "driver/cmd/history_decide.h"

#include <math.h>
#include <pwd.h>
#include <stdio.h>
#include <time.h>
#include <unistd.h>

#include "compare/base/memory.h"
#include "compare/base/regex.h"
#include "compare/print/format.h"
#include "driver/base/message.h"

static void tell_missing(const struct opened *opened, const char *name)
{
	const struct reported_event *old = NULL;
	AUTO_FREE char *text = NULL;

	for (size_t i = 0; i < opened->count && !old; i++)
		old = reported_withdrawn(&opened->classes[i].reported, name);
	if (old)
		text = withdrawn_text(old);
	message_error(EXIT_USAGE,
		"there is no event '%s'%s%s; `bdriver history --all` lists them", name,
		old ? " any more: " : "", old ? text : "");
}

/* The only event of that name; prints why not. */
static const struct event *find_event(
	const struct opened *opened, const char *name, size_t *class)
{
	const struct event *event = NULL;

	for (size_t i = 0; i < opened->count; i++) {
		const struct analysis *a = &opened->classes[i];
		const struct event *one = events_find(&a->events, &a->reported, name);

		if (one && event) {
			message_error(EXIT_USAGE,
				"%s: several machines have an event of this name; give "
				"--machine",
				name);
			return NULL;
		}
		if (one) {
			event = one;
			*class = i;
		}
	}
	if (!event)
		tell_missing(opened, name);
	return event;
}

static char *user_name(void)
{
	const struct passwd *entry = getpwuid(getuid());

	return memory_text(entry && entry->pw_name ? entry->pw_name : "unknown");
}

static bool named(const struct string_list *globs, const struct track *track)
{
	bool found = !globs->count;

	for (size_t i = 0; i < globs->count && !found; i++)
		found = glob_names(globs->items[i], track->suite, track->benchmark);
	return found;
}

/* One call. */
struct deciding {
	const struct history_args *own;
	enum decision_kind kind;
	struct opened opened;
	struct decisions decisions;
	struct string_list said; /* printed when all is on the disk */
};

static struct decision *begin(
	struct decisions *decisions, const char *class, const char *reason)
{
	struct decision *decision = decisions_add(decisions);

	decision->class = memory_text(class);
	decision->who = user_name();
	decision->reason = memory_text(reason);
	decision->when = time(NULL);
	return decision;
}

/* Of the named benchmarks of the event. */
static int decide_event(struct deciding *d, const char *name)
{
	size_t class = 0;
	const struct event *event = find_event(&d->opened, name, &class);
	const struct analysis *a = &d->opened.classes[class];
	struct decision *decision;
	size_t count;

	if (!event)
		return EXIT_USAGE;
	decision = begin(&d->decisions, a->tracks.class, d->own->message);
	decision->event = memory_text(event->name);
	decision->first = a->tracks.nights[event->low].started;
	decision->last = a->tracks.nights[event->high].started;
	decision->direction = event->rise ? DIRECTION_RISE : DIRECTION_FALL;
	for (size_t i = 0; i < event->count; i++) {
		const struct change *change = &a->changes.list[event->changes[i]];
		const struct track *track = &a->tracks.tracks[change->track];
		AUTO_FREE char *benchmark =
			memory_format("%s/%s", track->suite, track->benchmark);

		if (named(&d->own->only, track))
			decision_add(decision, benchmark,
				(struct decided){ a->tracks.nights[change->low].started,
					a->tracks.nights[change->high].started,
					exp(change->effect) });
	}
	count = decision->benchmarks.count;
	if (!count)
		return message_error(EXIT_USAGE, "--only %s: is no benchmark of %s",
			d->own->only.items[0], event->name);
	string_list_addf(&d->said, "%s: %s, %s%zu benchmark%s", event->name,
		decision_word(d->kind), count == event->count ? "all of it: " : "of it only ",
		count, PLURAL(count));
	return EXIT_FINE;
}

/* Of all that no decision names. */
static void decide_before(struct deciding *d, int64_t before)
{
	for (size_t i = 0; i < d->opened.count; i++) {
		const struct analysis *a = &d->opened.classes[i];
		size_t count = 0;

		begin(&d->decisions, a->tracks.class, d->own->message)->before = before;
		for (size_t k = 0; k < a->events.count; k++)
			count += a->tracks.nights[a->events.list[k].best].started < before;
		string_list_addf(&d->said,
			"%s: %s, all of %zu event%s before %s that no "
			"decision names",
			a->tracks.class, decision_word(d->kind), count, PLURAL(count),
			d->own->before);
	}
}

/* Appends to the file first: it is the truth. */
static int write_decisions(const struct history_args *own, const struct decisions *decisions)
{
	AUTO_FREE char *path = store_decisions_path(history_folder(own));
	struct change_settings settings;
	AUTO(store_close) struct store store = { 0 };
	struct err e;
	int code = history_settings(own, &settings);

	if (!code && decisions_append(path, decisions, &e))
		code = message_error(EXIT_WRITE, "%s", e.text);
	else if (!code && (store_open(&store, history_folder(own), DATABASE_WRITE, &e) ||
				  store_derive(&store, &settings, &e)))
		code = message_error(
			EXIT_WRITE, "%s; the decision is kept in %s and holds", e.text, path);
	return code;
}

static int check(const struct history_args *own, int count, const char *word)
{
	if (!count == !own->before)
		return message_error(EXIT_USAGE,
			"usage: bdriver history %s [OPTION...] EVENT...|--before DATE -m WHY",
			word);
	if (own->before && own->only.count)
		return message_error(EXIT_USAGE,
			"--only is of events that are named; it does not go with --before");
	return own->message ? EXIT_FINE
			    : message_error(EXIT_USAGE, "a decision needs its reason: -m WHY");
}

static int decide(
	const struct history_args *own, char **args, int count, enum decision_kind kind)
{
	struct deciding d = { .own = own, .kind = kind };
	int64_t until, before;
	int code = check(own, count, decision_word(kind));

	code = code ? code : history_date("until", own->until, &until);
	code = code ? code : history_date("before", own->before, &before);
	code = code ? code : history_open(&d.opened, own);
	for (int i = 0; !code && i < count; i++)
		code = decide_event(&d, args[i]);
	if (!code && own->before)
		decide_before(&d, before);
	for (size_t i = 0; !code && i < d.decisions.count; i++) {
		d.decisions.list[i].kind = kind;
		d.decisions.list[i].until = until;
		d.decisions.list[i].up_to = own->up_to;
		d.decisions.list[i].link = own->link ? memory_text(own->link) : NULL;
	}
	code = code ? code : write_decisions(own, &d.decisions);
	for (size_t i = 0; !code && !own->shared.quiet && i < d.said.count; i++)
		message_line(stdout, "%s", d.said.items[i]);
	history_close(&d.opened);
	string_list_release(&d.said);
	decisions_release(&d.decisions);
	return code;
}

int history_known_before(
	const struct history_args *own, const char *class, int64_t before, struct err *e)
{
	AUTO_FREE char *path = store_decisions_path(history_folder(own));
	AUTO(decisions_release) struct decisions decisions = { 0 };

	begin(&decisions, class, "known when the history began")->before = before;
	return decisions_append(path, &decisions, e);
}

#define DECIDES(word, KIND, means)                                                      \
	static int history_##word(void *own, char **args, int count)                    \
	{                                                                               \
		return decide(own, args, count, DECISION_##KIND);                       \
	}                                                                               \
	const struct command verb_##word = {                                            \
		.summary = means,                                                       \
		.arguments = "EVENT...|--before DATE -m WHY",                           \
		.max_arguments = -1,                                                    \
		.options = HISTORY_SET("history " #word, NULL,                          \
			"history message only before up-to until link machine alarms"), \
		.run = history_##word,                                                  \
	}

DECIDES(accept, ACCEPT, "decide that events are wanted, or the price of something");
DECIDES(noise, NOISE, "decide that events are false alarms");
DECIDES(machine, MACHINE, "decide that the machine did it");
DECIDES(fixed, FIXED, "decide that a repair is on its way");
DECIDES(reopen, REOPEN, "take back what was decided");
