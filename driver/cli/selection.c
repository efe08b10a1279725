/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "driver/cli/selection.h"

#include <stdlib.h>
#include <unistd.h>

#include "compare/base/memory.h"
#include "compare/base/regex.h"
#include "driver/base/message.h"
#include "driver/base/path.h"
#include "driver/base/units.h"

struct selection {
	const struct shared_options *options;
	char *const *words;
	size_t word_count;
	bool *word_hit;
	struct regex **filters;
	size_t filter_count; /* compiled so far */
	bool *filter_hit;
	const char *costly_filter; /* did not end on some name; or NULL */
	size_t offered, most /* of the builds before */, taken;
	bool of_log;
	struct string_list seen; /* of_log: those of the wanted suites that the logs have */
};

static int compile_filters(struct selection *selection, struct err *e)
{
	const struct string_list *filters = &selection->options->filters;
	struct err why;

	for (size_t i = 0; i < filters->count; i++) {
		selection->filters[i] = regex_new(filters->items[i], &why);
		if (!selection->filters[i])
			return bd_err(e, "--filter %s", why.text);
		selection->filter_count++;
	}
	return 0;
}

struct selection *selection_new(
	const struct shared_options *options, char *const *words, int word_count, struct err *e)
{
	struct selection *selection = memory_zeroed(1, sizeof(*selection));

	selection->options = options;
	selection->words = words;
	selection->word_count = (size_t)word_count;
	selection->word_hit = memory_zeroed(selection->word_count, sizeof(bool));
	selection->filters = memory_zeroed(options->filters.count, sizeof(struct regex *));
	selection->filter_hit = memory_zeroed(options->filters.count, sizeof(bool));
	if (compile_filters(selection, e)) {
		selection_free(selection);
		return NULL;
	}
	return selection;
}

struct selection *selection_of_log(const struct shared_options *options, struct err *e)
{
	struct selection *selection;

	if (options->tags.count || options->skip_tags.count) {
		bd_err(e, "logs hold no tags; use --filter or --suite to choose benchmarks");
		return NULL;
	}
	selection = selection_new(options, NULL, 0, e);
	if (selection)
		selection->of_log = true;
	return selection;
}

void selection_free(struct selection *selection)
{
	if (!selection)
		return;
	for (size_t i = 0; i < selection->filter_count; i++)
		regex_free(selection->filters[i]);
	free(selection->filters);
	free(selection->filter_hit);
	free(selection->word_hit);
	string_list_release(&selection->seen);
	free(selection);
}

static bool any_word(struct selection *selection, const char *suite, const char *benchmark)
{
	bool any = selection->word_count == 0;

	for (size_t i = 0; i < selection->word_count; i++) {
		if (glob_names(selection->words[i], suite, benchmark)) {
			selection->word_hit[i] = true;
			any = true;
		}
	}
	return any;
}

static bool any_filter(struct selection *selection, const char *benchmark)
{
	bool any = selection->filter_count == 0;

	for (size_t i = 0; i < selection->filter_count; i++) {
		enum regex_answer answer = regex_match(selection->filters[i], benchmark);

		if (answer == REGEX_COSTLY)
			selection->costly_filter = selection->options->filters.items[i];
		if (answer == REGEX_MATCHES)
			any = selection->filter_hit[i] = true;
	}
	return any;
}

static bool any_tag(const struct string_list *wanted, const struct string_list *tags)
{
	for (size_t i = 0; i < wanted->count; i++)
		if (string_list_has(tags, wanted->items[i]))
			return true;
	return false;
}

bool selection_takes(struct selection *selection, const char *suite, const char *benchmark,
	const struct string_list *tags)
{
	const struct shared_options *options = selection->options;
	/* Both are always asked: each notes its hits. */
	bool word = any_word(selection, suite, benchmark);
	bool filter = any_filter(selection, benchmark);
	bool takes = word && filter &&
		     (!options->tags.count || any_tag(&options->tags, tags)) &&
		     !any_tag(&options->skip_tags, tags);

	selection->offered++;
	selection->taken += takes;
	return takes;
}

bool selection_wants(const char *suite, const char *benchmark, void *given)
{
	static const struct string_list no_tags;
	struct selection *selection = given;
	const struct string_list *suites = &selection->options->suites;

	if (suites->count && !string_list_has(suites, suite))
		return false;
	if (suites->count && !string_list_has(&selection->seen, suite))
		string_list_add(&selection->seen, suite);
	return selection_takes(selection, suite, benchmark, &no_tags);
}

void selection_again(struct selection *selection)
{
	if (selection->offered > selection->most)
		selection->most = selection->offered;
	selection->offered = 0;
}

bool word_is_path(const char *word)
{
	return *word == '/' || !strncmp(word, "./", 2) || !strncmp(word, "../", 3) ||
	       !strcmp(word, ".") || !strcmp(word, "..") || path_ends_with(word, "/");
}

bool word_is_missing(const char *word, struct err *e)
{
	AUTO_FREE char *first = memory_format("%.*s", (int)strcspn(word, " \t"), word);

	if (!word_is_path(word) || !access(word, F_OK) || !access(first, F_OK))
		return false;
	bd_err(e, "%s: No such file or directory; build it, or correct its path", first);
	return true;
}

int selection_check(
	const struct selection *selection, const struct string_list *names, struct err *e)
{
	const struct string_list *suites = &selection->options->suites;
	size_t offered = selection->offered ? selection->offered : selection->most;
	const char *see = selection->of_log ? "bdriver show LOG" : "bdriver list";

	for (size_t i = 0; selection->of_log && i < suites->count; i++)
		if (!string_list_has(&selection->seen, suites->items[i]))
			return bd_err(e, "no log here has a suite '%s'; see bdriver show LOG",
				suites->items[i]);
	for (size_t i = 0; i < selection->word_count; i++) {
		const char *word = selection->words[i];

		if (selection->word_hit[i])
			continue;
		return word_is_missing(word, e)
			       ? -1
			       : bd_err(e, "no benchmark matches '%s'%s; see %s", word,
					 suggestion(names, word).text, see);
	}
	if (selection->costly_filter)
		return bd_err(e,
			"--filter '%s' takes too long on a name; write it without nested "
			"repetitions",
			selection->costly_filter);
	for (size_t i = 0; i < selection->filter_count; i++)
		if (!selection->filter_hit[i])
			return bd_err(e, "no benchmark matches --filter '%s'; see %s",
				selection->options->filters.items[i], see);
	if (!offered)
		return bd_err(e,
			"the suites hold no benchmark at all; were they in a static library? "
			"Use an OBJECT library or --whole-archive");
	if (!selection->taken)
		return bd_err(e,
			"words, --filter, --tags and --skip-tags together select none of "
			"%zu benchmark%s; see the tags in %s",
			offered, PLURAL(offered), see);
	return 0;
}
