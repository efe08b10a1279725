/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "driver/code/sweep.h"

#include "driver/code/image.h"

static void sweep(const struct image_section *section, uint64_t at, uint64_t end,
	sweep_visit *visit, void *ctx)
{
	struct decode_instruction i;

	while (at < end) {
		if (!decode(section->bytes + (at - section->address), end - at, &i)) {
			at++;
			continue;
		}
		visit(ctx, &i, at);
		at += i.size;
	}
}

void sweep_code(const struct image *image, sweep_visit *visit, void *ctx)
{
	for (size_t k = 0; k < image->section_count; k++) {
		const struct image_section *section = &image->sections[k];
		uint64_t at = section->address, end = at + section->size;

		if (!section->bytes || !section_is_code(section))
			continue;
		for (size_t i = image_symbol_from(image, at);
			i < image->symbol_count && image->symbols[i].address < end; i++) {
			sweep(section, at, image->symbols[i].address, visit, ctx);
			at = image->symbols[i].address;
		}
		sweep(section, at, end, visit, ctx);
	}
}
