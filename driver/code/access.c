/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "driver/code/access.h"

#include <string.h>

/* The byte so far before the field; 0 before the region. */
static unsigned before(const unsigned char *code, size_t offset, size_t distance)
{
	return offset >= distance ? code[offset - distance] : 0;
}

static bool is_two_byte(const unsigned char *code, size_t offset, unsigned prefix)
{
	unsigned last = before(code, offset, 4);

	if (before(code, offset, 3) != 0x0F)
		return false;
	return last == prefix || ((last & 0xF0) == 0x40 && before(code, offset, 5) == prefix);
}

static uint64_t width_of_two_bytes(const unsigned char *code, size_t offset)
{
	unsigned opcode = before(code, offset, 2);

	if (is_two_byte(code, offset, 0xF2))
		return opcode == 0x12 || opcode == 0xF0 ? 16 : 8;
	if (is_two_byte(code, offset, 0xF3))
		return opcode == 0x12 || opcode == 0x16 || opcode == 0x6F || opcode == 0x7F ? 16
											    : 8;
	return 16;
}

/*
 * A byte before the opcode may be of the distance of a call that stands before. So the fields
 * of the prefix must be possible, too: Intel's Software Developer's Manual, volume 2, 2.3
 * and 2.7.
 */
static bool is_vex(const unsigned char *code, size_t offset)
{
	unsigned map = before(code, offset, 4) & 0x1F;

	return before(code, offset, 5) == 0xC4 && map >= 1 && map <= 7;
}

/* There is a map, the fixed bit is set, and the length of the vector is not 3. */
static bool is_evex(const unsigned char *code, size_t offset)
{
	return before(code, offset, 6) == 0x62 && (before(code, offset, 5) & 0x07) &&
	       (before(code, offset, 4) & 0x04) && (before(code, offset, 3) & 0x60) != 0x60;
}

uint64_t access_width(const unsigned char *code, size_t offset)
{
	unsigned opcode = before(code, offset, 2), last = before(code, offset, 3);

	if (offset < 2 || (before(code, offset, 1) & 0xC7) != 0x05 || opcode == 0x8D)
		return ACCESS_ANY;
	if (is_evex(code, offset))
		return 64;
	if (before(code, offset, 4) == 0xC5 || is_vex(code, offset))
		return 32;
	if (last == 0x38 || last == 0x3A)
		return 16;
	/* fxsave and the like reach further; no compiler gives them an anonymous object. */
	if (last == 0x0F)
		return width_of_two_bytes(code, offset);
	if (opcode >= 0xD8 && opcode <= 0xDF)
		return 16;
	return (last & 0xF8) == 0x48 || opcode >= 0xFE ? 8 : 4;
}

void access_immediate(const unsigned char *code, size_t offset, bool *one, bool *more)
{
	static const unsigned char ones[] = { 0x80, 0x83, 0xC0, 0xC1, 0xC6, 0x6B, 0xF6, 0x70,
		0x71, 0x72, 0x73, 0xA4, 0xAC, 0xBA, 0xC2, 0xC4, 0xC5 };
	static const unsigned char mores[] = { 0x81, 0xC7, 0x69, 0xF7 };
	unsigned opcode = before(code, offset, 2);

	*one = *more = false;
	if (offset < 2 || (before(code, offset, 1) & 0xC7) != 0x05)
		return;
	*one = memchr(ones, (int)opcode, sizeof(ones)) || before(code, offset, 3) == 0x3A ||
	       is_vex(code, offset) || is_evex(code, offset);
	*more = memchr(mores, (int)opcode, sizeof(mores)) != NULL;
}

static bool is_short(unsigned opcode)
{
	return opcode == 0xEB || (opcode & 0xF0) == 0x70;
}

bool access_jump(const unsigned char *code, size_t left, struct access_jump *jump)
{
	int32_t distance;

	jump->width = 4;
	jump->opcode = 2;
	if (left >= 2 && is_short(code[0])) {
		jump->width = jump->opcode = 1;
		jump->distance = code[1] < 0x80 ? code[1] : code[1] - 0x100;
		return true;
	}
	if (left >= 5 && (code[0] == 0xE8 || code[0] == 0xE9))
		jump->opcode = 1;
	else if (left < 6 || !((code[0] == 0x0F && (code[1] & 0xF0) == 0x80) ||
				     (code[0] == 0x8D && (code[1] & 0xC7) == 0x05)))
		return false;
	memcpy(&distance, code + jump->opcode, sizeof(distance));
	jump->distance = distance;
	return true;
}
