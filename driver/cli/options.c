/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "driver/cli/options.h"

#include <ctype.h>
#include <getopt.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "compare/base/memory.h"
#include "driver/base/message.h"
#include "driver/base/units.h"
#include "driver/cli/gone.h"

static bool takes(const struct option_set *set, const struct option_row *row)
{
	if (row->def.offset == offsetof(struct shared_options, format))
		return set->formats != NULL;
	return !row->groups || (set->shared & row->groups);
}

/* Of the rows that the set takes: those that are listed as its own, or the others. */
static const struct option_def *row_at(const struct option_set *set, bool own, size_t *i)
{
	for (const struct option_row *row = option_rows; row->def.name; row++)
		if (takes(set, row) && !(row->groups & SHARED_OWN) == !own && (*i)-- == 0)
			return &row->def;
	return NULL;
}

const struct option_def *options_shared(const struct option_set *set, size_t i)
{
	return row_at(set, false, &i);
}

/* Is the name one of those, which are separated by blanks? */
static bool is_named(const char *names, const char *name)
{
	size_t size = strlen(name);

	for (const char *p = names; (p = strstr(p, name)); p++)
		if ((p == names || p[-1] == ' ') && (!p[size] || p[size] == ' '))
			return true;
	return false;
}

static const struct option_def *own_at(const struct option_set *set, size_t *i)
{
	const struct option_def *const tables[] = { set->own, set->also };

	for (size_t k = 0; k < ARRAY_SIZE(tables); k++)
		for (const struct option_def *own = tables[k]; own && own->name; own++)
			if ((!set->only || is_named(set->only, own->name)) && (*i)-- == 0)
				return own;
	return row_at(set, true, i);
}

const struct option_def *options_own(const struct option_set *set, size_t i)
{
	return own_at(set, &i);
}

const struct option_def *options_at(const struct option_set *set, size_t i)
{
	const struct option_def *def = own_at(set, &i);

	return def ? def : row_at(set, false, &i);
}

const char *options_argument(const struct option_set *set, const struct option_def *def)
{
	return def->kind == OPTION_CHOICE && !def->argument ? set->formats : def->argument;
}

/* What the member is, which says what "not given" is. */
enum form { FORM_TRUTH, FORM_NUMBER, FORM_FRACTION, FORM_TEXT, FORM_LIST };

static enum form form_of(const struct option_def *def)
{
	return def->kind >= OPTION_PERCENT ? FORM_FRACTION
	       : def->kind >= OPTION_COUNT ? FORM_NUMBER
	       : def->kind >= OPTION_TEXTS ? FORM_LIST
	       : def->kind >= OPTION_TEXT  ? FORM_TEXT
					   : FORM_TRUTH;
}

char *options_variable(const char *option)
{
	for (const struct option_row *row = option_rows; row->def.name; row++)
		if ((row->sources & SOURCE_VARIABLE) && !strcmp(row->def.name, option)) {
			char *name = memory_format(OPTIONS_VARIABLE "%s", option);

			for (char *p = name; *p; p++)
				*p = *p == '-' ? '_' : (char)toupper((unsigned char)*p);
			return name;
		}
	return NULL;
}

static void clear(const struct option_def *def, void *options)
{
	void *member = (char *)options + def->offset;

	/* Zeroed is right for all others. */
	if (form_of(def) == FORM_NUMBER)
		*(int64_t *)member = -1;
	else if (form_of(def) == FORM_FRACTION)
		*(double *)member = NAN;
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
	int64_t least, int64_t most, const char *value, int64_t *ns, struct err *e)
{
	char text[16];

	if (duration_parse(value, ns, e))
		return -1;
	if (*ns <= 0 && least)
		return bd_err(e, "must be longer than 0");
	duration_text((double)(*ns < least ? least : most), text, sizeof(text));
	if (*ns < least)
		return bd_err(e, "must be at least %s", text);
	return most && *ns > most ? bd_err(e, "must be at most %s", text) : 0;
}

static int store_group(const char *value, int64_t *group, struct err *e)
{
	struct err not_used;

	*group = 1;
	return !strcmp(value, "no") || !count_parse(value, 2, GROUP_MAX, group, &not_used)
		       ? 0
		       : bd_err(e, "'%s' is neither `no` nor a number from 2 to %d", value,
				 GROUP_MAX);
}

#define INTERLEAVE_WORDS "yes|no|short|long"

static int store_interleave(const char *value, int64_t *way, struct err *e)
{
	static const int64_t ways[] = { INTERLEAVE_DEFAULT, INTERLEAVE_NO, INTERLEAVE_SHORT,
		INTERLEAVE_LONG };
	AUTO_FREE char *name = memory_format("--interleave=%s", value);
	int index = choice_index(INTERLEAVE_WORDS, value);
	const char *word;

	if (gone_name(name, e))
		return -1;
	if (index < 0)
		return choice_parse(INTERLEAVE_WORDS, value, &word, e);
	*way = ways[index];
	return 0;
}

int option_store(enum option_kind kind, int64_t least, int64_t most, const char *value,
	void *member, struct err *e)
{
	switch (kind) {
	case OPTION_COUNT:
		return count_parse(value, least, most ? most : INT64_MAX, member, e);
	case OPTION_DURATION:
		return store_duration(least, most, value, member, e);
	case OPTION_PERCENT:
		return percent_parse(value, member, e);
	case OPTION_SHARE:
		return share_parse(value, member, e);
	case OPTION_GROUP:
		return store_group(value, member, e);
	case OPTION_INTERLEAVE:
		return store_interleave(value, member, e);
	default:
		return bd_err(e, "internal error: kind %d", (int)kind);
	}
}

/* The limit of a member of struct run_settings, whichever option fills it. */
static int64_t most_of(const struct option_set *set, const struct option_def *def)
{
	for (const struct option_row *row = option_rows; row->def.name; row++)
		if (set->shared & SHARED_MEASURE && row->most && row->def.offset == def->offset)
			return row->most;
	return 0;
}

int options_store(const struct option_set *set, const struct option_def *def, void *options,
	const char *value, struct err *e)
{
	void *member = (char *)options + def->offset;

	switch (def->kind) {
	case OPTION_FLAG:
		*(bool *)member = true;
		return 0;
	case OPTION_TEXT:
	case OPTION_TEXTS:
		if (!*value)
			return bd_err(e, "its argument is empty");
		if (def->kind == OPTION_TEXT)
			*(const char **)member = value;
		else
			string_list_add(member, value);
		return 0;
	case OPTION_LIST:
		return store_list(member, value, e);
	case OPTION_CHOICE:
		return choice_parse(options_argument(set, def), value, member, e);
	default:
		return option_store(def->kind, def->least, most_of(set, def), value, member, e);
	}
}

/* name: "-x" or "--name". */
static int unknown_option(const struct option_set *set, const char *name, struct err *e)
{
	AUTO(string_list_release) struct string_list names = { 0 };
	const struct option_def *def;
	const char *near = NULL;
	AUTO_FREE char *option = NULL;

	if (gone_name(name, e))
		return -1;
	for (size_t i = 0; (def = options_at(set, i)); i++) {
		/* An abbreviation. */
		if (strlen(name) >= 5 && name[1] == '-' &&
			strstr(def->name, name + 2) == def->name)
			near = def->name;
		string_list_add(&names, def->name);
	}
	if (!near && name[1] == '-')
		near = string_list_nearest(&names, name + 2);
	if (near)
		option = memory_format("--%s", near);
	return bd_err(e, "unknown option '%s'%s; see bdriver %s --help", name,
		suggestion_of(option).text, set->name);
}

const struct option_def *options_find(
	const struct option_set *set, const char *name, char letter)
{
	const struct option_def *def;

	for (size_t i = 0; (def = options_at(set, i)); i++)
		if (name ? !strcmp(def->name, name) : def->letter && def->letter == letter)
			break;
	return def;
}

/* The tables for getopt_long(); val is 256 + the index of the option. */
struct parser {
	const struct option_set *set;
	struct option *longs;
	char *letters;
};

static void parser_build(struct parser *parser)
{
	const struct option_def *def;
	size_t n = 0;
	char *letter;

	while (options_at(parser->set, n))
		n++;
	parser->longs = memory_zeroed(n + 1, sizeof(*parser->longs));
	letter = parser->letters = memory_zeroed(2 * n + 3, 1);
	/* "-": arguments come in order, so argv[optind] is always the current word. ":": a
	 * missing argument differs from an unknown option. */
	*letter++ = '-';
	*letter++ = ':';
	for (size_t i = 0; i < n; i++) {
		bool takes;

		def = options_at(parser->set, i);
		takes = def->kind != OPTION_FLAG;
		parser->longs[i] = (struct option){
			.name = def->name, .has_arg = takes, .val = 256 + (int)i
		};
		if (def->letter)
			*letter++ = def->letter;
		if (def->letter && takes)
			*letter++ = ':';
	}
}

/* The option that getopt_long() found, NULL if it is none or was abbreviated. */
static const struct option_def *found_option(
	const struct option_set *set, int code, const char *word)
{
	const struct option_def *def;
	size_t length;

	if (code < 256)
		return options_find(set, NULL, (char)code);
	def = options_at(set, (size_t)code - 256);
	length = strlen(def->name);
	return !strncmp(word + 2, def->name, length) && strchr("=", word[2 + length]) ? def
										      : NULL;
}

static int bad_option(const struct option_set *set, int code, const char *word, struct err *e)
{
	const struct option_def *def =
		code == ':' || optopt >= 256 ? found_option(set, optopt, word) : NULL;
	AUTO_FREE char *name = word[1] == '-'
				       ? memory_format("%.*s", (int)strcspn(word, "="), word)
				       : memory_format("-%c", optopt);

	if (!def)
		return unknown_option(set, name, e);
	return code == ':' ? bd_err(e, "option '--%s' needs an argument: --%s=%s", def->name,
				     def->name, options_argument(set, def))
			   : bd_err(e, "option '--%s' takes no argument", def->name);
}

static int parse_words(const struct parser *parser, int argc, char **argv, void *options,
	char **args, struct err *e)
{
	const struct option_set *set = parser->set;
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
		if (options_store(set, def, options, optarg, &why))
			return bd_err(e, "--%s: %s", def->name, why.text);
	}
	while (optind < argc)
		args[count++] = argv[optind++];
	return count;
}

int options_parse(const struct option_set *set, int argc, char **argv, void *options,
	char **args, struct err *e)
{
	struct parser parser = { .set = set };
	const struct option_def *def;
	int count;

	memset(options, 0, set->size);
	if (set->shared & SHARED_MEASURE)
		run_settings_clear(options);
	for (size_t i = 0; (def = options_at(set, i)); i++)
		clear(def, options);
	parser_build(&parser);
	count = parse_words(&parser, argc, argv, options, args, e);
	free(parser.longs);
	free(parser.letters);
	return count;
}

void options_release(const struct option_set *set, void *options)
{
	const struct option_def *def;

	for (size_t i = 0; (def = options_at(set, i)); i++)
		if (form_of(def) == FORM_LIST)
			string_list_release(
				(struct string_list *)((char *)options + def->offset));
}

bool options_has(const struct option_def *def, const void *options)
{
	const void *member = (const char *)options + def->offset;

	switch (form_of(def)) {
	case FORM_TRUTH:
		return *(const bool *)member;
	case FORM_NUMBER:
		return *(const int64_t *)member >= 0;
	case FORM_FRACTION:
		return !isnan(*(const double *)member);
	case FORM_TEXT:
		return *(const char *const *)member != NULL;
	case FORM_LIST:
		break;
	}
	return ((const struct string_list *)member)->count > 0;
}

bool options_takes(const struct option_set *set, const struct option_def *def)
{
	const struct option_def *one;

	for (size_t i = 0; (one = options_at(set, i)); i++)
		if (one == def)
			return true;
	return false;
}

const struct option_def *options_given(
	const struct option_set *set, const void *options, const char *but)
{
	const struct option_def *def;

	for (size_t i = 0; (def = options_at(set, i)); i++)
		if (!is_named(but, def->name) && options_has(def, options))
			return def;
	return NULL;
}

void run_settings_clear(struct run_settings *settings)
{
	*settings = (struct run_settings){ 0 };
	for (const struct option_row *row = option_rows; row->def.name; row++)
		clear(&row->def, settings);
}

void run_settings_take(
	struct run_settings *settings, const struct run_settings *from, enum source source)
{
	for (const struct option_row *row = option_rows; row->def.name; row++) {
		size_t at = row->def.offset;
		char *to = (char *)settings + at;

		if (!(row->sources & source) || options_has(&row->def, settings))
			continue;
		if (source == SOURCE_DEFAULT && row->def.kind == OPTION_SHARE)
			*(double *)to = row->otherwise;
		else if (source == SOURCE_DEFAULT)
			*(int64_t *)to = (int64_t)row->otherwise;
		else
			memcpy(to, (const char *)from + at,
				row->def.kind == OPTION_FLAG ? sizeof(bool) : sizeof(int64_t));
	}
}
