/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "doctor/checks.h"

#include "compare/base/memory.h"
#include "compare/base/string_list.h"

#include <math.h>
#include <string.h>

#define CHECKS(X)         \
	X(fails)          \
	X(verify)         \
	X(unchecked)      \
	X(removed_work)   \
	X(setup_overhead) \
	X(linearity)      \
	X(memory_growth)  \
	X(runtime_long)   \
	X(runtime_short)  \
	X(noise)          \
	X(modes)          \
	X(drift)          \
	X(memory_range)   \
	X(waits)          \
	X(setup_time)     \
	X(dependence)     \
	X(outliers) X(counts) X(build) X(placement) X(name_form) X(name_length) X(name_words)

/* The assembler takes the texts in. CHECK_TEXTS is the folder, which the build knows. */
#define DECLARE(name)                                                                    \
	extern const struct check check_##name;                                          \
	extern const char text_of_##name[];                                              \
	__asm__(".pushsection .rodata\ntext_of_" #name ":\n.incbin \"" CHECK_TEXTS #name \
		".txt\"\n.byte 0\n.popsection\n");
#define LIST(name) &check_##name,
#define TEXT(name) text_of_##name,

CHECKS(DECLARE)
const struct check *const all_checks[] = { CHECKS(LIST) NULL };
_Static_assert(ARRAY_SIZE(all_checks) <= CHECKS_MAX, "as checks.h says");
static const char *const texts[] = { CHECKS(TEXT) };

const struct check *check_find(const char *name)
{
	/* As it was called before it read the code. */
	if (!strcmp(name, "runtime-zero"))
		name = check_removed_work.name;
	for (size_t i = 0; all_checks[i]; i++)
		if (!strcmp(all_checks[i]->name, name))
			return all_checks[i];
	return NULL;
}

const char *check_text(const struct check *check)
{
	size_t i = 0;

	while (all_checks[i] != check)
		i++;
	return texts[i];
}

char *check_unknown(const char *name)
{
	const char *names[ARRAY_SIZE(all_checks)];
	const char *near;
	size_t count = 0;

	for (; all_checks[count]; count++)
		names[count] = all_checks[count]->name;
	near = nearest_word(names, count, name);
	return memory_format(
		"there is no check '%s'%s%s%s; `bdriver doctor --list-checks` lists "
		"them",
		name, near ? " (the nearest is '" : "", near ? near : "", near ? "')" : "");
}

/* The check whose name these bytes are. NULL with *e set: there is none. */
static const struct check *check_of(const char *text, size_t length, struct err *e)
{
	AUTO_FREE char *name = memory_format("%.*s", (int)length, text), *unknown = NULL;
	const struct check *check = check_find(name);

	if (!check) {
		unknown = check_unknown(name);
		bd_err(e, "%s", unknown);
	}
	return check;
}

static const struct limit *no_such_limit(
	const struct check *check, const char *key, struct err *e)
{
	struct string_list limits = { 0 };
	AUTO_FREE char *known = NULL;

	for (const struct limit *limit = check->limits; limit->name; limit++)
		string_list_addf(
			&limits, "%s%s%s", check->name, limit->name[0] ? "." : "", limit->name);
	known = string_list_finish(&limits, ", ");
	bd_err(e, "there is no limit '%s' (check '%s' has: %s)", key, check->name,
		known[0] ? known : "none");
	return NULL;
}

const struct limit *settings_find_limit(const char *key, struct err *e)
{
	size_t length = strcspn(key, ".");
	const struct check *check = check_of(key, length, e);
	const struct limit *limit;

	if (!check)
		return NULL;
	limit = check_limit(check, key[length] ? key + length + 1 : "");
	return limit ? limit : no_such_limit(check, key, e);
}

int settings_set(struct settings *settings, const char *key, double value, struct err *e)
{
	const struct limit *limit = settings_find_limit(key, e);
	struct setting *setting;

	if (!limit)
		return -1;
	if (!isfinite(value) || value < 0)
		return bd_err(e, "the limit '%s' must be a number of zero or more", key);
	setting = ARRAY_ADD(
		settings->changed, settings->changed_count, settings->changed_capacity);
	setting->limit = limit;
	setting->value = value;
	return 0;
}

int settings_waive(
	struct settings *settings, const char *text, const char *origin, struct err *e)
{
	const char *colon = strchr(text, ':');
	const struct check *check = NULL;
	struct waiver *waiver;

	if (!colon || colon == text || !colon[1])
		return bd_err(e, "waiver '%s' is not CHECK:BENCH, as in 'noise:Sort/*'", text);
	if (!(colon == text + 1 && *text == '*')) {
		check = check_of(text, (size_t)(colon - text), e);
		if (!check)
			return -1;
	}
	waiver =
		ARRAY_ADD(settings->waivers, settings->waiver_count, settings->waiver_capacity);
	waiver->check = memory_text(check ? check->name : "*");
	waiver->pattern = memory_text(colon + 1);
	waiver->origin = memory_text(origin);
	waiver->used = false;
	return 0;
}
