/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "driver/code/refer_import.h"

#include <string.h>

#include "compare/base/memory.h"
#include "driver/code/decode.h"
#include "driver/code/image.h"
#include "driver/code/parse.h"
#include "driver/code/symbols.h"
#include "harness/base/hash.h"

#define PLT_ENTRY_MAX 32

/* 0: none is seen. */
static uint64_t plt_slot(const struct image_section *section, uint64_t address)
{
	uint64_t end = section->address + section->size, limit = address + PLT_ENTRY_MAX;
	struct decode_instruction i;

	for (uint64_t at = address; section->bytes && at < end && at < limit; at += i.size) {
		if (!decode(section->bytes + (at - section->address), end - at, &i))
			return 0;
		if (i.flow == FLOW_JUMP && i.field_count && i.fields[0].memory &&
			i.fields[0].relative)
			return at + i.size + (uint64_t)i.fields[0].value;
		if (i.flow != FLOW_ON)
			return 0;
	}
	return 0;
}

bool section_is_plt(const struct image_section *section)
{
	return section_is_named(section, ".plt*") || section_is_named(section, ".iplt*");
}

uint64_t refer_slot(const struct image *image, uint64_t address)
{
	const struct image_section *section = image_section_at(image, address);

	return section && section_is_plt(section) ? plt_slot(section, address) : 0;
}

const char *refer_name(const struct image *image, uint64_t address)
{
	uint64_t slot = refer_slot(image, address);
	size_t i = image_relocation_from(image, slot ? slot : address);
	const struct image_symbol *symbol = image_symbol_at(image, address);

	if (symbol && symbol->address == address)
		return symbol->name;
	for (; i < image->relocation_count &&
		image->relocations[i].address == (slot ? slot : address);
		i++)
		if (image->relocations[i].symbol[0])
			return image->relocations[i].symbol;
	return NULL;
}

bool refer_has_slot(const struct image *image, uint64_t address)
{
	const struct image_section *section = image_section_at(image, address);

	return section_is_code(section) ? plt_slot(section, address) != 0 : !(address & 7);
}

static void add_import(struct parse *p, const struct image_relocation *r)
{
	*ARRAY_ADD(p->regions->imports, p->regions->import_count, p->regions->import_capacity) =
		r->symbol;
	parse_mix(p, bd_fnv1a(r->symbol, strcspn(r->symbol, "@"), 0));
	parse_mix(p, bd_fnv1a(r->version, strlen(r->version), 0));
}

void refer_note_name(struct region *region, const char *name)
{
	region->loads |= symbol_is_one_of(name, symbols_unfollowed);
	region->threads |= symbol_is_one_of(name, symbols_of_threads);
	region->opens_files |= symbol_is_one_of(name, symbols_of_files);
	region->varies |= symbol_is_one_of(name, symbols_varying);
}

void refer_to_import(struct parse *p, const struct image_relocation *r)
{
	AUTO_FREE char *name = memory_format("%.*s", (int)strcspn(r->symbol, "@"), r->symbol);

	p->region.prepares |= !r->object && symbol_prepares(name);
	p->region.renames |= symbol_is_one_of(name, symbols_renaming);
	p->region.acts |= !r->object && !symbol_is_one_of(name, symbols_passive) &&
			  !symbol_prepares(name);
	p->region.shares |= r->object && !symbol_is_of_abi(name);
	refer_note_name(&p->region, name);
	add_import(p, r);
	parse_mix(p, (uint64_t)r->addend);
}

void refer_to_own(struct parse *p, const struct image_relocation *r)
{
	if (!p->image->library || !r->symbol[0])
		return;
	add_import(p, r);
	p->region.acts |= !r->object;
}
