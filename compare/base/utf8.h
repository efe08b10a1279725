/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef COMPARE_BASE_UTF8_H
#define COMPARE_BASE_UTF8_H

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

#endif
