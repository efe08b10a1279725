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

/* Do the bytes begin with a byte order mark of UTF-16? */
bool utf16_begins(const char *bytes, size_t size);
/* A file in UTF-16, as PowerShell writes output, with its mark: in UTF-8 without it,
 * terminated, of *written bytes. Half a pair becomes a byte that is no UTF-8, and so does half
 * a unit at the end. The caller frees it. Not iconv(), whose modules small systems lack. */
char *utf8_of_utf16(const char *bytes, size_t size, size_t *written);

#endif
