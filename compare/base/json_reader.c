/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "compare/base/json_reader.h"

#include "compare/base/memory.h"
#include "compare/base/number.h"
#include "compare/base/utf8.h"

#include <assert.h>
#include <ctype.h>
#include <math.h>
#include <string.h>

#define LOCALE                                                                           \
	"a number has separators (1,000): the program sets a locale, which LC_ALL does " \
	"not change; let it print in the locale \"C\""

static int read_value(struct json_reader *r, struct node *node, int byte, unsigned depth);

static bool is_digit(char c)
{
	return c >= '0' && c <= '9';
}

static int damaged(struct json_reader *r, const char *why)
{
	r->damaged = true;
	r->why = why;
	return bd_err(r->e, "%s:%u: %s", r->lines->path, r->line, why);
}

static int truncated(struct json_reader *r)
{
	r->truncated = true;
	return damaged(r, "the JSON is cut short: the file ends within a value");
}

/* Reads on, at the end of the buffer; the bytes from *start on stay, and *start and r->at are
 * moved with them. Returns 1, 0 at the end of the file, or -1. */
static int read_on(struct json_reader *r, size_t *start)
{
	int more;

	if (r->at - *start > LINE_SIZE_MAX)
		return damaged(r, "a text or number is longer than 16 MiB");
	r->lines->start = *start;
	more = lines_more(r->lines, r->e);
	r->at -= *start - r->lines->start;
	*start = r->lines->start;
	return more;
}

/* The next byte, which is not taken; '\0' at the end of the file; -1 where reading fails. */
static int byte_here(struct json_reader *r)
{
	int more = r->at < r->lines->end ? 1 : read_on(r, &(size_t){ r->at });

	return more > 0 ? (unsigned char)r->lines->buffer[r->at] : more;
}

/* The same of the next one that is no blank. */
static int next_byte(struct json_reader *r)
{
	for (;;) {
		const char *p = r->lines->buffer + r->at;
		int byte;

		for (; *p == ' ' || *p == '\n' || *p == '\r' || *p == '\t'; p++)
			r->line += *p == '\n';
		r->at = (size_t)(p - r->lines->buffer);
		if (*p)
			return (unsigned char)*p;
		if (r->at < r->lines->end)
			return damaged(r, "there is a NUL byte");
		byte = byte_here(r);
		if (byte <= 0)
			return byte;
	}
}

/* Bytes within a text that need no second look. */
static bool is_plain(unsigned char c)
{
	return c != '"' && c != '\\' && c - 0x20u < 0x60;
}

/* To the quote that closes the text from *start on. */
static int find_quote(struct json_reader *r, size_t *start, bool *plain)
{
	r->in_text = true;
	for (*plain = true;;) {
		const char *p = r->lines->buffer + r->at;

		while (is_plain((unsigned char)*p))
			p++;
		r->at = (size_t)(p - r->lines->buffer);
		if (*p == '"')
			break;
		if (r->at + (*p == '\\') >= r->lines->end) {
			int more = read_on(r, start);

			if (more <= 0)
				return more < 0 ? -1 : truncated(r);
		} else if ((unsigned char)*p < 0x20) {
			return damaged(r, "a text has a control character or no closing quote");
		} else {
			*plain = false;
			r->at += *p == '\\' ? 2 : 1;
		}
	}
	r->in_text = false;
	return 0;
}

/* From its opening quote on. */
static const char *read_text(struct json_reader *r)
{
	size_t start = ++r->at, size;
	const char *end;
	char *text, *escaped;
	bool plain;

	if (find_quote(r, &start, &plain) < 0)
		return NULL;
	size = r->at++ - start;
	text = arena_bytes(&r->arena, r->lines->buffer + start, size);
	if (plain)
		return text;
	end = json_unescape(text, size);
	if (end && text_is_utf8(text, (size_t)(end - text)))
		return text;
	if (!end || !r->any_bytes) {
		damaged(r, end ? "a text is not UTF-8"
			       : "a text has a bad escape or a NUL character");
		return NULL;
	}
	escaped = arena_alloc(&r->arena, 4 * size + 1);
	escaped[text_escape(escaped, text, ESCAPE_VALUE)] = '\0';
	return escaped;
}

static bool set_word(struct node *node, const char *p, size_t size)
{
	static const struct {
		const char *word;
		enum node_kind kind;
		double number;
	} words[] = { { "null", NODE_NULL, 0 }, { "false", NODE_FALSE, 0 },
		{ "true", NODE_TRUE, 0 }, { "NaN", NODE_NUMBER, NAN },
		{ "nan", NODE_NUMBER, NAN }, { "-nan", NODE_NUMBER, NAN },
		{ "Infinity", NODE_NUMBER, INFINITY }, { "-Infinity", NODE_NUMBER, -INFINITY },
		{ "inf", NODE_NUMBER, INFINITY }, { "-inf", NODE_NUMBER, -INFINITY } };

	for (size_t i = 0; i < ARRAY_SIZE(words); i++) {
		if (strlen(words[i].word) != size || memcmp(words[i].word, p, size) != 0)
			continue;
		node->kind = words[i].kind;
		node->as.number = words[i].number;
		return true;
	}
	return false;
}

/* A number or a word: to the first byte that can be of neither. */
static int read_token(struct json_reader *r, struct node *node)
{
	size_t start = r->at;
	const char *text, *p, *end;
	int more;

	do {
		for (p = r->lines->buffer + r->at;
			isalnum((unsigned char)*p) || *p == '+' || *p == '-' || *p == '.';)
			p++;
		r->at = (size_t)(p - r->lines->buffer);
		more = r->at == r->lines->end ? read_on(r, &start) : 0;
	} while (more > 0);
	if (more < 0)
		return -1;
	p = text = r->lines->buffer + start;
	end = r->lines->buffer + r->at;
	node->kind = NODE_NUMBER;
	if (is_digit(*text) || *text == '-') {
		if (number_scan(&p, end, &node->as.number) && p == end)
			return 0;
		/* What is too large for a double is infinite. */
		if (p == end && is_digit(end[-1])) {
			node->as.number = strtod(text, NULL);
			return 0;
		}
	}
	if (set_word(node, text, (size_t)(end - text)))
		return 0;
	if (is_digit(*text) && *p == '.') /* 1.000.000 */
		return damaged(r, LOCALE);
	return damaged(r, text == end ? "this is no JSON value"
				      : "a word here is neither a number nor a JSON value");
}

/* 1,000 where a key should be. */
static bool is_split_number(const struct json_reader *r, int byte)
{
	const char *p = r->lines->buffer + r->at;

	return is_digit((char)byte) && r->at > 1 && p[-1] == ',' && is_digit(p[-2]);
}

/* The key of a member and its colon. Returns the first byte of the value, or -1. */
static int read_key(struct json_reader *r, struct node *member)
{
	int byte = next_byte(r);

	if (byte == '\0')
		return truncated(r);
	if (byte != '"')
		return byte < 0 ? -1
				: damaged(r, is_split_number(r, byte)
						     ? LOCALE
						     : "a member of an object has no key in "
						       "quotes");
	member->key = read_text(r);
	byte = member->key ? next_byte(r) : -1;
	if (byte == '\0')
		return truncated(r);
	if (byte != ':')
		return byte < 0 ? -1 : damaged(r, "a key is not followed by a colon");
	r->at++;
	return next_byte(r);
}

/* Behind a digit, of a locale: 1'000, and blanks of two and three bytes. */
static bool is_separator(const struct json_reader *r, int byte)
{
	return r->at && is_digit(r->lines->buffer[r->at - 1]) &&
	       (byte == '\'' || byte == 0xc2 || byte == 0xe2);
}

/* Of what may begin a member or a result it is stepped over. */
static int missing_comma(struct json_reader *r, int byte, char close)
{
	static const char why[] = "a comma or a closing bracket is missing";

	if (!r->pieces || !r->pieces->damage || byte != (close == '}' ? '"' : '{'))
		return damaged(r, is_separator(r, byte) ? LOCALE : why);
	r->pieces->damage(r->pieces->ctx, r->line, "a comma is missing", false);
	return 1;
}

/* To the next element or member: 1, 0 behind the closing bracket, or -1. */
static int next_element(struct json_reader *r, bool first, char close)
{
	int byte = next_byte(r);

	if (first && byte != close)
		return 1;
	if (byte == '\0')
		return truncated(r);
	if (byte < 0)
		return -1;
	if (byte != ',' && byte != close)
		return missing_comma(r, byte, close);
	r->at++;
	return byte == ',';
}

/* Behind the opening bracket. */
static int read_children(struct json_reader *r, struct node *node, unsigned depth)
{
	char close = node->kind == NODE_OBJECT ? '}' : ']';
	struct node **last = &node->as.first;
	int more;

	for (; (more = next_element(r, !node->count, close)) > 0; node->count++) {
		struct node *child = arena_alloc(&r->arena, sizeof(*child));
		int byte = close == '}' ? read_key(r, child) : next_byte(r);

		if (read_value(r, child, byte, depth + 1) < 0)
			return -1;
		*last = child;
		last = &child->next;
	}
	return more;
}

/* `byte`: its first one, not taken yet; -1 where that could not be read. */
static int read_value(struct json_reader *r, struct node *node, int byte, unsigned depth)
{
	node->line = r->line;
	if (byte == '"') {
		node->kind = NODE_TEXT;
		node->as.text = read_text(r);
		return node->as.text ? 0 : -1;
	}
	if (byte == '{' || byte == '[') {
		if (depth >= JSON_DEPTH_MAX)
			return damaged(r, "the JSON is nested deeper than 64 levels");
		r->at++;
		r->depth++;
		node->kind = byte == '{' ? NODE_OBJECT : NODE_ARRAY;
		if (read_children(r, node, depth) < 0)
			return -1;
		r->depth--;
		return 0;
	}
	if (byte == '\0')
		return truncated(r);
	return byte < 0 ? -1 : read_token(r, node);
}

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

/* A new piece: what the last one was made of is gone. */
static struct node *begin_piece(struct json_reader *r)
{
	arena_empty(&r->arena);
	r->depth = 0;
	r->in_text = false;
	return arena_alloc(&r->arena, sizeof(struct node));
}

int json_reader_next(struct json_reader *reader, const struct node **document)
{
	int byte = next_byte(reader);
	struct node *node = begin_piece(reader);

	*document = node;
	return byte <= 0 ? byte : read_value(reader, node, byte, 0) < 0 ? -1 : 1;
}

/* Behind what closes the damaged piece, or to the comma or bracket behind it. */
static int skip_piece(struct json_reader *r)
{
	bool escaped = false;
	int byte;

	for (; (byte = byte_here(r)) >= 0 && r->at < r->lines->end; r->at++) {
		r->line += byte == '\n';
		if (escaped || (r->in_text && byte == '\\'))
			escaped = !escaped;
		else if (byte == '"')
			r->in_text = !r->in_text;
		else if (r->in_text)
			continue;
		else if (byte == '{' || byte == '[')
			r->depth++;
		else if (!r->depth && (byte == ',' || byte == ']' || byte == '}'))
			return 0;
		else if ((byte == '}' || byte == ']') && !--r->depth) {
			r->at++;
			return 0;
		}
	}
	return byte < 0 ? -1 : truncated(r);
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
	int more;

	for (bool first = true; (more = next_element(r, first, ']')) > 0; first = false) {
		struct node *node = begin_piece(r);

		if (read_value(r, node, next_byte(r), 2) == 0)
			r->pieces->element(r->pieces->ctx, node);
		else if (step_over(r) < 0)
			return -1;
	}
	return more;
}

/* A member, or the list itself: all of its elements. */
static int give_member(struct json_reader *r)
{
	const struct json_pieces *pieces = r->pieces;
	struct node *node = begin_piece(r);
	int byte = read_key(r, node);

	if (byte == '[' && pieces->list && strcmp(node->key, pieces->list) == 0) {
		r->at++;
		r->listed = true;
		return give_elements(r);
	}
	r->any_bytes = true;
	byte = read_value(r, node, byte, 1);
	r->any_bytes = false;
	if (byte < 0)
		return step_over(r);
	if (pieces->member)
		pieces->member(pieces->ctx, node);
	return 0;
}

static int give_members(struct json_reader *r)
{
	const struct json_pieces *pieces = r->pieces;
	uint32_t line = r->line;
	int more;

	r->listed = false;
	for (bool first = true; (more = next_element(r, first, '}')) > 0; first = false)
		if (give_member(r) < 0)
			return -1;
	if (!more && !r->listed && pieces->damage)
		pieces->damage(
			pieces->ctx, line, "this document holds no list of results", false);
	return more;
}

/* To the bracket that opens a document: its byte, '\0' at the end, or -1. A list may hold the
 * documents, and each may have a BOM. */
static int find_document(struct json_reader *r, const struct json_pieces *pieces)
{
	uint32_t first = 0, lines = 0;
	int byte = next_byte(r);

	while (byte > 0 && byte != '{' && (byte != '[' || pieces->list) && pieces->damage) {
		bool is_text = !strchr("[,]\xEF\xBB\xBF", byte);

		first = is_text && !lines++ ? r->line : first;
		do {
			r->at++;
			byte = byte_here(r);
		} while (is_text && byte > 0 && byte != '\n');
		byte = byte < 0 ? -1 : next_byte(r);
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
		return damaged(reader,
			pieces->list ? "this is no JSON object" : "this is no JSON array");
	reader->at++;
	reader->pieces = pieces;
	return (pieces->list ? give_members : give_elements)(reader) < 0 ? -1 : 1;
}
