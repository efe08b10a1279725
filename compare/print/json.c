/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "compare/print/json.h"

#include "compare/base/memory.h"
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

void json_write(FILE *out, json_t *value, int digits)
{
	if (json_dumpf(value, out, JSON_COMPACT | JSON_REAL_PRECISION(digits)) != 0 &&
		!ferror(out))
		memory_fatal("jansson");
	json_decref(value);
}
