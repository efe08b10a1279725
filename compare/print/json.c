/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "compare/print/json.h"

#include "compare/base/memory.h"
#include "compare/print/markup.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

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
	char *clean = value ? markup_utf8(value) : NULL;
	json_t *json = clean ? known(json_string(clean)) : json_null();

	free(clean);
	return json;
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

void json_print(FILE *out, const json_t *value, size_t flags)
{
	char *text = json_dumps(value, flags), *part = text, *command;

	if (!text)
		memory_fatal("jansson");
	/* Two of these stand only in a text. */
	while ((command = strstr(part, "##"))) {
		fwrite(part, 1, (size_t)(command - part), out);
		fputs("\\u0023", out);
		part = command + 1;
	}
	fputs(part, out);
	free(text);
}

void json_write(FILE *out, json_t *value, int digits)
{
	json_print(out, value, JSON_COMPACT | JSON_REAL_PRECISION(digits));
	json_decref(value);
}
