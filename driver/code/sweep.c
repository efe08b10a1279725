/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "driver/code/sweep.h"

#include <stdbool.h>
#include <string.h>

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

/* No-ops, or a jump over them; then zeros. */
static bool is_padding(const unsigned char *code, size_t size)
{
	struct decode_instruction i;

	for (; size && *code; code += i.size, size -= i.size) {
		i.size = 1;
		if (*code == 0xCC)
			continue;
		if (!decode(code, size, &i))
			return false;
		if (!i.no_op &&
			!(i.flow == FLOW_JUMP && i.field_count && i.fields[0].relative &&
				i.size + (uint64_t)i.fields[0].value == size))
			return false;
	}
	while (size && !*code)
		code++, size--;
	return !size;
}

/* The last function of crtbegin.o, whose symbols have no sizes, ends with its first jump. */
static uint64_t behind_start_files(const struct image *image,
	const struct image_section *section, uint64_t start, uint64_t end)
{
	struct decode_instruction i = { .flow = FLOW_ON };
	size_t k = image_label_from(image, start);

	while (k < image->label_count && image->labels[k].address < end &&
		strcmp(image->labels[k].name, "frame_dummy") != 0)
		k++;
	if (k == image->label_count || image->labels[k].address >= end)
		return start;
	for (start = image->labels[k].address; start < end && i.flow == FLOW_ON;
		start += i.size)
		if (!decode(section->bytes + (start - section->address), end - start, &i))
			break;
	return start;
}

uint64_t sweep_gap(const struct image *image, uint64_t start, uint64_t end)
{
	const struct image_section *section = image_section_at(image, start);

	if (!section || !section->bytes)
		return end;
	start = behind_start_files(image, section, start, end);
	return is_padding(section->bytes + (start - section->address), end - start) ? end
										    : start;
}
