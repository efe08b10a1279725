/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "driver/code/listing.h"

#include <Zydis/Zydis.h>
#include <string.h>

#include "compare/base/memory.h"
#include "driver/code/code_part.h"
#include "driver/code/decode.h"
#include "driver/code/elf_image.h"
#include "driver/code/fingerprint.h"

#define BUFFER_SIZE 512

struct writing {
	const struct image *image;
	const struct image_symbol *function;
};

static const char *place_name(const struct writing *w, uint64_t from, uint64_t to)
{
	const struct image_symbol *symbol = image_symbol_at(w->image, to);

	if (symbol == w->function && to != symbol->address)
		return to > from ? "ahead" : "back";
	return symbol ? symbol->name : "elsewhere";
}

/* The place that the instruction refers to: it has one at most. */
static const char *target_name(
	const struct writing *w, const ZydisDisassembledInstruction *i, uint64_t from)
{
	ZyanU64 to;

	for (size_t k = 0; k < i->info.operand_count_visible; k++)
		if (ZYAN_SUCCESS(
			    ZydisCalcAbsoluteAddress(&i->info, &i->operands[k], from, &to)))
			return place_name(w, from, to);
	return "elsewhere";
}

static char *line_of(const struct writing *w, const ZydisFormatter *formatter,
	const ZydisDisassembledInstruction *i, uint64_t from)
{
	char buffer[BUFFER_SIZE];
	struct string_list parts = { 0 };
	const ZydisFormatterToken *token;
	ZyanStatus status = ZydisFormatterTokenizeInstruction(formatter, &i->info, i->operands,
		i->info.operand_count_visible, buffer, sizeof(buffer), from, &token, NULL);

	while (ZYAN_SUCCESS(status)) {
		ZyanConstCharPointer text;
		ZydisTokenType type;

		ZydisFormatterTokenGetValue(token, &type, &text);
		string_list_add(&parts,
			type == ZYDIS_TOKEN_ADDRESS_ABS ? target_name(w, i, from) : text);
		status = ZydisFormatterTokenNext(&token);
	}
	return string_list_finish(&parts, "");
}

size_t listing_add(struct string_list *lines, const struct image *image, uint64_t at)
{
	const struct image_section *section = image_section_at(image, at);
	struct writing w = { image, image_symbol_at(image, at) };
	AUTO_FREE char *line = NULL;
	ZydisFormatter formatter;
	ZydisDisassembledInstruction i;

	if (!section || !decode_at(section, at, section->address + section->size, &i))
		return 0;
	ZydisFormatterInit(&formatter, ZYDIS_FORMATTER_STYLE_INTEL);
	line = line_of(&w, &formatter, &i, at);
	if (i.info.mnemonic != ZYDIS_MNEMONIC_NOP)
		string_list_add(lines, line);
	return i.info.length;
}

/* The function, or its piece of cold code. Another static function may have the same name: then
 * nobody knows which one is meant. */
static const struct image_symbol *find(const struct image *image, const char *name, bool cold)
{
	const struct image_symbol *found = NULL;

	for (size_t i = 0; i < image->symbol_count; i++) {
		const struct image_symbol *s = &image->symbols[i];
		size_t length = code_part_length(s->name);

		if (s->object || strncmp(s->name, name, length) != 0 || name[length] ||
			(strstr(s->name + length, ".cold") != NULL) != cold)
			continue;
		if (found && found->address != s->address)
			return NULL;
		found = s;
	}
	return found;
}

static int write_piece(
	const struct image *image, const char *name, bool cold, struct string_list *lines)
{
	const struct image_symbol *function = find(image, name, cold);
	uint64_t end = function ? function->address + function->size : 0;
	size_t size;

	if (!function || !image_section_at(image, function->address))
		return -1;
	if (cold)
		string_list_add(lines, function->name);
	for (uint64_t at = function->address; at < end; at += size) {
		size = listing_add(lines, image, at);
		if (!size)
			break;
	}
	return 0;
}

int listing_read(
	struct string_list *lines, const char *path, const char *function, struct err *e)
{
	AUTO(image_release) struct image image = { 0 };

	if (image_open(&image, path, e))
		return -1;
	if (!fingerprints_understand(&image) || write_piece(&image, function, false, lines))
		return bd_err(e, "%s: no function %s", path, function);
	write_piece(&image, function, true, lines);
	return 0;
}
