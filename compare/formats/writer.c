/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "compare/formats/writer.h"

#include <string.h>

#include "compare/base/memory.h"

/* Each format, the default first. */
#define WRITERS(X)                \
	X(bdriver, "bdriver")     \
	X(gbench, "gbench")       \
	X(go, "go")               \
	X(hyperfine, "hyperfine") \
	X(lnt, "lnt") X(bencher, "bencher") X(custom_smaller, "customSmallerIsBetter")
#define ENTRY(writer, name) &writer_##writer,
#define WORD(writer, name)  "|" name

static const struct writer *const writers[] = { WRITERS(ENTRY) };
const char writer_names[] = WRITERS(WORD);

const struct writer *writer_find(const char *name)
{
	for (size_t i = 0; i < ARRAY_SIZE(writers); i++)
		if (strcmp(writers[i]->name, name) == 0)
			return writers[i];
	return NULL;
}
