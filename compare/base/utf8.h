/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef COMPARE_BASE_UTF8_H
#define COMPARE_BASE_UTF8_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/*
 * Decodes the character at `text` (not at its end). Returns its length in bytes; 1 with *code =
 * UTF8_INVALID for a byte that begins no well-formed character.
 */
size_t utf8_decode(const char *text, uint32_t *code);
#define UTF8_INVALID UINT32_MAX

/* Writes a character, 1 to 4 bytes, and returns their number. */
size_t utf8_put(char *to, uint32_t code);

/* Columns of a terminal that a character takes: 0 (combining), 1 or 2. */
size_t utf8_width(uint32_t code);

/* A file in UTF-16, as PowerShell writes output: what was read and is not converted yet. Not
 * iconv(), whose modules small systems lack. */
struct utf16 {
	bool big_endian;
	size_t count, capacity;
	unsigned char *bytes; /* owned */
};

/* Do the bytes begin with a byte order mark of UTF-16? */
bool utf16_begins(const char *bytes, size_t size);
/* In fresh memory, of the first bytes with their mark. */
struct utf16 *utf16_new(const char *bytes, size_t size);
void utf16_free(struct utf16 *utf16); /* NULL is fine */
/* Writes at most `room` bytes, 4 or more, of UTF-8 to `to`, and returns their number; 0: more
 * has to be read. Half a pair becomes a byte that is no UTF-8, and so does half a unit at the
 * end. */
size_t utf16_convert(struct utf16 *utf16, char *to, size_t room, bool at_end);

#endif
