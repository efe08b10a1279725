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

/* Most objects have the members of the one before. What stands before the value (comma, blanks,
 * key and colon) is compared as a whole, and neither scanned nor copied. */
#define JSON_LEADS    32
#define JSON_LEAD_MAX 64

struct json_lead {
	bool first;    /* of its object: without a comma */
	uint32_t size; /* 0: not known */
	uint32_t lines, key_size;
	char text[JSON_LEAD_MAX];
	char key[JSON_LEAD_MAX];
};

/* Nodes are taken from the arena in groups. */
#define JSON_SPARE 16

struct json_reader {
	struct lines *lines; /* not owned */
	size_t at;           /* of the next byte, from lines->buffer on */
	uint32_t line;
	struct arena arena;
	struct node *spare;
	unsigned spare_count;
	struct json_lead leads[JSON_LEADS]; /* of the last piece, in order */
	unsigned lead;                      /* the next one of this piece */
	bool moved;                         /* the buffer, since the last lead */
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
