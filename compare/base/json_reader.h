/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef COMPARE_BASE_JSON_READER_H
#define COMPARE_BASE_JSON_READER_H

#include "compare/base/json_value.h"

/*
 * Reads JSON in pieces: a list of a million results is read in the memory of one. Takes RFC
 * 8259, and NaN, Infinity and -Infinity as numbers, as several tools write them. Documents may
 * follow each other in one file, and lines of text may stand between them. Written here as
 * jansson knows neither pieces nor NaN. A document nested deeper than JSON_DEPTH_MAX is
 * refused.
 */
/* `lines` is open, its head was looked at (lines_head); JSON begins behind lines->number lines.
 */
void json_reader_begin(struct json_reader *reader, struct lines *lines, struct err *e);
void json_reader_release(struct json_reader *reader);

/* The next document as a whole. Returns 1, 0 at the end of the file, or -1. */
int json_reader_next(struct json_reader *reader, const struct node **document);

/* The next document in pieces, each as it is read. Returns 1, 0 at the end of the file, or -1;
 * the pieces before the fault were given. */
int json_reader_pieces(struct json_reader *reader, const struct json_pieces *pieces);

#endif
