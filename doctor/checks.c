/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "doctor/checks.h"

#include "compare/base/memory.h"
#include "compare/base/string_list.h"

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
