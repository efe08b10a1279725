/* SPDX-License-Identifier: MIT */
#ifndef BD_BASE_TEXT_H
#define BD_BASE_TEXT_H

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

/* Text for logs and JSON. It does not depend on the locale, which a benchmark may have set. */

/* Length of the UTF-8 sequence at the start of text; 0 if there is none or text is empty. */
size_t bd_utf8_length(const char *text);
/* The same, and its code point in *code, which is undefined where there is none. */
size_t bd_utf8_decode(const char *text, uint32_t *code);
/* Control characters and bytes that are not UTF-8 become \xHH, a backslash becomes \\. */
void bd_write_escaped(FILE *out, const char *text);
/* The same as one quoted CSV cell; NULL is written as an empty one. */
void bd_write_cell(FILE *out, const char *text);
/* A JSON string with its quotes; bytes that are not UTF-8 become U+FFFD. */
void bd_write_json(FILE *out, const char *text);
/* The same of the first `size` bytes, which hold no NUL and end with a whole character. */
void bd_write_json_part(FILE *out, const char *text, size_t size);
/* At most 3 decimals, and no more than 9 digits need. Writes nothing if value is negative, not
 * finite or above 1e15. */
void bd_write_number(FILE *out, double value);

#endif
