/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "driver/cli/options.h"

#include <getopt.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "compare/base/memory.h"
#include "driver/base/suggestion.h"
#include "driver/base/units.h"
#include "driver/cli/gone.h"

#define SHARED(member) offsetof(struct shared_options, member)

struct shared_def {
	unsigned groups; /* 0: always */
	struct option_def def;
};

/* The argument of --format is the command's list of formats. */
static const struct shared_def shared_defs[] = {
	{ SHARED_CONFIG,
		{ "config", 'c', OPTION_TEXT, SHARED(config), 0, "FILE",
			"configuration file (default: ./bdriver.ini, if it exists)" } },
	{ SHARED_SELECT,
		{ "suite", 's', OPTION_TEXTS, SHARED(suites), 0, "NAME|PATH",
			"only this suite: a configured name, or the path of an executable; "
			"repeatable" } },
	{ SHARED_SELECT, { "adapter", 0, OPTION_TEXT, SHARED(adapter), 0, "NAME",
				 "protocol of suites that are not in bdriver.ini (default: "
				 "detected from the file, else bdriver)" } },
	{ SHARED_SELECT | SHARED_ASK,
		{ "list-timeout", 0, OPTION_DURATION, SHARED(list_timeout_ns), 0, "DURATION",
			"leave out a suite that takes longer to list its benchmarks "
			"(default: 60s)" } },
	{ SHARED_SELECT,
		{ "command", 0, OPTION_TEXTS, SHARED(commands), 0, "'NAME: LINE'",
			"measure this command line; {build} is replaced by the value of "
			"--old or --new; repeatable" } },
	{ SHARED_LOG, { "suite", 's', OPTION_TEXTS, SHARED(suites), 0, "NAME",
			      "only this suite of the log; repeatable" } },
	{ SHARED_SELECT | SHARED_LOG,
		{ "filter", 'f', OPTION_TEXTS, SHARED(filters), 0, "REGEX",
			"only benchmarks whose name matches this regular expression; "
			"repeatable (one match is enough)" } },
	{ SHARED_SELECT,
		{ "tags", 't', OPTION_LIST, SHARED(tags), 0, "LIST",
			"only benchmarks with one of these tags (separated by commas)" } },
	{ SHARED_SELECT,
		{ "skip-tags", 'T', OPTION_LIST, SHARED(skip_tags), 0, "LIST",
			"no benchmarks with one of these tags (separated by commas)" } },
	{ SHARED_MEASURE, { "workers", 'j', OPTION_COUNT, SHARED(workers), 1, "N",
				  "launches to run in parallel (default: physical cores minus "
				  "one, at least one)" } },
	{ SHARED_MEASURE,
		{ "timeout", 0, OPTION_DURATION, SHARED(timeout_ns), 0, "DURATION",
			"kill a launch that takes longer (default: 60s; in a run at most 10s "
			"plus ten times the benchmark's longest launch so far)" } },
	{ SHARED_MEASURE, { "seed", 0, OPTION_COUNT, SHARED(seed), 0, "N",
				  "seed for the order of the launches (default: random)" } },
	{ SHARED_MEASURE, { "no-wait", 0, OPTION_FLAG, SHARED(no_wait), 0, NULL,
				  "fail, instead of waiting, if another bdriver measures on "
				  "the same CPUs" } },
	{ SHARED_LAUNCH, { "samples", 0, OPTION_COUNT, SHARED(samples), 1, "N",
				 "take at most N samples per launch (default: 200)" } },
	{ SHARED_LAUNCH,
		{ "launch-time", 0, OPTION_DURATION, SHARED(launch_time_ns), 1, "DURATION",
			"time that a launch spends on samples (default: 100ms; "
			"interleaved: 20ms)" } },
	{ SHARED_LAUNCH,
		{ "group", 0, OPTION_TEXT, SHARED(group), 0, "N|no",
			"measure up to N benchmarks of a Google Benchmark suite in each "
			"launch (default: up to 50 and a fifth of the suite, if its start "
			"takes 250ms and five launch times; else no)" } },
	{ SHARED_LAUNCH,
		{ "interleave", 0, OPTION_CHOICE, SHARED(interleave), 0, "yes|no|short|long",
			"with two builds: interleave the two launches of a round, in "
			"long turns of 10ms, or in short ones of 1 to 10ms, as "
			"the benchmark allows (default: short)" } },
	{ SHARED_LAUNCH, { "layout", 0, OPTION_CHOICE, SHARED(layout), 0, "same|random",
				 "with several builds: the launches of a round have the same "
				 "addresses, or each has random ones (default: same)" } },
	{ 0, { "format", 0, OPTION_CHOICE, SHARED(format), 0, NULL, "output format" } },
	{ 0, { "quiet", 'q', OPTION_FLAG, SHARED(quiet), 0, NULL, "print only what matters" } },
	{ 0, { "verbose", 'v', OPTION_FLAG, SHARED(verbose), 0, NULL, "print more" } },
	{ 0, { "color", 0, OPTION_CHOICE, SHARED(color), 0, "auto|always|never",
		     "use colours (default: auto; NO_COLOR is respected)" } },
	{ 0, { "help", 'h', OPTION_FLAG, SHARED(help), 0, NULL, "print this help" } },
	{ 0, { "version", 'V', OPTION_FLAG, SHARED(version), 0, NULL, "print the version" } },
};

enum { SHARED_COUNT = ARRAY_SIZE(shared_defs) };

static bool takes(const struct option_set *set, const struct shared_def *shared)
{
	if (shared->def.offset == SHARED(format))
		return set->formats != NULL;
	return !shared->groups || (set->shared & shared->groups);
}

const struct option_def *options_shared(const struct option_set *set, size_t i)
{
	for (size_t k = 0; k < SHARED_COUNT; k++)
		if (takes(set, &shared_defs[k]) && i-- == 0)
			return &shared_defs[k].def;
	return NULL;
}

const struct option_def *options_at(const struct option_set *set, size_t i)
{
	const struct option_def *own = set->own;

	for (; own && own->name; own++)
		if (i-- == 0)
			return own;
	return options_shared(set, i);
}

const char *options_argument(const struct option_set *set, const struct option_def *def)
{
	return def->kind == OPTION_CHOICE && !def->argument ? set->formats : def->argument;
}

static void set_not_given(const struct option_def *def, void *member)
{
	switch (def->kind) {
	case OPTION_COUNT:
	case OPTION_DURATION:
		*(int64_t *)member = -1;
		break;
	case OPTION_PERCENT:
	case OPTION_SHARE:
		*(double *)member = NAN;
		break;
	default: /* zeroed is right for all others */
		break;
	}
}

int choice_index(const char *choices, const char *word)
{
	size_t length = strlen(word);
	int index = 0;

	while (strncmp(choices, word, length) != 0 || !strchr("|", choices[length])) {
		choices = strchr(choices, '|');
		if (!choices++)
			return -1;
		index++;
	}
	return index;
}

/* Finds `word` among "a|b|c". Returns 0 with *found in static memory of the parse, or -1. */
static int choice_parse(const char *words, const char *word, const char **found, struct err *e)
{
	AUTO(string_list_release) struct string_list known = { 0 };
	int result = 0;

	string_list_split(&known, words, "|");
	if (!string_list_has(&known, word))
		result = bd_err(e, "'%s' is not one of %s%s", word, words,
			suggestion(&known, word).text);
	else
		*found = word;
	return result;
}

static int store_list(struct string_list *list, const char *value, struct err *e)
{
	string_list_split(list, value, ",");
	return list->count ? 0 : bd_err(e, "'%s' is an empty list", value);
}

static int store_duration(
	const struct option_def *def, const char *value, int64_t *ns, struct err *e)
{
	if (duration_parse(value, ns, e))
		return -1;
	return *ns >= def->least ? 0 : bd_err(e, "must be longer than 0");
}

static int store(const struct option_set *set, const struct option_def *def, char *options,
	const char *value, struct err *e)
{
	void *member = options + def->offset;

	switch (def->kind) {
	case OPTION_FLAG:
		*(bool *)member = true;
		return 0;
	case OPTION_TEXT:
		*(const char **)member = value;
		return *value ? 0 : bd_err(e, "its argument is empty");
	case OPTION_TEXTS:
		string_list_add(member, value);
		return *value ? 0 : bd_err(e, "its argument is empty");
	case OPTION_LIST:
		return store_list(member, value, e);
	case OPTION_COUNT:
		return count_parse(value, def->least, INT64_MAX, member, e);
	case OPTION_DURATION:
		return store_duration(def, value, member, e);
	case OPTION_PERCENT:
		return percent_parse(value, member, e);
	case OPTION_SHARE:
		return share_parse(value, member, e);
	case OPTION_CHOICE:
		if (gone_word(def->name, value, e))
			return -1;
		return choice_parse(options_argument(set, def), value, member, e);
	}
	return bd_err(e, "internal error: kind %d", def->kind);
}

static int unknown_option(const struct option_set *set, const char *word, struct err *e)
{
	AUTO(string_list_release) struct string_list names = { 0 };
	const struct option_def *def;
	/* A letter has no "=VALUE" to cut off. */
	size_t length = word[1] == '-' ? strcspn(word, "=") : strlen(word);
	AUTO_FREE char *name = memory_format("%.*s", (int)length, word);
	const char *near = NULL;
	AUTO_FREE char *option = NULL;

	if (gone_name(name, e))
		return -1;
	for (size_t i = 0; (def = options_at(set, i)); i++) {
		/* An abbreviation. */
		if (length >= 5 && name[1] == '-' && strstr(def->name, name + 2) == def->name)
			near = def->name;
		string_list_add(&names, def->name);
	}
	if (!near && name[1] == '-')
		near = string_list_nearest(&names, name + 2);
	if (near)
		option = memory_format("--%s", near);
	bd_err(e, "unknown option '%s'%s; see bdriver %s --help", name,
		suggestion_of(option).text, set->name);
	return -1;
}

/* The tables for getopt_long(); val is 256 + the index of the option. */
struct parser {
	struct option *longs;
	char *letters;
	size_t count;
};

static void parser_build(struct parser *parser, const struct option_set *set)
{
	const struct option_def *def;
	size_t n = 0, k = 0;

	while (options_at(set, n))
		n++;
	parser->longs = memory_zeroed(n + 1, sizeof(*parser->longs));
	parser->letters = memory_zeroed(2 * n + 3, 1);
	/* "-": arguments come in order, so argv[optind] is always the current word. ":": a
	 * missing argument differs from an unknown option. */
	memcpy(parser->letters, "-:", 2);
	k = 2;
	for (size_t i = 0; i < n; i++) {
		def = options_at(set, i);
		parser->longs[i].name = def->name;
		parser->longs[i].has_arg = def->kind != OPTION_FLAG;
		parser->longs[i].val = 256 + (int)i;
		if (!def->letter)
			continue;
		parser->letters[k++] = def->letter;
		if (def->kind != OPTION_FLAG)
			parser->letters[k++] = ':';
	}
	parser->count = n;
}

/* The option that getopt_long() found, NULL if it is none or was abbreviated. */
static const struct option_def *found_option(
	const struct option_set *set, int code, const char *word)
{
	const struct option_def *def;
	size_t length;

	if (code < 256) {
		for (size_t i = 0; (def = options_at(set, i)); i++)
			if (def->letter && def->letter == code)
				return def;
		return NULL;
	}
	def = options_at(set, (size_t)code - 256);
	length = strlen(def->name);
	if (strncmp(word + 2, def->name, length) != 0 ||
		(word[2 + length] && word[2 + length] != '='))
		return NULL;
	return def;
}

static int bad_option(const struct option_set *set, int code, const char *word, struct err *e)
{
	char letter[3] = { '-', (char)optopt, '\0' };
	const struct option_def *def;

	if (code == ':') {
		def = found_option(set, optopt, word);
		if (def)
			return bd_err(e, "option '--%s' needs an argument: --%s=%s", def->name,
				def->name, options_argument(set, def));
	} else if (optopt >= 256) {
		def = found_option(set, optopt, word);
		if (def)
			return bd_err(e, "option '--%s' takes no argument", def->name);
	}
	if (word[0] == '-' && word[1] != '-')
		return unknown_option(set, letter, e);
	return unknown_option(set, word, e);
}

static int parse_words(const struct option_set *set, const struct parser *parser, int argc,
	char **argv, void *options, char **args, struct err *e)
{
	int count = 0;

	optind = 0; /* glibc: start anew */
	opterr = 0;
	for (;;) {
		const char *word = argv[optind > 0 ? optind : 1];
		int code = getopt_long(argc, argv, parser->letters, parser->longs, NULL);
		const struct option_def *def;
		struct err why;

		if (code == -1)
			break;
		if (code == 1) {
			args[count++] = optarg;
			continue;
		}
		def = code == '?' || code == ':' ? NULL : found_option(set, code, word);
		if (!def)
			return bad_option(set, code, word, e);
		if (store(set, def, options, optarg, &why))
			return bd_err(e, "--%s: %s", def->name, why.text);
	}
	while (optind < argc)
		args[count++] = argv[optind++];
	return count;
}

int options_parse(const struct option_set *set, int argc, char **argv, void *options,
	char **args, struct err *e)
{
	struct parser parser = { 0 };
	const struct option_def *def;
	int count;

	memset(options, 0, set->size);
	for (def = set->own; def && def->name; def++)
		set_not_given(def, (char *)options + def->offset);
	for (size_t i = 0; i < SHARED_COUNT; i++)
		set_not_given(&shared_defs[i].def, (char *)options + shared_defs[i].def.offset);
	parser_build(&parser, set);
	count = parse_words(set, &parser, argc, argv, options, args, e);
	free(parser.longs);
	free(parser.letters);
	return count;
}

void options_release(const struct option_set *set, void *options)
{
	const struct option_def *def;

	for (size_t i = 0; (def = options_at(set, i)); i++)
		if (def->kind == OPTION_TEXTS || def->kind == OPTION_LIST)
			string_list_release(
				(struct string_list *)((char *)options + def->offset));
}

bool options_has(const struct option_def *def, const void *options)
{
	const void *member = (const char *)options + def->offset;

	switch (def->kind) {
	case OPTION_FLAG:
		return *(const bool *)member;
	case OPTION_TEXT:
	case OPTION_CHOICE:
		return *(const char *const *)member != NULL;
	case OPTION_TEXTS:
	case OPTION_LIST:
		return ((const struct string_list *)member)->count > 0;
	case OPTION_COUNT:
	case OPTION_DURATION:
		return *(const int64_t *)member >= 0;
	case OPTION_PERCENT:
	case OPTION_SHARE:
		return !isnan(*(const double *)member);
	}
	return false;
}

const struct option_def *options_given(
	const struct option_set *set, const void *options, const char *const *but)
{
	const struct option_def *def;

	for (size_t i = 0; (def = options_at(set, i)); i++) {
		size_t k = 0;

		while (but[k] && strcmp(but[k], def->name) != 0)
			k++;
		if (!but[k] && options_has(def, options))
			return def;
	}
	return NULL;
}
