/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "compare/base/json_reader.h"

#include "compare/base/memory.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

/* The first document of a text. */
struct reading {
	struct lines lines;
	struct json_reader reader;
	struct err e;
	const struct node *node;
	int rc;
};

static void read_text(struct reading *r, const char *text, size_t size)
{
	const char *head;

	memset(r, 0, sizeof(*r));
	lines_open_buffer(&r->lines, "a.json", text, size);
	assert_int_equal(lines_head(&r->lines, &head, &size, &r->e), 0);
	json_reader_begin(&r->reader, &r->lines, &r->e);
	r->rc = json_reader_next(&r->reader, &r->node);
}

static void release(struct reading *r)
{
	json_reader_release(&r->reader);
	lines_release(&r->lines);
}

static void test_values(void **state)
{
	static const char text[] =
		"\xEF\xBB\xBF {\"a\": [1, -2.5e3, true, false, null, \"x\"],\r\n\"b\" :{ },\n"
		"\"c\":NaN,\"d\":-Infinity,\"e\":[],\"t\":\"tab\\t\\u00e4\\ud83d\\ude00\\\\\"}"
		"\n[2]\n";
	const struct node *n;
	struct reading r;

	(void)state;
	read_text(&r, text, strlen(text));
	assert_int_equal(r.rc, 1);
	assert_int_equal(r.node->kind, NODE_OBJECT);
	assert_int_equal(r.node->count, 6);
	n = node_list(r.node, "a")->as.first;
	assert_true(n->as.number == 1 && n->next->as.number == -2500);
	n = n->next->next;
	assert_int_equal(n->kind, NODE_TRUE);
	assert_int_equal(n->next->kind, NODE_FALSE);
	assert_int_equal(n->next->next->kind, NODE_NULL);
	assert_string_equal(n->next->next->next->as.text, "x");
	assert_int_equal(node_get(r.node, "b")->line, 2);
	assert_true(isnan(node_number(r.node, "c", 1)));
	assert_true(node_number(r.node, "d", 1) == -INFINITY);
	assert_true(node_number(r.node, "b", 7) == 7 && node_number(NULL, "b", 7) == 7);
	assert_int_equal(node_list(r.node, "e")->count, 0);
	assert_string_equal(node_text(r.node, "t"), "tab\t\xC3\xA4\xF0\x9F\x98\x80\\");
	assert_null(node_text(r.node, "a"));
	assert_int_equal(json_reader_next(&r.reader, &r.node), 1);
	assert_int_equal(r.node->line, 4);
	assert_int_equal(json_reader_next(&r.reader, &r.node), 0);
	release(&r);
}

static void test_damage_names_its_line(void **state)
{
	static const struct {
		const char *text, *why;
		bool truncated;
	} cases[] = { { "{\"a\":\n1", "a.json:2: the JSON is cut short", true },
		{ "{\"a\"", "a.json:1: the JSON is cut short", true },
		{ "[1,\n2,", "a.json:2: the JSON is cut short", true },
		{ "[\"abc", "a.json:1: the JSON is cut short", true },
		{ "[\"abc\\", "a.json:1: the JSON is cut short", true },
		{ "[1 2]", "a.json:1: a comma or a closing bracket is missing", false },
		{ "[1}", "a.json:1: a comma or a closing bracket is missing", false },
		{ "{1:2}", "a.json:1: a member of an object has no key", false },
		{ "{\"a\" 1}", "a.json:1: a key is not followed by a colon", false },
		{ "[\n\n1x]", "a.json:3: a word here is neither", false },
		{ "[+1]", "a.json:1: a word here is neither", false },
		{ "[,]", "a.json:1: this is no JSON value", false },
		{ "[\"a\nb\"]", "a.json:1: a text has a control character", false },
		{ "[\"\\u0000\"]", "a.json:1: a text has a bad escape or a NUL", false },
		{ "[\"\\ud800\"]", "a.json:1: a text is not UTF-8", false },
		{ "[\"\\ud800\\u0041\"]", "a.json:1: a text is not UTF-8", false },
		{ "[\"\\x\"]", "a.json:1: a text has a bad escape", false },
		{ "[\"\xFF\"]", "a.json:1: a text is not UTF-8", false } };
	struct reading r;

	(void)state;
	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		read_text(&r, cases[i].text, strlen(cases[i].text));
		if (r.rc != -1 || !strstr(r.e.text, cases[i].why))
			fail_msg("%s: %d %s", cases[i].text, r.rc, r.e.text);
		assert_true(r.reader.damaged);
		assert_int_equal(r.reader.truncated, cases[i].truncated);
		release(&r);
	}
	read_text(&r, "[1\0]", 4);
	assert_int_equal(r.rc, -1);
	assert_non_null(strstr(r.e.text, "NUL byte"));
	release(&r);
}

/* What no text may hold is found at any place. */
static void test_every_byte_at_every_place(void **state)
{
	char text[] = "[\"aaaaaaaaaaaaaaaaaaaaaaaa\"]";
	struct reading r;

	(void)state;
	for (int place = 2; place < 26; place++) {
		for (int c = 1; c < 256; c++) {
			bool fine = c >= 0x20 && c < 0x80 && c != '"' && c != '\\';

			text[place] = (char)c;
			read_text(&r, text, sizeof(text) - 1);
			if ((r.rc == 1) != fine)
				fail_msg("byte %02x at %d: %d", (unsigned)c, place, r.rc);
			release(&r);
		}
		text[place] = 'a';
	}
}

static void test_depth_is_bounded(void **state)
{
	char text[2 * 100 + 1] = "";
	struct reading r;

	(void)state;
	for (int depth = JSON_DEPTH_MAX; depth <= JSON_DEPTH_MAX + 1; depth++) {
		memset(text, '[', (size_t)depth);
		memset(text + depth, ']', (size_t)depth);
		read_text(&r, text, 2 * (size_t)depth);
		assert_int_equal(r.rc, depth == JSON_DEPTH_MAX ? 1 : -1);
		release(&r);
	}
}

/* What one piece of a list was. */
struct sum {
	double sum;
	size_t elements, members;
};

static void add_element(void *ctx, const struct node *element)
{
	struct sum *sum = ctx;

	sum->sum += node_number(element, "value", NAN);
	assert_int_equal(strlen(node_text(element, "name")), 300);
	sum->elements++;
}

static void add_member(void *ctx, const struct node *member)
{
	assert_string_equal(member->key, "context");
	((struct sum *)ctx)->members++;
}

/* Longer than the buffer several times: tokens lie across its end at every place. */
static void test_pieces_of_a_large_file(void **state)
{
	enum { ROWS = 30000 };
	struct json_pieces pieces = { "list", add_element, add_member, NULL, NULL };
	char name[301], *text;
	struct sum sum = { 0 };
	struct json_reader reader;
	struct lines lines = { 0 };
	size_t size, taken;
	const char *head;
	struct err e;
	FILE *out;

	(void)state;
	memset(name, 'n', 300);
	name[300] = '\0';
	out = open_memstream(&text, &size);
	assert_non_null(out);
	fputs("{\"context\": {\"a\": 1}, \"list\": [", out);
	for (int i = 0; i < ROWS; i++)
		fprintf(out, "%s\n{\"name\": \"%s\", \"value\":%d}", i ? "," : "", name, i);
	fputs("\n]}", out);
	fclose(out);
	lines_open_buffer(&lines, "a.json", text, size);
	assert_int_equal(lines_head(&lines, &head, &taken, &e), 0);
	json_reader_begin(&reader, &lines, &e);
	pieces.ctx = &sum;
	assert_int_equal(json_reader_pieces(&reader, &pieces), 1);
	assert_int_equal(json_reader_pieces(&reader, &pieces), 0);
	assert_int_equal(sum.elements, ROWS);
	assert_int_equal(sum.members, 1);
	assert_true(2 * sum.sum == ROWS * (ROWS - 1));
	assert_true(lines.capacity < size / 2);
	json_reader_release(&reader);
	lines_release(&lines);
	free(text);
}

static void note_keys(void *ctx, const struct node *element)
{
	FILE *out = ctx;

	for (const struct node *n = element->as.first; n; n = n->next) {
		fprintf(out, "%s=", n->key);
		if (n->kind == NODE_OBJECT)
			note_keys(out, n);
		else
			fprintf(out, "%g ", n->as.number);
	}
}

/* The keys of a row are those of its own, whatever stood at their place in the row before. */
static void test_keys_of_rows_that_differ(void **state)
{
	static const char text[] =
		"[{\"a\": 1, \"b\": {\"c\": 2}, \"d\": 3}, {\"a\": 4, \"b\": {\"c\": 5}, "
		"\"d\": 6},"
		"{\"aa\": 7, \"b\": 8}, {\"a\": 9, \"\": 10, \"b\": 11}, {\"q\\\\\": 12},"
		"{\"q\\\"\": 13}, {\"\\u0061\": 14}, {\"a\": 15, \"a\": 16},"
		"{\"a key that is longer than what is kept of a key between two rows\": 17}, "
		"{}, "
		"{\"a\": 18}]";
	struct json_pieces pieces = { NULL, note_keys, NULL, NULL, NULL };
	struct json_reader reader;
	struct lines lines = { 0 };
	const char *head;
	char *keys;
	size_t size;
	struct err e;
	FILE *out = open_memstream(&keys, &size);

	(void)state;
	assert_non_null(out);
	pieces.ctx = out;
	lines_open_buffer(&lines, "a.json", text, strlen(text));
	assert_int_equal(lines_head(&lines, &head, &size, &e), 0);
	json_reader_begin(&reader, &lines, &e);
	assert_int_equal(json_reader_pieces(&reader, &pieces), 1);
	fclose(out);
	assert_string_equal(keys,
		"a=1 b=c=2 d=3 a=4 b=c=5 d=6 aa=7 b=8 a=9 =10 b=11 q\\=12 q\"=13 a=14 a=15 "
		"a=16 "
		"a key that is longer than what is kept of a key between two rows=17 a=18 ");
	json_reader_release(&reader);
	lines_release(&lines);
	free(keys);
}

static void no_element(void *ctx, const struct node *element)
{
	(void)ctx;
	(void)element;
}

/* What stood before a value in the row before is taken only where it may stand. */
static void test_damage_in_rows_like_the_one_before(void **state)
{
	static const char *const texts[][2] = {
		{ "[{\n\"a\": 1,\n\"b\": 2},\n{\n\"a\": 1,\n\"b\": ?}]",
			"a.json:6: this is no JSON value" },
		{ "[{\"a\": 1,\n\"b\": 2},\n{\"a\": 1\n\"b\": 2}]",
			"a.json:4: a comma or a closing bracket is missing" },
		{ "[{\"n\":{\"a\":1}},\n{\"n\":1\"a\":2}]",
			"a.json:2: a comma or a closing bracket is missing" },
		{ "[{\"n\":1,\"a\":2},\n{\"n\":{,\"a\":2}}]",
			"a.json:2: a member of an object has no key in quotes" },
		{ "[{\"a\": 1},\n{\"a\": ", "a.json:2: the JSON is cut short" },
	};
	const struct json_pieces pieces = { NULL, no_element, NULL, NULL, NULL };

	(void)state;
	for (size_t i = 0; i < sizeof(texts) / sizeof(*texts); i++) {
		struct json_reader reader;
		struct lines lines = { 0 };
		const char *head;
		size_t size;
		struct err e;

		lines_open_buffer(&lines, "a.json", texts[i][0], strlen(texts[i][0]));
		assert_int_equal(lines_head(&lines, &head, &size, &e), 0);
		json_reader_begin(&reader, &lines, &e);
		assert_int_equal(json_reader_pieces(&reader, &pieces), -1);
		assert_memory_equal(e.text, texts[i][1], strlen(texts[i][1]));
		json_reader_release(&reader);
		lines_release(&lines);
	}
}

/* What is given of each piece, and what is said. */
static void note_piece(void *ctx, const struct node *piece)
{
	fprintf(ctx, "%g ", node_number(piece, "a", -1));
}

static void note_damage(void *ctx, uint32_t line, const char *why, bool left_out)
{
	fprintf(ctx, "%u%s(%.30s) ", line, left_out ? "!" : "", why);
}

#define SEPARATORS "(a number has separators (1,000) "

static const struct {
	const char *text, *noted;
	int rc;
} stepped_over[] = {
	{ "[{\"a\":1},\n{\"a\":2%},\n{\"a\":3}]", "1 2!(a comma or a closing bracket i) 3 ",
		1 },
	{ "[{\"a\":1,000},{\"a\":3}]", "1!" SEPARATORS "3 ", 1 },
	{ "[{\"a\":1.000.000},{\"a\":3}]", "1!" SEPARATORS "3 ", 1 },
	{ "[{\"a\":1'000},{\"a\":3}]", "1!" SEPARATORS "3 ", 1 },
	{ "[{\"a\":1\xe2\x80\xaf"
	  "000},{\"a\":3}]",
		"1!" SEPARATORS "3 ", 1 },
	{ "[{\"a\":\"no \"quotes\"\"},{\"a\":3}]", "1!(a comma or a closing bracket i) 3 ", 1 },
	{ "[{\"b\":\"a\nb}]\\\"\",\"a\":2},\n{\"a\":3}]",
		"1!(a text has a control character) 3 ", 1 },
	{ "[{\"b\":{\"c\":[?,{}]}},?,[],{\"a\":3}]",
		"1!(this is no JSON value) 1!(this is no JSON value) -1 3 ", 1 },
	{ "[{\"b\":1 \"a\":2}\n{\"a\":3}]", "1(a comma is missing) 2 2(a comma is missing) 3 ",
		1 },
	{ "[{\"a\":1}]\nDone\n[info] x\n[{\"a\":3}]\n", "1 ", 1 },
	{ "[{\"a\":1},{\"a\":?", "1 1!(this is no JSON value) ", -1 },
	{ "[{\"a\":1},{\"a\":?},\n[", "1 1!(this is no JSON value) ", -1 },
	{ "[{\"a\":1}?", "1 ", -1 },
};

static void test_damaged_pieces_are_stepped_over(void **state)
{
	(void)state;
	for (size_t i = 0; i < sizeof(stepped_over) / sizeof(*stepped_over); i++) {
		const char *text = stepped_over[i].text, *head;
		struct json_pieces pieces = { NULL, note_piece, NULL, note_damage, NULL };
		struct json_reader reader;
		struct lines lines = { 0 };
		char *noted;
		size_t size;
		struct err e;
		FILE *out = open_memstream(&noted, &size);

		assert_non_null(out);
		pieces.ctx = out;
		lines_open_buffer(&lines, "a.json", text, strlen(text));
		assert_int_equal(lines_head(&lines, &head, &size, &e), 0);
		json_reader_begin(&reader, &lines, &e);
		assert_int_equal(json_reader_pieces(&reader, &pieces), stepped_over[i].rc);
		fclose(out);
		assert_string_equal(noted, stepped_over[i].noted);
		free(noted);
		json_reader_release(&reader);
		lines_release(&lines);
	}
}

/* An escape may lie across the end of the buffer. */
static void test_escapes_of_a_damaged_piece(void **state)
{
	enum { ESCAPES = 1 << 20 };
	AUTO_FREE char *text = memory_zeroed(2 * ESCAPES + 100, 1);

	(void)state;
	for (int odd = 0; odd < 2; odd++) {
		struct json_pieces pieces = { NULL, note_piece, NULL, note_damage, NULL };
		struct json_reader reader;
		struct lines lines = { 0 };
		char *noted, *end = stpcpy(text, odd ? "[{?\"a" : "[{?\"");
		const char *head;
		size_t size;
		struct err e;
		FILE *out = open_memstream(&noted, &size);

		memset(end, '\\', 2 * ESCAPES);
		strcpy(end + 2 * ESCAPES, "\"},{\"a\":3}]");
		pieces.ctx = out;
		lines_open_buffer(&lines, "a.json", text, strlen(text));
		assert_int_equal(lines_head(&lines, &head, &size, &e), 0);
		json_reader_begin(&reader, &lines, &e);
		assert_int_equal(json_reader_pieces(&reader, &pieces), 1);
		fclose(out);
		assert_string_equal(noted, "1!(a member of an object has no k) 3 ");
		free(noted);
		json_reader_release(&reader);
		lines_release(&lines);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_values),
		cmocka_unit_test(test_damage_names_its_line),
		cmocka_unit_test(test_every_byte_at_every_place),
		cmocka_unit_test(test_depth_is_bounded),
		cmocka_unit_test(test_pieces_of_a_large_file),
		cmocka_unit_test(test_keys_of_rows_that_differ),
		cmocka_unit_test(test_damaged_pieces_are_stepped_over),
		cmocka_unit_test(test_damage_in_rows_like_the_one_before),
		cmocka_unit_test(test_escapes_of_a_damaged_piece),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
