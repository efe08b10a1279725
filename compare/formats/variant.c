/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "compare/formats/variant.h"

#include "compare/base/memory.h"
#include "compare/base/string_list.h"
#include "compare/base/table.h"
#include "compare/print/format.h"

#include <stdlib.h>
#include <string.h>

/* Between a name and its fields. */
#define NAME_END '\x1d'

static bool is_mark(char c)
{
	return c == NAME_END || c == VARIANT_FIELD || c == VARIANT_SETTING;
}

static void append(struct variant *v, const char *text)
{
	size_t n = strlen(text);

	if (v->size + n + 1 > v->capacity)
		v->text = memory_grow(v->text, &v->capacity, v->size + n + 1, 1);
	memcpy(v->text + v->size, text, n + 1);
	v->size += n;
}

/* Without the marks, which a text of the file may hold too. */
static void append_plain(struct variant *v, const char *text)
{
	size_t from = v->size;

	append(v, text);
	for (size_t i = from; i < v->size; i++)
		if (is_mark(v->text[i]))
			v->text[i] = ' ';
}

void variant_begin(struct variant *variant, const char *name)
{
	variant->size = 0;
	variant->has_fields = false;
	append_plain(variant, name);
}

void variant_add(
	struct variant *variant, enum variant_kind kind, const char *key, const char *value)
{
	if (!value || !*value)
		return;
	if (!variant->has_fields)
		append(variant, (char[]){ NAME_END, '\0' });
	variant->has_fields = true;
	append(variant, (char[]){ (char)kind, '\0' });
	append_plain(variant, key);
	append(variant, "=");
	append_plain(variant, value);
}

/* Most numbers are small and whole, and each result of a large file has some. */
static const char *number_text(char text[NUMBER_TEXT_MAX], double number)
{
	if (number >= 0 && number < 10 && number == (int)number) {
		text[0] = (char)('0' + (int)number);
		text[1] = '\0';
	} else {
		number_print(text, number);
	}
	return text;
}

const char *variant_value(const struct node *node, char number[NUMBER_TEXT_MAX])
{
	switch (node->kind) {
	case NODE_TEXT:
		return node->as.text;
	case NODE_NUMBER:
		return number_text(number, node->as.number);
	case NODE_TRUE:
		return "true";
	case NODE_FALSE:
		return "false";
	default:
		return NULL;
	}
}

static void add_node(
	struct variant *v, enum variant_kind kind, const char *key, const struct node *node)
{
	struct string_list words = { 0 };
	char number[NUMBER_TEXT_MAX];
	AUTO_FREE char *text = NULL;

	if (node->kind != NODE_ARRAY) {
		variant_add(v, kind, key, variant_value(node, number));
		return;
	}
	for (const struct node *one = node->as.first; one; one = one->next)
		if (variant_value(one, number))
			string_list_add(&words, variant_value(one, number));
	text = string_list_finish(&words, " ");
	variant_add(v, kind, key, text);
}

void variant_add_members(
	struct variant *variant, const struct node *result, const struct variant_field *fields)
{
	for (; fields && fields->key; fields++) {
		const struct node *node = node_get(result, fields->key);

		if (!node)
			continue;
		if (node->kind != NODE_OBJECT) {
			add_node(variant, fields->kind, fields->key, node);
			continue;
		}
		for (const struct node *one = node->as.first; one; one = one->next)
			add_node(variant, fields->kind, one->key, one);
	}
}

void variant_release(struct variant *variant)
{
	free(variant->text);
	*variant = (struct variant){ 0 };
}

size_t variant_base_size(const char *text)
{
	return strcspn(text, (const char[]){ NAME_END, '\0' });
}

/* One field of a benchmark: KIND KEY=VALUE. */
struct part {
	enum variant_kind kind;
	const char *key, *value;
	size_t key_size, value_size;
};

/* Moves *text, the fields of a benchmark, behind the first one. */
static bool next_part(const char **text, struct part *part)
{
	const char *p = *text, *equals;
	size_t size;

	if (!*p)
		return false;
	part->kind = (enum variant_kind) * p++;
	size = strcspn(p, (const char[]){ VARIANT_FIELD, VARIANT_SETTING, '\0' });
	*text = p + size;
	equals = memchr(p, '=', size);
	part->key = p;
	part->key_size = equals ? (size_t)(equals - p) : size;
	part->value = equals ? equals + 1 : p + size;
	part->value_size = size - part->key_size - (equals != NULL);
	return true;
}

static bool find_part(const char *text, const struct part *like, struct part *found)
{
	while (next_part(&text, found))
		if (found->key_size == like->key_size &&
			memcmp(found->key, like->key, like->key_size) == 0)
			return true;
	return false;
}

static bool is_in(const char *text, const struct part *part)
{
	struct part found;

	return find_part(text, part, &found) && found.value_size == part->value_size &&
	       memcmp(found.value, part->value, part->value_size) == 0;
}

/* Adds the keys of fields of `a` that `b` does not have with the same value. */
static void add_differing(struct string_list *keys, const char *a, const char *b)
{
	struct part part;

	while (next_part(&a, &part)) {
		AUTO_FREE char *key = NULL;

		if (is_in(b, &part))
			continue;
		key = memory_format("%.*s", (int)part.key_size, part.key);
		string_list_add_once(keys, key);
	}
}

/* While benchmarks get their names. */
struct naming {
	struct log *log;
	size_t *next;   /* of each benchmark: the next one of its name, or SIZE_MAX */
	bool *is_later; /* it is not the first one of its name */
	struct string_list settings;
	size_t renamed; /* by settings */
};

static void name_one(
	struct naming *n, struct log_benchmark *b, const struct string_list *differing)
{
	struct string_list shown = { 0 };
	const char *text = b->variant;
	AUTO_FREE char *name = NULL, *list = NULL;
	bool by_setting = false;
	struct part part;

	while (next_part(&text, &part)) {
		AUTO_FREE char *key = memory_format("%.*s", (int)part.key_size, part.key);

		if (!string_list_has(differing, key))
			continue;
		string_list_addf(&shown, "%s=%.*s", key, (int)part.value_size, part.value);
		by_setting |= part.kind == VARIANT_SETTING;
		if (part.kind == VARIANT_SETTING)
			string_list_add_once(&n->settings, key);
	}
	n->renamed += by_setting;
	if (!shown.count)
		return;
	list = string_list_finish(&shown, ",");
	name = memory_format("%s:%s", b->base, list);
	b->name = arena_text(&n->log->arena, name);
}

/* All benchmarks of one name, from `first` on. */
static void name_group(struct naming *n, size_t first)
{
	struct log_benchmark *all = n->log->benchmarks;
	struct string_list differing = { 0 };

	for (size_t i = n->next[first]; i != SIZE_MAX; i = n->next[i]) {
		add_differing(&differing, all[first].variant, all[i].variant);
		add_differing(&differing, all[i].variant, all[first].variant);
	}
	for (size_t i = first; i != SIZE_MAX; i = n->next[i])
		name_one(n, &all[i], &differing);
	string_list_release(&differing);
}

/* Splits names and fields, and joins the benchmarks of one name. */
static void find_groups(struct naming *n)
{
	AUTO_TABLE struct table *last = table_new();

	for (size_t i = 0; i < n->log->benchmark_count; i++) {
		struct log_benchmark *b = &n->log->benchmarks[i];
		char *end = strchr(b->name, NAME_END);
		size_t *before;
		int added;

		n->next[i] = SIZE_MAX;
		if (end)
			*end = '\0';
		b->base = b->name;
		b->variant = end ? end + 1 : "";
		before = table_add_benchmark(last, b->suite, b->name, b->build, i, &added);
		n->is_later[i] = !added;
		if (!added)
			n->next[*before] = i;
		*before = i;
	}
}

void variants_name(struct log *log)
{
	size_t count = log->benchmark_count;
	AUTO_FREE size_t *next = memory_zeroed(count + 1, sizeof(*next));
	AUTO_FREE bool *is_later = memory_zeroed(count + 1, sizeof(*is_later));
	struct naming naming = { .log = log, .next = next, .is_later = is_later };
	AUTO_FREE char *settings = NULL;

	find_groups(&naming);
	for (size_t i = 0; i < count; i++)
		if (!is_later[i] && next[i] != SIZE_MAX)
			name_group(&naming, i);
	log_forget_names(log);
	settings = string_list_finish(&naming.settings, ", ");
	if (*settings)
		log_warn(log,
			"%s: results of one name differ in '%s', which is now part of %zu "
			"name%s; remove what says so if they are launches of one benchmark",
			log->path, settings, naming.renamed, PLURAL(naming.renamed));
}

void variants_undo(struct log *log)
{
	for (size_t i = 0; i < log->benchmark_count; i++) {
		struct log_benchmark *b = &log->benchmarks[i];
		AUTO_FREE char *name = NULL;

		if (!*b->variant)
			continue;
		name = memory_format("%s%c%s", b->base, NAME_END, b->variant);
		b->name = arena_text(&log->arena, name);
	}
	log_forget_names(log);
}

/* Does the name show the field? */
static bool shows(const struct log_benchmark *b, const struct part *part)
{
	AUTO_FREE char *text = memory_format("%.*s=%.*s", (int)part->key_size, part->key,
		(int)part->value_size, part->value);

	return strstr(b->name + strlen(b->base), text);
}

/* Has `b` the fields that the name of `a` shows? */
static bool has_shown(const struct log_benchmark *a, const struct log_benchmark *b)
{
	const char *text = a->variant;
	struct part part;

	while (next_part(&text, &part))
		if (shows(a, &part) && !is_in(b->variant, &part))
			return false;
	return true;
}

bool variant_is_same(const struct log_benchmark *a, const struct log_benchmark *b)
{
	return *a->variant && *b->variant && strcmp(a->base, b->base) == 0 && has_shown(a, b) &&
	       has_shown(b, a);
}

char *variant_difference(const struct log_benchmark *old, const struct log_benchmark *new)
{
	const char *text = old->variant;
	struct string_list found = { 0 };
	struct part part, other;

	while (next_part(&text, &part))
		if (part.kind == VARIANT_FIELD && !is_in(new->variant, &part) &&
			find_part(new->variant, &part, &other))
			string_list_addf(&found, "%.*s %.*s, %.*s", (int)part.key_size,
				part.key, (int)part.value_size, part.value,
				(int)other.value_size, other.value);
	return string_list_finish(&found, "; ");
}
