/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef DRIVER_PLAN_LEDGER_H
#define DRIVER_PLAN_LEDGER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/*
 * The time of each subject: spent, expected, left, and how much it may have. A launch is
 * expected to take as long as the latest ones of its benchmark. If there were none: the
 * requested launch time x the mean ratio of measured to requested time of the other benchmarks.
 * Updates take constant time.
 */
struct ledger_entry {
	/* What the run knows of its slots. */
	unsigned builds; /* that have it: launches of a slot */
	bool brief;      /* launches are as short as its turns allow, for the rest of the run */
	unsigned sharing; /* so many benchmarks share a launch; 0: it has its own */
	bool untried;     /* trials or tuning come before, or in, the next slot */
	double usual_ns;  /* of a slot of short samples */
	double start_ns;  /* until its programs run, all builds; 0: not known */
	double trial_ns;  /* guess for what is tuned and tried next */

	double expected_ns; /* of one launch */
	uint32_t left;      /* launches */
	uint32_t seen;      /* launches that ended, at most a few */
	bool met;           /* any launch was seen */
	double tuning_ns;   /* guess for what its tuning and trials take; 0: none */
	double tried_ns;    /* its trial launches took so long */
	double spent_ns;    /* by all its launches; INFINITY: more than it may */
	/* What a launch may take, and with `in_all` all of them together; 0: no limit. */
	double limit_ns;
	bool in_all;
	bool deferred; /* its launches take too long: it comes last */
	bool cut;      /* a trial was, and no launch has ended since */
};

struct ledger {
	struct ledger_entry *of; /* each subject */
	size_t count;
	double met_left_ns, unmet_left_ns; /* sums over all that are left */
	double tuning_left_ns;             /* as guessed */
	/* Of the first launches of the subjects, all together: */
	double guessed_ns, proved_ns, tuning_guessed_ns, tuning_proved_ns;
	double guessed_squares, proved_squares, products; /* for the error of their ratio */
	size_t met_count;
	size_t launches_left;
	double took_ns; /* sum over all that have ended */
	size_t launches_done;
};

void ledger_init(struct ledger *e, size_t count);
void ledger_release(struct ledger *e);
/* One more launch of the subject is to come, expected to take this long. */
void ledger_expect(struct ledger *e, size_t subject, double expected_ns);
/* Before the subject's first launch, or in it, comes tuning that takes about so long. */
void ledger_tunes(struct ledger *e, size_t subject, double ns);
#define LEDGER_TUNING_NS 3e6
/* A trial launch before its first one took so long. */
void ledger_tried(struct ledger *e, size_t subject, double took_ns);
/* None of its launches is to come any more. */
void ledger_drop_all(struct ledger *e, size_t subject);
/* A subject of which no launch is expected just now: what it takes is known from elsewhere. */
void ledger_know(struct ledger *e, size_t subject);
/* A launch has ended. next_ns: what it would have taken, had it not tuned. */
void ledger_ended(struct ledger *e, size_t subject, double took_ns, double next_ns);
/* A launch of the run that is resumed took so long. */
void ledger_learn(struct ledger *e, size_t subject, double next_ns);
/*
 * Wall time until the end with this many workers. elapsed_ns: since the first launch, from
 * which the time between launches follows; 0: not known.
 */
double ledger_left_ns(const struct ledger *e, unsigned workers, double elapsed_ns);
/* The time that passes is so many times that of the launches, at least 1. */
double ledger_pace(const struct ledger *e, unsigned workers, double elapsed_ns);
/* Of one launch of the subject, with the same guess for those that were not met. */
double ledger_launch_ns(const struct ledger *e, size_t subject);
/* The launch in the middle of those that were met; INFINITY: fewer than `least` were. */
double ledger_median_ns(const struct ledger *e, size_t least);
/* A slot of the subject, as far as it is known, and what it takes more where it shares its
 * launches with nobody; the next one, with what is tuned and tried. */
double ledger_slot_ns(const struct ledger *e, size_t subject);
double ledger_alone_ns(const struct ledger *e, size_t subject);
double ledger_next_slot_ns(const struct ledger *e, size_t subject);
/* Has it spent all that it may? It has no more rounds then. */
bool ledger_is_spent(const struct ledger *e, size_t subject);
/* What it may still spend; INFINITY: no limit. */
double ledger_allowed_ns(const struct ledger *e, size_t subject);
/*
 * Twice the standard error of what is left, as a share of it: subjects that were not met may
 * differ from the others. 0: all were met. INFINITY: too few were.
 */
double ledger_doubt(const struct ledger *e);

#endif
