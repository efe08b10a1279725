/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "driver/cli/log_selection.h"

int log_selection_init(
	struct log_selection *selection, const struct shared_options *options, struct err *e)
{
	if (options->tags.count || options->skip_tags.count)
		return bd_err(
			e, "logs hold no tags; use --filter or --suite to choose benchmarks");
	selection->suites = &options->suites;
	selection->selection = selection_new(options, NULL, 0, e);
	return selection->selection ? 0 : -1;
}

void log_selection_release(struct log_selection *selection)
{
	string_list_release(&selection->seen);
	selection_free(selection->selection);
	*selection = (struct log_selection){ 0 };
}

bool log_selection_wants(const char *suite, const char *benchmark, void *given)
{
	static const struct string_list no_tags;
	struct log_selection *selection = given;

	if (selection->suites->count && !string_list_has(selection->suites, suite))
		return false;
	if (selection->suites->count && !string_list_has(&selection->seen, suite))
		string_list_add(&selection->seen, suite);
	return selection_takes(selection->selection, suite, benchmark, &no_tags);
}

int log_selection_check(const struct log_selection *selection, struct err *e)
{
	static const struct string_list no_names;

	for (size_t i = 0; i < selection->suites->count; i++)
		if (!string_list_has(&selection->seen, selection->suites->items[i]))
			return bd_err(e, "no log here has a suite '%s'; see bdriver show LOG",
				selection->suites->items[i]);
	return selection_check(selection->selection, &no_names, "bdriver show LOG", e);
}
