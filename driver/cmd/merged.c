/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "driver/cmd/merged.h"

#include <stdlib.h>

#include "compare/base/memory.h"
#include "driver/base/message.h"

int merged_warn(const struct merge *merge)
{
	for (size_t i = 0; i < merge->off.count; i++)
		message_warning("%s", merge->off.items[i]);
	for (size_t i = 0; i < merge->missing.count; i++)
		message_warning("%s", merge->missing.items[i]);
	return merge->missing.count ? EXIT_UNMEASURED : EXIT_FINE;
}

int merged_make(struct merged *merged, char *const *parts, int count)
{
	struct err e;
	int code;

	if (scratch_make(&merged->scratch, NULL, "merge", &e))
		return message_error(EXIT_WRITE, "%s", e.text);
	merged->folder = memory_format("%s/out", merged->scratch.folder);
	merged->merge.output = merged->folder;
	code = merge_parts(&merged->merge, parts, (size_t)count, &e);
	return code ? message_error(code, "%s", e.text) : merged_warn(&merged->merge);
}

void merged_release(struct merged *merged)
{
	merge_release(&merged->merge);
	scratch_release(&merged->scratch);
	free(merged->folder);
	*merged = (struct merged){ 0 };
}
