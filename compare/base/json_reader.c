/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "compare/base/json_reader.h"

#include <assert.h>
#include <string.h>

void json_reader_begin(struct json_reader *reader, struct lines *lines, struct err *e)
{
	*reader = (struct json_reader){
		.lines = lines, .at = lines->start, .line = lines->number + 1, .e = e
	};
	assert(lines->buffer);
	lines->buffer[lines->end] = '\0';
}

void json_reader_release(struct json_reader *reader)
{
	arena_release(&reader->arena);
}

int json_reader_next(struct json_reader *reader, const struct node **document)
{
	int byte = json_next_byte(reader);
	struct node *node;

	json_begin_piece(reader);
	if (byte <= 0)
		return byte;
	node = json_new_node(reader);
	if (json_read_value(reader, node, byte, 0) < 0)
		return -1;
	*document = node;
	return 1;
}

/* Behind what closes the damaged piece, or to the comma or bracket behind it. */
static int skip_piece(struct json_reader *r)
{
	int byte;

	for (;; r->at++) {
		byte = json_byte_here(r);
		if (byte < 0 || (byte == '\0' && r->lines->at_end))
			return byte < 0 ? -1 : json_truncated(r);
		r->line += byte == '\n';
		if (r->in_text && byte == '\\')
			r->at++;
		else if (byte == '"')
			r->in_text = !r->in_text;
		else if (r->in_text)
			continue;
		else if (byte == '{' || byte == '[')
			r->depth++;
		else if (!r->depth && strchr(",]}", byte))
			return 0;
		else if ((byte == '}' || byte == ']') && !--r->depth) {
			r->at++;
			return 0;
		}
	}
}

/* A piece could not be read: 0 where the reader stands behind it. */
static int step_over(struct json_reader *r)
{
	if (!r->damaged || r->truncated || !r->pieces->damage)
		return -1;
	r->pieces->damage(r->pieces->ctx, r->line, r->why, true);
	r->damaged = false;
	return skip_piece(r);
}

/* The elements of the list one by one, behind its bracket. */
static int give_elements(struct json_reader *r)
{
	const struct json_pieces *pieces = r->pieces;
	struct node *node;
	int more;

	for (bool first = true; (more = json_next_element(r, first, ']')) > 0; first = false) {
		json_begin_piece(r);
		node = json_new_node(r);
		if (json_read_value(r, node, json_next_byte(r), 2) == 0)
			pieces->element(pieces->ctx, node);
		else if (step_over(r) < 0)
			return -1;
	}
	return more;
}

/* Returns 1 for the list itself, behind its bracket. */
static int read_member(struct json_reader *r, struct node *node)
{
	const char *list = r->pieces->list;
	int byte = json_read_key(r, json_next_byte(r), &node->key, &node->key_size);

	if (byte == '[' && list && strcmp(node->key, list) == 0) {
		r->at++;
		return 1;
	}
	return byte < 0 ? -1 : json_read_value(r, node, byte, 1);
}

static int give_members(struct json_reader *r)
{
	const struct json_pieces *pieces = r->pieces;
	struct node *node;
	int more, rc;

	for (bool first = true; (more = json_next_element(r, first, '}')) > 0; first = false) {
		json_begin_piece(r);
		node = json_new_node(r);
		rc = read_member(r, node);
		if (rc == 0 && pieces->member)
			pieces->member(pieces->ctx, node);
		else if (rc > 0)
			rc = give_elements(r);
		else if (rc < 0)
			rc = step_over(r);
		if (rc < 0)
			return -1;
	}
	return more;
}

/* To the bracket that opens a document: its byte, '\0' at the end, or -1. */
static int find_document(struct json_reader *r, const struct json_pieces *pieces)
{
	uint32_t first = 0, lines = 0;
	int byte = json_next_byte(r);

	while (byte > 0 && byte != '{' && byte != '[' && pieces->damage) {
		first = lines++ ? first : r->line;
		while (byte > 0 && byte != '\n') {
			r->at++;
			byte = json_byte_here(r);
		}
		byte = byte < 0 ? -1 : json_next_byte(r);
	}
	if (lines)
		pieces->damage(pieces->ctx, first, "text beside the JSON is ignored", false);
	return byte;
}

int json_reader_pieces(struct json_reader *reader, const struct json_pieces *pieces)
{
	int byte = find_document(reader, pieces);

	if (byte <= 0)
		return byte;
	if (byte != (pieces->list ? '{' : '['))
		return json_damaged(reader,
			pieces->list ? "this is no JSON object" : "this is no JSON array");
	reader->at++;
	reader->pieces = pieces;
	return (pieces->list ? give_members : give_elements)(reader) < 0 ? -1 : 1;
}
