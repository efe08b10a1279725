/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "driver/code/refer_import.h"

#include <string.h>

#include "compare/base/memory.h"
#include "driver/code/image.h"
#include "driver/code/parse.h"
#include "driver/code/symbols.h"
#include "harness/base/hash.h"

static void add_import(struct parse *p, const struct image_relocation *r)
{
	*ARRAY_ADD(p->imports, p->import_count, p->import_capacity) = r->symbol;
	parse_mix(p, bd_fnv1a(r->symbol, strcspn(r->symbol, "@"), 0));
	parse_mix(p, bd_fnv1a(r->version, strlen(r->version), 0));
}

void refer_to_import(struct parse *p, const struct image_relocation *r)
{
	AUTO_FREE char *name = memory_format("%.*s", (int)strcspn(r->symbol, "@"), r->symbol);

	p->region.acts |= !r->object && !symbol_is_passive(name);
	p->region.shares |= r->object && !symbol_is_of_abi(name);
	p->region.loads |= symbol_is_unfollowed(name);
	p->region.threads |= symbol_starts_threads(name);
	p->region.opens_files |= symbol_opens_files(name);
	p->region.varies |= symbol_varies(name);
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
