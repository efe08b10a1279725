/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "driver/run/all_cpus.h"

#include <stdio.h>

#include "compare/base/memory.h"
#include "compare/base/string_list.h"
#include "driver/base/terminal.h"
#include "driver/base/units.h"
#include "driver/run/run.h"

void all_cpus_choose(struct run *run)
{
	bool beside = run->settings.cpus.workers > 1;

	for (size_t i = 0; i < run->subject_count; i++) {
		struct subject *s = &run->subjects[i];
		int64_t wish = s->settings->all_cpus;

		s->all_cpus = wish > 0 ||
			      (wish < 0 && s->threads && !(s->settings->command && beside));
		s->alone = s->settings->serial || s->all_cpus;
		run->cpus.all |= s->all_cpus;
	}
}

void all_cpus_say(const struct subject *subjects, size_t count)
{
	size_t all = 0, one = 0;

	for (size_t i = 0; i < count; i++) {
		const struct subject *s = &subjects[i];
		bool threads = s->threads && !s->settings->command;

		all += threads && s->all_cpus;
		one += threads && !s->all_cpus;
	}
	if (all)
		fprintf(stderr, "%zu benchmark%s %s threads: measured alone, on all CPUs\n",
			all, PLURAL(all), all == 1 ? "has" : "have");
	if (one)
		fprintf(stderr,
			"%zu benchmark%s %s threads, but launches keep to one CPU: all_cpus = "
			"no\n",
			one, PLURAL(one), one == 1 ? "has" : "have");
}

void all_cpus_report(const struct subject *subjects, size_t count, FILE *out)
{
	AUTO(string_list_release) struct string_list names = { 0 };

	for (size_t i = 0; i < count; i++) {
		const struct subject *s = &subjects[i];

		if (s->seen_threads && !s->threads)
			string_list_addf(&names, "%s/%s", s->suite, s->name);
	}
	if (names.count) {
		AUTO_FREE char *first = terminal_clean(names.items[0]);

		fprintf(out,
			"%zu benchmark%s, such as %s, started threads on one CPU; `all_cpus = "
			"yes` "
			"in [suite NAME] gives them all\n",
			names.count, PLURAL(names.count), first);
	}
}
