/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "compare/verdict/machine_state.h"

#include <stdlib.h>
#include <string.h>

#include "compare/base/memory.h"

/* Load per core at the start of a run above which the machine was busy. */
#define BUSY 0.5
/* Shared cores count from this share of launches, and this many launches, on. */
#define SHARED              0.2
#define SHARED_LAUNCHES_MIN 20

/* The load in its metadata, if the machine was busy when the log was begun; else NULL. */
static const char *busy_load(const struct log *log)
{
	const char *load = log_meta(log, "load"), *cores = log_meta(log, "cores");
	double busy = load ? strtod(load, NULL) : 0, room = cores ? strtod(cores, NULL) : 0;

	return room > 0 && busy > BUSY * room ? load : NULL;
}

/* Those that met a neighbour on their core; 0 of 0 if few or unknown. */
static struct machine_share shared_launches(const struct log *log)
{
	const char *meta = log_meta(log, "core_shared");
	double shared, launches;
	char *end;

	if (!meta)
		return (struct machine_share){ 0 };
	shared = strtod(meta, &end);
	launches = strncmp(end, " of ", 4) ? 0 : strtod(end + 4, NULL);
	if (!(launches >= SHARED_LAUNCHES_MIN && launches < 1e15 && shared <= launches &&
		    shared > SHARED * launches))
		return (struct machine_share){ 0 };
	return (struct machine_share){ (size_t)shared, (size_t)launches };
}

struct machine_state machine_state(const struct comparison *c)
{
	struct machine_state state = { .busy = busy_load(c->old) || busy_load(c->new),
		.shared = shared_launches(c->old).part || shared_launches(c->new).part };

	for (size_t i = 0; i < c->row_count; i++) {
		const struct row *row = &c->rows[i];

		state.disturbed.part += row->old.disturbed + row->new.disturbed;
		state.disturbed.of += row->old.launches + row->new.launches;
	}
	state.known = state.disturbed.part || log_meta(c->old, "disturbed") ||
		      log_meta(c->new, "disturbed");
	return state;
}

/* NULL: nothing. */
static char *load_of(const struct log *log, const char *name, const char *what)
{
	const char *load = busy_load(log);

	return load ? memory_format("load %s on %s cores when the %s%s was begun", load,
			      log_meta(log, "cores"), name, what)
		    : NULL;
}

static char *shared_of(const struct log *log, const char *name, const char *what)
{
	struct machine_share share = shared_launches(log);

	return share.part ? memory_format("%zu of %zu launches of the %s%s", share.part,
				    share.of, name, what)
			  : NULL;
}

/* Of both logs in one text; both logs of a paired run describe the whole run. NULL: nothing. */
static char *of_both(const struct comparison *c, const char *key,
	char *(*of)(const struct log *, const char *name, const char *what))
{
	const char *then = log_meta(c->old, key), *now = log_meta(c->new, key);
	struct string_list list = { 0 };

	if (then && now && strcmp(then, now) == 0 && log_same_session(c->old, c->new))
		return of(c->old, "run", "");
	string_list_take(&list, of(c->old, c->names.old, " log"));
	string_list_take(&list, of(c->new, c->names.new, " log"));
	return list.count ? string_list_finish(&list, " and ") : NULL;
}

char *machine_load_text(const struct comparison *comparison)
{
	return of_both(comparison, "load", load_of);
}

char *machine_shared_text(const struct comparison *comparison)
{
	return of_both(comparison, "core_shared", shared_of);
}
