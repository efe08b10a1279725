/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "compare/print/json.h"

#include "compare/base/memory.h"
#include "compare/base/utf8.h"
#include "compare/print/markup.h"

#include <math.h>
#include <stdlib.h>

static json_t *known(json_t *value)
{
	if (!value)
		memory_fatal("jansson");
	return value;
}

json_t *json_number(double value)
{
	return isfinite(value) ? known(json_real(value)) : json_null();
}

json_t *json_count(size_t value)
{
	return known(json_integer((json_int_t)value));
}

json_t *json_text(const char *value)
{
	AUTO_FREE char *clean = value ? markup_utf8(value) : NULL;

	return clean ? known(json_string(clean)) : json_null();
}

json_t *json_exact(const char *value)
{
	return known(json_string(value));
}

void json_numbers(
	const char *text, void (*number)(void *ctx, const char *key, double value), void *ctx)
{
	json_auto_t *object = json_loads(text, 0, NULL);
	json_t *value;
	const char *key;

	json_object_foreach(object, key, value)
		if (json_is_number(value))
			number(ctx, key, json_number_value(value));
}

void json_put(json_t *object, const char *key, json_t *value)
{
	if (!value || json_object_set_new(object, key, value) != 0)
		memory_fatal("jansson");
}

void json_append(json_t *array, json_t *value)
{
	if (!value || json_array_append_new(array, value) != 0)
		memory_fatal("jansson");
}

json_t *json_list(json_t *const *values)
{
	json_t *array = json_array();

	for (; *values; values++)
		json_append(array, *values);
	return array;
}

json_t *json_texts(const struct string_list *list)
{
	json_t *array = json_array();

	for (size_t i = 0; i < list->count; i++)
		json_append(array, json_text(list->items[i]));
	return array;
}

json_t *json_text_owned(char *text)
{
	json_t *json = json_text(text);

	free(text);
	return json;
}

static bool is_plain(const char *p)
{
	return (unsigned char)*p < 0x7f && (p[0] != '#' || p[1] != '#');
}

/* Such characters stand only in a text. Returns the bytes that it took. */
static size_t put_escaped(FILE *out, const char *p)
{
	uint32_t code;
	size_t length = utf8_decode(p, &code);

	if (code == '#' || markup_is_control(code))
		fprintf(out, "\\u%04x", (unsigned)code);
	else
		fwrite(p, 1, length, out);
	return length;
}

void json_print(FILE *out, const json_t *value, size_t flags)
{
	AUTO_FREE char *text = json_dumps(value, flags);
	char *part = text;

	if (!text)
		memory_fatal("jansson");
	while (*part) {
		size_t plain = 0;

		while (part[plain] && is_plain(part + plain))
			plain++;
		fwrite(part, 1, plain, out);
		part += plain;
		if (*part)
			part += put_escaped(out, part);
	}
}

void json_write(FILE *out, json_t *value, int digits)
{
	json_print(out, value, JSON_COMPACT | JSON_REAL_PRECISION(digits));
	json_decref(value);
}
