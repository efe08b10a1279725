/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <ctype.h>
#include <errno.h>
#include <math.h>
#include <regex.h>
#include <stdlib.h>
#include <string.h>

#include "compare/memory.h"
#include "driver/config_keys.h"
#include "driver/units.h"

static void replace(char **member, char *text)
{
	free(*member);
	*member = text;
}

static char *join(const char *folder, const char *path)
{
	if (*path == '/' || !*folder)
		return memory_text(path);
	return memory_format("%s/%s", folder, path);
}

/* Splits at blanks; quotes hold blanks together and are taken off. No other character means
 * anything: there is no shell. */
static int split_words(struct texts *words, const char *value, struct err *e)
{
	char *word = memory_zeroed(strlen(value) + 1, 1);
	const char *p = value;
	int result = 0;

	while (*(p += strspn(p, " \t"))) {
		char *out = word, quote = '\0';

		for (; *p && (quote || !strchr(" \t", *p)); p++) {
			if (quote && *p == quote)
				quote = '\0';
			else if (!quote && (*p == '"' || *p == '\''))
				quote = *p;
			else
				*out++ = *p;
		}
		*out = '\0';
		if (quote) {
			result = bd_err(e, "a quote %c is not closed", quote);
			break;
		}
		texts_add(words, word);
	}
	free(word);
	return result;
}

static int store_env(struct texts *env, const char *value, struct err *e)
{
	if (split_words(env, value, e))
		return -1;
	for (size_t i = 0; i < env->count; i++) {
		const char *equals = strchr(env->items[i], '=');

		if (!equals || equals == env->items[i])
			return bd_err(e, "'%s' is not of the form NAME=VALUE", env->items[i]);
	}
	return 0;
}

static int store_ignore(struct texts *ignore, const char *value, struct err *e)
{
	size_t first = ignore->count;

	texts_split(ignore, value, ", \t");
	for (size_t i = first; i < ignore->count; i++) {
		const char *colon = strchr(ignore->items[i], ':');

		if (!colon || colon == ignore->items[i] || !colon[1])
			return bd_err(
				e, "'%s' is not of the form CHECK:BENCH", ignore->items[i]);
	}
	return 0;
}

static int store_regex(char **member, const char *value, struct err *e)
{
	regex_t regex;
	char why[200];
	int code = regcomp(&regex, value, REG_EXTENDED | REG_NOSUB);

	if (code) {
		regerror(code, &regex, why, sizeof(why));
		return bd_err(e, "'%s' is no extended regular expression: %s", value, why);
	}
	regfree(&regex);
	replace(member, memory_text(value));
	return 0;
}

static int number_parse(const char *text, double *value, struct err *e)
{
	char *end;

	errno = 0;
	*value = strtod(text, &end);
	if (end == text || *end || errno == ERANGE || !isfinite(*value) || *value < 0)
		return bd_err(e, "'%s' is not a number of at least 0", text);
	return 0;
}

static int store_limit(
	struct config *config, const struct config_key *key, const char *text, struct err *e)
{
	int64_t whole = 0;
	double value = 0;
	int result;

	if (key->kind == LIMIT_COUNT)
		result = count_parse(text, key->least, INT64_MAX, &whole, e);
	else if (key->kind == LIMIT_DURATION)
		result = duration_parse(text, &whole, e);
	else if (key->kind == LIMIT_PERCENT)
		result = percent_parse(text, &value, e);
	else
		result = number_parse(text, &value, e);
	if (result)
		return -1;
	if (key->kind == LIMIT_COUNT || key->kind == LIMIT_DURATION)
		value = (double)whole;
	config->limits = memory_grow(config->limits, &config->limit_capacity,
		config->limit_count + 1, sizeof(*config->limits));
	config->limits[config->limit_count++] =
		(struct config_number){ .key = memory_text(key->name), .value = value };
	return 0;
}

static int store_threshold(
	struct config *config, const char *glob, const char *text, struct err *e)
{
	double fraction;

	if (percent_parse(text, &fraction, e))
		return -1;
	config->thresholds = memory_grow(config->thresholds, &config->threshold_capacity,
		config->threshold_count + 1, sizeof(*config->thresholds));
	config->thresholds[config->threshold_count++] =
		(struct config_threshold){ .glob = memory_text(glob), .fraction = fraction };
	return 0;
}

static int store_duration(int64_t *member, const char *value, struct err *e)
{
	if (duration_parse(value, member, e))
		return -1;
	return *member > 0 ? 0 : bd_err(e, "must be longer than 0");
}

static int store_truth(bool *member, const char *value, struct err *e)
{
	int truth;

	if (truth_parse(value, &truth, e))
		return -1;
	*member = truth;
	return 0;
}

static int store_suite_path(struct config_suite *suite, const char *value, const char *folder)
{
	replace(&suite->path, join(folder, value));
	replace(&suite->written_path, memory_text(value));
	return 0;
}

static int store_adapter(char **member, const char *value, struct err *e)
{
	if (strcmp(value, "bdriver") != 0)
		return bd_err(e, "unknown adapter '%s'; known is: bdriver", value);
	replace(member, memory_text(value));
	return 0;
}

int config_key_store(struct config *config, const struct config_key *key, void *target,
	const char *name, const char *value, const char *folder, struct err *e)
{
	void *member = (char *)target + key->offset;

	if (!*value && key->kind != VALUE_WORDS && key->kind != VALUE_LIST &&
		key->kind != VALUE_ENV)
		return bd_err(e, "has no value; expected %s", key->shows);
	switch (key->kind) {
	case VALUE_COUNT:
		return count_parse(value, key->least, INT64_MAX, member, e);
	case VALUE_DURATION:
		return store_duration(member, value, e);
	case VALUE_SIZE:
		return size_parse(value, member, e);
	case VALUE_PERCENT:
		return percent_parse(value, member, e);
	case VALUE_TRUTH:
		return store_truth(member, value, e);
	case VALUE_TEXT:
		replace(member, memory_text(value));
		return 0;
	case VALUE_PATH:
		replace(member, join(folder, value));
		return 0;
	case VALUE_SUITE:
		return store_suite_path(target, value, folder);
	case VALUE_ADAPTER:
		return store_adapter(member, value, e);
	case VALUE_REGEX:
		return store_regex(member, value, e);
	case VALUE_WORDS:
		return split_words(member, value, e);
	case VALUE_ENV:
		return store_env(member, value, e);
	case VALUE_LIST:
		texts_split(member, value, ", \t");
		return 0;
	case VALUE_IGNORE:
		return store_ignore(&config->ignore, value, e);
	case VALUE_THRESHOLD:
		return store_threshold(config, name + strlen(key->name), value, e);
	case LIMIT_COUNT:
	case LIMIT_DURATION:
	case LIMIT_PERCENT:
	case LIMIT_NUMBER:
		return store_limit(config, key, value, e);
	}
	return bd_err(e, "internal error: kind %d", (int)key->kind);
}
