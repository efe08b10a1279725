/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "driver/code/catch2_roots.h"

#include <string.h>

#include "compare/base/memory.h"

#define REGISTER "EPNS_12ITestInvokerERKNS_14SourceLineInfoERKNS_9StringRefERKNS_11NameAndTagsE"

/* Without spaces around it, as the XML reporter writes it. */
static char *trim(char *text)
{
	size_t start = strspn(text, " \t\n\r"), length = strlen(text + start);

	while (length && strchr(" \t\n\r", text[start + length - 1]))
		length--;
	memmove(text, text + start, length);
	text[length] = '\0';
	return text;
}

/* AutoReg(invoker, line, class, name and tags). The line does not change what runs. */
static enum emulated_call add_test(struct registrations *all, struct emulator *e)
{
	uint64_t invoker = emulated_argument(e, 1), class = emulated_argument(e, 3);
	uint64_t names = emulated_argument(e, 4);
	/* A StringRef is laid out as the start of a std::string is. */
	AUTO_FREE char *name = emulated_string(e, names),
		       *tags = emulated_string(e, names + 16);
	AUTO_FREE char *of = emulated_string(e, class);
	enum emulated_call done = CALL_FAILED;

	if (name && tags && of && !e->cpu.stuck) {
		struct registration *r = registrations_add(all, 0, trim(name));

		registrations_note_library(all, e);
		description_mix_text(&r->description, tags);
		description_mix_text(&r->description, of);
		description_add_word(
			&r->description, e->image, e->cpu.memory, emulated_word_of(invoker), 8);
		r->complete = true;
		done = r->description.failed ? CALL_FAILED : CALL_DONE;
	}
	return done;
}

enum emulated_call catch2_call(
	struct registrations *all, struct emulator *e, const char *name, uint64_t *result)
{
	*result = 0;
	if (!strcmp(name, "_ZN5Catch7AutoRegC1" REGISTER) ||
		!strcmp(name, "_ZN5Catch7AutoRegC2" REGISTER))
		return add_test(all, e);
	return CALL_UNKNOWN;
}
