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
	*ARRAY_ADD(p->references, p->reference_count, p->reference_capacity) =
		(struct code_reference){ .region = region,
			.called = called,
			.offset = address - regions_item(p->regions, region)->start };
	parse_mix(p, 1);
	return true;
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

const struct image_relocation *parse_relocation_at(const struct image *image, size_t *next,
	uint64_t address, const struct image_relocation **kept)
{
	const struct image_relocation *found = NULL;

	*kept = NULL;
	while (*next < image->relocation_count && image->relocations[*next].address < address)
		++*next;
	for (size_t i = *next;
		i < image->relocation_count && image->relocations[i].address == address; i++) {
		found = &image->relocations[i];
		if (!found->dynamic)
			*kept = found;
	}
	return found;
}
