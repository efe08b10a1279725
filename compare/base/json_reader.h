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
 * follow each other in one file. Written here as jansson knows neither pieces nor NaN. A
 * document nested deeper than JSON_DEPTH_MAX is refused.
 */
#define JSON_DEPTH_MAX 64

/* Most objects have the keys of the one before: such a key is compared, and neither scanned nor
 * copied. */
#define JSON_KEYS_KEPT 32
#define JSON_KEY_MAX   44

struct json_key {
	uint32_t size;
	char text[JSON_KEY_MAX];
};

struct json_reader {
	struct lines *lines; /* not owned */
	size_t at;           /* of the next byte, from lines->buffer on */
	uint32_t line;
	struct arena arena;
	struct json_key keys[JSON_KEYS_KEPT]; /* of the last piece, in order */
	unsigned key;                         /* the next one of this piece */
	struct err *e;  /* set where a function fails: path, line and what is wrong */
	bool damaged;   /* it failed by what stands in the file */
	bool cut_short; /* the file ends within a document */
};

/* `lines` is open, its head was looked at (lines_head), and no line of it was read. */
void json_reader_begin(struct json_reader *reader, struct lines *lines, struct err *e);
void json_reader_release(struct json_reader *reader);

/* The next document as a whole. Returns 1, 0 at the end of the file, or -1. */
int json_reader_next(struct json_reader *reader, const struct node **document);

/* What is done with the pieces of a document. */
struct json_pieces {
	/* The list is the member `list` of an object, or the document itself (NULL). */
	const char *list;
	void (*element)(void *ctx, const struct node *element);
	/* All other members of the object; may be NULL. */
	void (*member)(void *ctx, const struct node *member);
	void *ctx;
};

/* The next document in pieces, each as it is read. Returns 1, 0 at the end of the file, or -1;
 * the pieces before the fault were given. */
int json_reader_pieces(struct json_reader *reader, const struct json_pieces *pieces);

#endif
