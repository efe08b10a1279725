/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef COMPARE_BASE_JSON_VALUE_H
#define COMPARE_BASE_JSON_VALUE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "compare/base/arena.h"
#include "compare/base/lines.h"
#include "compare/base/node.h"

/* The values of compare/base/json_reader.h, for it alone: it has the documents. */
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
	struct err *e;   /* set where a function fails: path, line and what is wrong */
	bool damaged;    /* it failed by what stands in the file */
	bool truncated;  /* the file ends within a document */
	const char *why; /* of damage, without path and line; static */
	unsigned depth;  /* brackets that are open in this piece */
	bool in_text;    /* it failed within a text */
	/* Of the document that is read in pieces. */
	const struct json_pieces *pieces;
};

/* What is done with the pieces of a document. */
struct json_pieces {
	/* The list is the member `list` of an object, or the document itself (NULL). */
	const char *list;
	void (*element)(void *ctx, const struct node *element);
	/* All other members of the object; may be NULL. */
	void (*member)(void *ctx, const struct node *member);
	/* What is damaged is stepped over: a piece, which is left out, or else a missing comma
	 * and text beside the documents. NULL: reading fails there. */
	void (*damage)(void *ctx, uint32_t line, const char *why, bool left_out);
	void *ctx;
};

/* -1 with the error set, and that it is the file's. */
int json_damaged(struct json_reader *r, const char *why);
int json_truncated(struct json_reader *r);
/* The next byte that is no blank, or '\0' at the end of the file; -1 where reading fails. */
int json_next_byte(struct json_reader *r);
/* The same of any byte. */
int json_byte_here(struct json_reader *r);
struct node *json_new_node(struct json_reader *r);
/* A new piece: what the last one was made of is gone. */
void json_begin_piece(struct json_reader *r);
/* The key of a member and its colon; the quote is the next byte. Returns the first byte of the
 * value, or -1. */
int json_read_key(struct json_reader *r, int byte, const char **key, uint32_t *size);
/* To the next element or member: 1, 0 behind the closing bracket, or -1. */
int json_next_element(struct json_reader *r, bool first, char close);
/* `byte`: its first one, not taken yet. */
int json_read_value(struct json_reader *r, struct node *node, int byte, unsigned depth);

#endif
