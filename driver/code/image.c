/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "driver/code/image.h"

#include <elf.h>
#include <fnmatch.h>
#include <stdlib.h>
#include <string.h>

size_t image_first_from(const void *items, size_t count, size_t item_size, uint64_t address)
{
	size_t low = 0, high = count;

	while (low < high) {
		size_t middle = low + (high - low) / 2;
		uint64_t at;

		memcpy(&at, (const char *)items + middle * item_size, sizeof(at));
		if (at < address)
			low = middle + 1;
		else
			high = middle;
	}
	return low;
}

static int by_address(const void *a, const void *b)
{
	uint64_t x, y;

	memcpy(&x, a, sizeof(x));
	memcpy(&y, b, sizeof(y));
	return (x > y) - (x < y);
}

void image_sort_by_address(void *items, size_t count, size_t item_size)
{
	if (count)
		qsort(items, count, item_size, by_address);
}

const struct image_section *image_section_at(const struct image *image, uint64_t address)
{
	const struct image_section *s = image->sections;
	size_t after = image_first_from(s, image->section_count, sizeof(*s), address + 1);

	return after && address - s[after - 1].address < s[after - 1].size ? &s[after - 1]
									   : NULL;
}

const struct image_section *image_code_at(const struct image *image, uint64_t address)
{
	const struct image_section *section = image_section_at(image, address);

	return section && section_is_code(section) ? section : NULL;
}

const struct image_section *image_section_named(const struct image *image, const char *name)
{
	for (size_t i = 0; i < image->section_count; i++) {
		const struct image_section *s = &image->sections[i];

		if (s->bytes && s->name && !strcmp(s->name, name))
			return s;
	}
	return NULL;
}

bool image_has_relocation(const struct image *image, uint64_t start, uint64_t end)
{
	size_t i = image_relocation_from(image, start);

	return i < image->relocation_count && image->relocations[i].address < end;
}

const struct image_symbol *image_symbol_at(const struct image *image, uint64_t address)
{
	size_t after = image_symbol_from(image, address + 1);
	const struct image_symbol *s = after ? &image->symbols[after - 1] : NULL;

	return s && (address == s->address || address - s->address < s->size) ? s : NULL;
}

const struct image_label *image_label_like(
	const struct image *image, uint64_t start, uint64_t end, const char *glob)
{
	for (size_t i = image_label_from(image, start);
		i < image->label_count && image->labels[i].address < end; i++)
		if (!fnmatch(glob, image->labels[i].name, 0))
			return &image->labels[i];
	return NULL;
}

bool image_pointer(const struct image *image, uint64_t address, uint64_t *value)
{
	const struct image_section *section = image_section_at(image, address);

	for (size_t i = image_relocation_from(image, address);
		i < image->relocation_count && image->relocations[i].address == address; i++) {
		const struct image_relocation *r = &image->relocations[i];

		if (!r->defined && !r->dynamic)
			return false;
		*value = r->value + (uint64_t)r->addend;
		return true;
	}
	if (!section || !section->bytes || address - section->address + 8 > section->size)
		return false;
	memcpy(value, section->bytes + (address - section->address), sizeof(*value));
	return true;
}

const char *image_text(const struct image *image, uint64_t address)
{
	const struct image_section *section = image_section_at(image, address);
	size_t offset;

	if (!section || !section->bytes)
		return NULL;
	offset = address - section->address;
	if (!memchr(section->bytes + offset, '\0', section->size - offset))
		return NULL;
	return (const char *)section->bytes + offset;
}

bool dynamic_symbol_is(const struct dynamic_symbol *symbol, const char *name)
{
	size_t length = strcspn(name, "@");

	return !strncmp(symbol->name, name, length) && !symbol->name[length];
}

size_t image_dynamic_find(const struct image *image, const char *name)
{
	size_t low = 0, high = image->dynamic_count, length = strcspn(name, "@");

	while (low < high) {
		size_t middle = low + (high - low) / 2;

		/* Shorter names come first. */
		if (strncmp(image->dynamic[middle].name, name, length) < 0)
			low = middle + 1;
		else
			high = middle;
	}
	return low < image->dynamic_count && dynamic_symbol_is(&image->dynamic[low], name)
		       ? low
		       : image->dynamic_count;
}

bool section_is_code(const struct image_section *section)
{
	return section->flags & SHF_EXECINSTR;
}

bool section_is_named(const struct image_section *section, const char *glob)
{
	return section->name && !fnmatch(glob, section->name, 0);
}

bool section_is_writable(const struct image_section *section)
{
	return section->flags & SHF_WRITE && !section_is_named(section, ".got*") &&
	       !section_is_named(section, ".data.rel.ro*") &&
	       !section_is_named(section, ".*init_array") &&
	       !section_is_named(section, ".fini_array") &&
	       !section_is_named(section, ".dynamic");
}
