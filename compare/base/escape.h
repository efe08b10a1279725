/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef COMPARE_BASE_ESCAPE_H
#define COMPARE_BASE_ESCAPE_H

#include <stdbool.h>
#include <stddef.h>

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
 * NULL on a bad escape: an unknown letter, half a pair of surrogates, a NUL. */
char *json_unescape(char *text, size_t size);

#endif
