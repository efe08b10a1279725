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

/*
 * Text in a log's cells: a control character or a byte that is not UTF-8 is written \xHH, a
 * backslash as two, so that one row is always one line of valid UTF-8.
 */

/* The text is terminated behind its `size` bytes. */
bool text_is_utf8(const char *text, size_t size);
/* Removes the escapes in place and returns the new size. Text that is no escape, and an
 * escape of NUL or of a byte above 7F, stays unchanged. */
size_t text_unescape(char *text, size_t size);
enum escape {
	ESCAPE_VALUE,
	ESCAPE_CELL, /* a quote is doubled */
	ESCAPE_KEY,  /* a colon is escaped */
};

/* Writes the escaped text at `out`, which has room for 4 bytes per byte of text. Returns the
 * number of bytes written; nothing is terminated. */
size_t text_escape(char *out, const char *text, enum escape kind);

/* Takes the escapes out of a JSON text, in place, and terminates it. Returns its new end, or
 * NULL on a bad escape: an unknown letter, a NUL. Half a pair of surrogates, which Python
 * writes for a byte of a path that is no UTF-8, becomes bytes that are none. */
char *json_unescape(char *text, size_t size);

#endif
