/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "driver/code/refer_exact.h"

#include <elf.h>
#include <string.h>

#include "driver/code/image.h"
#include "driver/code/parse.h"
#include "driver/code/place.h"
#include "driver/code/tables.h"
#include "driver/code/text_use.h"
#include "driver/code/trusted.h"

static bool is_trusted(struct parse *p)
{
	if (p->trust == TRUST_UNKNOWN)
		p->trust = trusted_is(p->image, p->region.start) ? TRUSTED : NOT_TRUSTED;
	return p->trust == TRUSTED;
}

/* clang makes a table of distances to texts of a switch that returns texts. */
static bool refer_to_reltable(struct parse *p, const struct place *place)
{
	const struct tables *tables = regions_tables(p->regions);
	uint64_t at = place->address, text;

	if (!tables_text(tables, at, at) || !tables_text(tables, at, at + 4))
		return false;
	for (; (text = tables_text(tables, place->address, at)); at += 4)
		parse_reference(p, regions_text(p->regions, text), text, false);
	return at > place->address;
}

/* A text of which only so much is read. */
static bool refer_to_bounded(struct parse *p, const struct place *place)
{
	struct text_use use = { .image = p->image,
		.start = p->region.start,
		.end = p->region.end,
		.before = place->before,
		.at = place->from };
	struct text_bytes bytes;

	return place->from && regions_symbol(p->regions, place->address) == NO_REGION &&
	       text_use_is_bounded(&use, &bytes) &&
	       parse_reference(p,
		       bytes.count == TEXT_UP_TO_NUL
			       ? regions_text(p->regions, bytes.start)
			       : regions_bytes(p->regions, bytes.start, bytes.count),
		       bytes.start, false);
}

/* What it means is known where no user wrote the code. */
bool refer_to_exact(struct parse *p, const struct place *place)
{
	const struct image_section *section = image_section_at(p->image, place->address);
	uint64_t at = place->address;
	uint32_t region;

	if (place->branch || place->width || !section || !section->bytes ||
		section->flags & (SHF_WRITE | SHF_EXECINSTR) ||
		(place->kept && place->kept->symbol[0] &&
			strncmp(place->kept->symbol, ".L", 2) != 0))
		return false;
	if (!is_trusted(p))
		return refer_to_bounded(p, place);
	region = regions_symbol(p->regions, at);
	if (region == NO_REGION && !place->pointer)
		region = regions_table(p->regions, at, p->region.start, p->region.end);
	return parse_reference(p, region, at, place->called) || refer_to_reltable(p, place) ||
	       parse_reference(p, regions_exact(p->regions, at), at, false);
}
