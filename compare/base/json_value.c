/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "compare/base/json_value.h"

#include "compare/base/escape.h"
#include "compare/base/memory.h"
#include "compare/base/number.h"

#include <math.h>
#include <string.h>

#define LOCALE                                                                           \
	"a number has separators (1,000): the program sets a locale, which LC_ALL does " \
	"not change; let it print in the locale \"C\""

static bool is_digit(char c)
{
	return c >= '0' && c <= '9';
}

int json_damaged(struct json_reader *r, const char *why)
{
	r->damaged = true;
	r->why = why;
	return bd_err(r->e, "%s:%u: %s", r->lines->path, r->line, why);
}

int json_truncated(struct json_reader *r)
{
	r->truncated = true;
	return json_damaged(r, "the JSON is cut short: the file ends within a value");
}

/* Reads on, from *p at the end of the buffer; the bytes from `keep` on stay. Returns 1, 0 at
 * the end of the file, or -1. Both pointers are moved with the bytes. */
static int read_on(struct json_reader *r, const char **keep, const char **p)
{
	size_t length = (size_t)(*p - *keep);
	int more;

	if (length > LINE_SIZE_MAX)
		return json_damaged(r, "a text or number is longer than 16 MiB");
	r->lines->start = (size_t)(*keep - r->lines->buffer);
	more = lines_more(r->lines, r->e);
	r->moved = true;
	*keep = r->lines->buffer + r->lines->start;
	*p = *keep + length;
	return more;
}

static const char *buffer_end(const struct json_reader *r)
{
	return r->lines->buffer + r->lines->end;
}

/* The same where the buffer ends, or at a NUL byte. */
static int next_beyond(struct json_reader *r)
{
	const char *p = r->lines->buffer + r->at;
	int more = 1;

	for (;;) {
		for (; *p == ' ' || *p == '\n' || *p == '\r' || *p == '\t'; p++)
			r->line += *p == '\n';
		r->at = (size_t)(p - r->lines->buffer);
		if (*p)
			return (unsigned char)*p;
		if (p < buffer_end(r))
			return json_damaged(r, "there is a NUL byte");
		if (more == 0)
			return '\0';
		more = read_on(r, &p, &(const char *){ p });
		if (more < 0)
			return -1;
	}
}

static inline int next_byte(struct json_reader *r)
{
	const char *p = r->lines->buffer + r->at;

	if (*p == ' ')
		p++;
	if (*p == '\n') {
		r->line++;
		for (p++; *p == ' ';)
			p++;
	}
	r->at = (size_t)(p - r->lines->buffer);
	return (unsigned char)*p > ' ' ? (unsigned char)*p : next_beyond(r);
}

int json_next_byte(struct json_reader *r)
{
	return next_byte(r);
}

/* Bytes within a text that need no second look. */
static inline bool is_plain(unsigned char c)
{
	return c != '"' && c != '\\' && c - 0x20u < 0x60;
}

/* The same of eight bytes at once: none is below 0x20, above 0x7F, a quote or a backslash. */
static inline bool are_plain(const char *p)
{
	const uint64_t ones = UINT64_C(0x0101010101010101);
	uint64_t bytes, quotes, slashes;

	memcpy(&bytes, p, sizeof(bytes));
	quotes = bytes ^ (ones * '"');
	slashes = bytes ^ (ones * '\\');
	return !((bytes | ((bytes - ones * 0x20) & ~bytes) | ((quotes - ones) & ~quotes) |
			 ((slashes - ones) & ~slashes)) &
		 (ones * 0x80));
}

/* Finds the end of the text whose first byte is at r->at (behind the quote). Returns its
 * beginning, or NULL. */
static const char *scan_text(struct json_reader *r, size_t *size, bool *plain)
{
	const char *start = r->lines->buffer + r->at, *p = start, *end = buffer_end(r);

	for (*plain = true;;) {
		while (end - p >= 8 && are_plain(p))
			p += 8;
		while (is_plain((unsigned char)*p))
			p++;
		if (*p == '"')
			break;
		if (p == end || (*p == '\\' && p + 1 == end)) {
			int more = read_on(r, &start, &p);

			if (more == 0)
				json_truncated(r);
			if (more <= 0) {
				r->at = (size_t)(p - r->lines->buffer);
				r->in_text = true;
				return NULL;
			}
			end = buffer_end(r);
			continue;
		}
		if ((unsigned char)*p < 0x20) {
			r->at = (size_t)(p - r->lines->buffer);
			r->in_text = true;
			json_damaged(r, "a text has a control character or no closing quote");
			return NULL;
		}
		*plain = false;
		p += *p == '\\' ? 2 : 1;
	}
	*size = (size_t)(p - start);
	r->at = (size_t)(p + 1 - r->lines->buffer);
	return start;
}

/* Behind the opening quote. */
static char *read_text(struct json_reader *r, uint32_t *size)
{
	const char *start, *end;
	size_t length;
	bool plain;
	char *text;

	start = scan_text(r, &length, &plain);
	if (!start)
		return NULL;
	text = arena_bytes(&r->arena, start, length);
	*size = (uint32_t)length;
	if (plain)
		return text;
	end = json_unescape(text, length);
	if (!end || !text_is_utf8(text, (size_t)(end - text))) {
		json_damaged(r, end ? "a text is not UTF-8"
				    : "a text has a bad escape or a NUL character");
		return NULL;
	}
	*size = (uint32_t)(end - text);
	return text;
}

/* Is it a byte of a number or of a word? */
static bool is_token(char c)
{
	return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
	       c == '+' || c == '-' || c == '.';
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

static size_t digits_at(const char *p)
{
	return strspn(p, "0123456789");
}

/* A number of JSON that is too large for a double is infinite. */
static bool set_huge(struct node *node, const char *start, const char *end)
{
	const char *p = start + (*start == '-');
	size_t digits = digits_at(p);

	p += digits;
	if (*p == '.')
		p += 1 + digits_at(p + 1);
	if (*p == 'e' || *p == 'E') {
		p += p[1] == '-' || p[1] == '+' ? 2 : 1;
		digits = digits ? digits_at(p) : 0;
		p += digits;
	}
	if (!digits || p != end)
		return false;
	node->as.number = strtod(start, NULL);
	return true;
}

/* A number that ends within the buffer, as nearly all do. */
static bool read_number(struct json_reader *r, struct node *node)
{
	const char *p = r->lines->buffer + r->at, *end = buffer_end(r);
	unsigned digit = (unsigned char)(*p - '0');

	node->kind = NODE_NUMBER;
	if (digit <= 9 && p[1] == ',') { /* as many are */
		node->as.number = digit;
		r->at++;
		return true;
	}
	if ((digit > 9 && *p != '-') || !number_scan(&p, end, &node->as.number) || p == end ||
		is_token(*p))
		return false;
	r->at = (size_t)(p - r->lines->buffer);
	return true;
}

/* 1.000.000 */
static bool has_two_points(const char *start, const char *end)
{
	const char *point = memchr(start, '.', (size_t)(end - start));

	return point && memchr(point + 1, '.', (size_t)(end - point - 1));
}

static int read_token(struct json_reader *r, struct node *node)
{
	const char *start = r->lines->buffer + r->at, *p = start;
	int more;

	if (read_number(r, node))
		return 0;
	for (;;) {
		while (is_token(*p))
			p++;
		if (*p != '\0' || p != buffer_end(r))
			break;
		more = read_on(r, &start, &p);
		if (more < 0)
			return -1;
		if (more == 0)
			break;
	}
	r->at = (size_t)(p - r->lines->buffer);
	node->kind = NODE_NUMBER;
	if (((unsigned char)(*start - '0') <= 9 || *start == '-') &&
		number_parse(start, (size_t)(p - start), &node->as.number))
		return 0;
	if (set_word(node, start, (size_t)(p - start)) || set_huge(node, start, p))
		return 0;
	if (is_digit(*start) && has_two_points(start, p))
		return json_damaged(r, LOCALE);
	return json_damaged(r, p == start ? "this is no JSON value"
					  : "a word here is neither a number nor a JSON value");
}

struct node *json_new_node(struct json_reader *r)
{
	if (!r->spare_count) {
		r->spare_count = JSON_SPARE;
		r->spare = arena_alloc(&r->arena, JSON_SPARE * sizeof(*r->spare));
	}
	r->spare_count--;
	return r->spare++;
}

void json_begin_piece(struct json_reader *r)
{
	arena_empty(&r->arena);
	r->spare_count = 0;
	r->lead = 0;
	r->depth = 0;
	r->in_text = false;
}

/* 1,000 where a key should be. */
static bool is_split_number(const struct json_reader *r, int byte)
{
	const char *p = r->lines->buffer + r->at;

	return is_digit((char)byte) && r->at > 1 && p[-1] == ',' && is_digit(p[-2]);
}

int json_read_key(struct json_reader *r, int byte, const char **key, uint32_t *size)
{
	if (byte == '\0')
		return json_truncated(r);
	if (byte != '"')
		return json_damaged(r, is_split_number(r, byte)
					       ? LOCALE
					       : "a member of an object has no key in quotes");
	r->at++;
	*key = read_text(r, size);
	if (!*key)
		return -1;
	byte = next_byte(r);
	if (byte == '\0')
		return json_truncated(r);
	if (byte != ':')
		return byte < 0 ? -1 : json_damaged(r, "a key is not followed by a colon");
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
		return json_damaged(r, is_separator(r, byte) ? LOCALE : why);
	r->pieces->damage(r->pieces->ctx, r->line, "a comma is missing", false);
	return 1;
}

int json_next_element(struct json_reader *r, bool first, char close)
{
	int byte = next_byte(r);

	if (first && byte != close)
		return 1;
	if (byte == '\0')
		return json_truncated(r);
	if (byte < 0)
		return -1;
	if (byte != ',' && byte != close)
		return missing_comma(r, byte, close);
	r->at++;
	return byte == ',';
}

static bool known_lead(struct json_reader *r, const struct json_lead *lead, bool first)
{
	const char *p = r->lines->buffer + r->at;

	if (!lead->size || lead->first != first || (size_t)(buffer_end(r) - p) <= lead->size ||
		memcmp(p, lead->text, lead->size) != 0)
		return false;
	r->at += lead->size;
	r->line += lead->lines;
	return true;
}

/* To the value of the next member: as json_next_element(). */
static int next_member(struct json_reader *r, bool first, struct node *member)
{
	struct json_lead spare, *lead = r->lead < JSON_LEADS ? &r->leads[r->lead++] : &spare;
	size_t start = r->at;
	uint32_t line = r->line;
	int more;

	if (lead != &spare && known_lead(r, lead, first)) {
		member->key = lead->key;
		member->key_size = lead->key_size;
		return 1;
	}
	r->moved = false;
	more = json_next_element(r, first, '}');
	if (more <= 0)
		return more;
	if (json_read_key(r, next_byte(r), &member->key, &member->key_size) < 0)
		return -1;
	lead->size = 0;
	if (r->moved || r->at - start > JSON_LEAD_MAX || member->key_size >= JSON_LEAD_MAX)
		return 1;
	*lead = (struct json_lead){ .first = first,
		.size = (uint32_t)(r->at - start),
		.lines = r->line - line,
		.key_size = member->key_size };
	memcpy(lead->text, r->lines->buffer + start, lead->size);
	memcpy(lead->key, member->key, member->key_size);
	return 1;
}

/* Behind the opening bracket. */
static int read_children(struct json_reader *r, struct node *node, unsigned depth)
{
	struct node **last = &node->as.first, *child = json_new_node(r);
	int more;

	for (;;) {
		more = node->kind == NODE_OBJECT ? next_member(r, !node->count, child)
						 : json_next_element(r, !node->count, ']');
		if (more <= 0)
			return more;
		if (json_read_value(r, child, next_byte(r), depth + 1) < 0)
			return -1;
		*last = child;
		last = &child->next;
		node->count++;
		child = json_new_node(r);
	}
}

int json_read_value(struct json_reader *r, struct node *node, int byte, unsigned depth)
{
	node->line = r->line;
	if (byte == '"') {
		r->at++;
		node->kind = NODE_TEXT;
		node->as.text = read_text(r, &node->count);
		return node->as.text ? 0 : -1;
	}
	if (byte == '{' || byte == '[') {
		if (depth >= JSON_DEPTH_MAX)
			return json_damaged(r, "the JSON is nested deeper than 64 levels");
		r->at++;
		r->depth++;
		node->kind = byte == '{' ? NODE_OBJECT : NODE_ARRAY;
		if (read_children(r, node, depth) < 0)
			return -1;
		r->depth--;
		return 0;
	}
	if (byte == '\0')
		return json_truncated(r);
	return byte < 0 ? -1 : read_token(r, node);
}

int json_byte_here(struct json_reader *r)
{
	const char *p = r->lines->buffer + r->at;
	int more;

	if (p < buffer_end(r))
		return (unsigned char)*p;
	more = read_on(r, &p, &(const char *){ p });
	r->at = (size_t)(p - r->lines->buffer);
	return more > 0 ? (unsigned char)*p : more;
}
