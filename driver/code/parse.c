/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "driver/code/parse.h"

#include <string.h>

#include "compare/base/memory.h"
#include "driver/code/image.h"

void parse_mix(struct parse *p, uint64_t number)
{
	p->region.hash = code_mix(p->region.hash, number);
}

bool parse_reference(struct parse *p, uint32_t region, uint64_t address, bool called)
{
	if (region == NO_REGION)
		return false;
	*ARRAY_ADD(p->regions->references, p->regions->reference_count,
		p->regions->reference_capacity) = (struct code_reference){ .region = region,
		.called = called,
		.offset = address - p->regions->items[region].start };
	parse_mix(p, 1);
	return true;
}

void parse_reference_all(struct parse *p, const struct image_section *section)
{
	parse_reference(p, regions_section(p->regions, section), section->address, false);
}

uint64_t parse_number(const struct parse *p, uint64_t address, size_t width)
{
	const unsigned char *bytes = p->bytes + (address - p->region.start);
	uint32_t narrow;
	uint64_t wide;

	if (width == 8) {
		memcpy(&wide, bytes, sizeof(wide));
		return wide;
	}
	memcpy(&narrow, bytes, sizeof(narrow));
	return (uint64_t)(int64_t)(int32_t)narrow;
}
