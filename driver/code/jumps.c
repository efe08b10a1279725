/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "driver/code/jumps.h"

#include <stdlib.h>

#include "compare/base/memory.h"
#include "driver/code/decode.h"
#include "driver/code/image.h"

void jumps_begin(struct jumps *jumps, const struct image *image)
{
	*jumps = (struct jumps){ .start = UINT64_MAX };
	for (size_t i = 0; i < image->section_count; i++) {
		const struct image_section *s = &image->sections[i];

		if (!section_is_code(s) || !s->bytes)
			continue;
		jumps->start = s->address < jumps->start ? s->address : jumps->start;
		jumps->end = s->address + s->size;
	}
	if (jumps->start < jumps->end)
		jumps->goals = memory_zeroed((jumps->end - jumps->start) / 8 + 1, 1);
}

void jumps_add(struct jumps *jumps, const struct decode_instruction *i, uint64_t address)
{
	uint64_t goal = address + i->size + (uint64_t)i->fields[0].value;

	if (i->flow != FLOW_JUMP && i->flow != FLOW_BRANCH)
		return;
	if (i->indirect)
		*ARRAY_ADD(jumps->indirect, jumps->count, jumps->capacity) = address;
	else if (i->field_count && goal >= jumps->start && goal < jumps->end)
		jumps->goals[(goal - jumps->start) / 8] |= 1U << (goal - jumps->start) % 8;
}

void jumps_release(struct jumps *jumps)
{
	free(jumps->goals);
	free(jumps->indirect);
	*jumps = (struct jumps){ 0 };
}

bool jumps_may_lead_to(
	const struct jumps *jumps, uint64_t address, uint64_t start, uint64_t end)
{
	uint64_t at = address - jumps->start;
	size_t i = image_first_from(
		jumps->indirect, jumps->count, sizeof(*jumps->indirect), start);

	return address < jumps->start || address >= jumps->end ||
	       jumps->goals[at / 8] >> at % 8 & 1 ||
	       (i < jumps->count && jumps->indirect[i] < end);
}
