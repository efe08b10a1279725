/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef COMPARE_BASE_JSON_READER_H
#define COMPARE_BASE_JSON_READER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "compare/base/arena.h"
#include "compare/base/lines.h"
#include "compare/base/node.h"

/*
 * Reads JSON in pieces: a list of a million results is read in the memory of one. Takes RFC
 * 8259, and NaN, Infinity and -Infinity as numbers, as several tools write them. Documents may
 * follow each other in one file, and lines of text may stand between them. Written here as
 * jansson knows neither pieces nor NaN, and keeps the last of equal keys and no lines. A
 * document nested deeper than JSON_DEPTH_MAX is refused.
 */
#define JSON_DEPTH_MAX 64

struct json_reader {
	struct lines *lines; /* not owned */
	size_t at;           /* of the next byte, from lines->buffer on */
	uint32_t line;
	struct arena arena;
	struct err *e;   /* set where a function fails: path, line and what is wrong */
	bool damaged;    /* it failed by what stands in the file */
	bool truncated;  /* the file ends within a document */
	const char *why; /* of damage, without path and line; static */
	unsigned depth;  /* brackets that are open in this piece */
	bool in_text;    /* it failed within a text */
	/* Of the document that is read in pieces. */
	const struct json_pieces *pieces;
	bool listed;    /* its list was seen */
	bool any_bytes; /* in a member beside it, as a path: \\xHH for what is no UTF-8 */
};

/* What is done with the pieces of a document. */
struct json_pieces {
	/* The list is the member `list` of an object, or the document itself (NULL). */
	const char *list;
	void (*element)(void *ctx, const struct node *element);
	/* All other members of the object; may be NULL. */
	void (*member)(void *ctx, const struct node *member);
	/* What is damaged is stepped over: a piece, which is left out, or else a missing comma,
	 * text beside the documents and one without the list. NULL: reading fails there. */
	void (*damage)(void *ctx, uint32_t line, const char *why, bool left_out);
	void *ctx;
};

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
