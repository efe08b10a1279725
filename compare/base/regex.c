/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "compare/base/regex.h"

#include "compare/base/memory.h"

#include <fnmatch.h>
#include <stdlib.h>
#include <string.h>

#define PCRE2_CODE_UNIT_WIDTH 8
#include <pcre2.h>

#define HEAP_KIB 10000

struct regex {
	pcre2_code *code;
	pcre2_match_data *data;
	pcre2_match_context *limits;
};

static pcre2_code *compile(const char *text, uint32_t options, struct err *e)
{
	PCRE2_UCHAR why[200];
	PCRE2_SIZE offset;
	pcre2_code *code;
	int error;

	if (strlen(text) > REGEX_LENGTH_MAX) {
		bd_err(e, "'%.60s...' has more than %d bytes; write a shorter expression", text,
			REGEX_LENGTH_MAX);
		return NULL;
	}
	code = pcre2_compile((PCRE2_SPTR)text, PCRE2_ZERO_TERMINATED, options | PCRE2_NEVER_UTF,
		&error, &offset, NULL);
	if (code)
		return code;
	pcre2_get_error_message(error, why, sizeof(why));
	bd_err(e, "'%.200s' is not a regular expression: %s at character %zu", text,
		(const char *)why, offset + 1);
	return NULL;
}

static struct regex *make(const char *text, uint32_t options, struct err *e)
{
	pcre2_code *code = compile(text, options, e);
	struct regex *regex;

	if (!code)
		return NULL;
	regex = memory_zeroed(1, sizeof(*regex));
	regex->code = code;
	regex->data = pcre2_match_data_create(2, NULL);
	regex->limits = pcre2_match_context_create(NULL);
	if (!regex->data || !regex->limits)
		memory_fatal("regular expression");
	pcre2_set_match_limit(regex->limits, REGEX_STEPS_MAX);
	pcre2_set_heap_limit(regex->limits, HEAP_KIB);
	return regex;
}

struct regex *regex_new(const char *text, struct err *e)
{
	return make(text, PCRE2_DOLLAR_ENDONLY | PCRE2_NO_AUTO_CAPTURE, e);
}

struct regex *regex_new_with_groups(const char *text, struct err *e)
{
	return make(text, PCRE2_MULTILINE, e);
}

void regex_free(struct regex *regex)
{
	if (!regex)
		return;
	pcre2_code_free(regex->code);
	pcre2_match_data_free(regex->data);
	pcre2_match_context_free(regex->limits);
	free(regex);
}

enum regex_answer regex_match(const struct regex *regex, const char *name)
{
	int result = pcre2_match(
		regex->code, (PCRE2_SPTR)name, strlen(name), 0, 0, regex->data, regex->limits);

	if (result >= 0)
		return REGEX_MATCHES;
	return result == PCRE2_ERROR_NOMATCH ? REGEX_DIFFERS : REGEX_COSTLY;
}

bool regex_next(const struct regex *regex, const char *text, size_t size, size_t *at,
	const char **start, size_t *length)
{
	const PCRE2_SIZE *ends = pcre2_get_ovector_pointer(regex->data);
	int result = *at > size ? PCRE2_ERROR_NOMATCH
				: pcre2_match(regex->code, (PCRE2_SPTR)text, size, *at, 0,
					  regex->data, regex->limits);
	const PCRE2_SIZE *part;

	if (result < 0)
		return false;
	/* 0: more than one group; a group without a part in the match is PCRE2_UNSET. */
	part = result != 1 && ends[2] != PCRE2_UNSET ? ends + 2 : ends;
	*start = text + part[0];
	*length = part[1] - part[0];
	*at = ends[1] > ends[0] ? ends[1] : ends[1] + 1;
	return true;
}

bool glob_names(const char *pattern, const char *suite, const char *name)
{
	AUTO_FREE char *full = NULL;

	if (strcmp(pattern, name) == 0 || fnmatch(pattern, name, 0) == 0)
		return true;
	if (!strchr(pattern, '/'))
		return false;
	full = memory_format("%s/%s", suite, name);
	return strcmp(pattern, full) == 0 || fnmatch(pattern, full, 0) == 0;
}
