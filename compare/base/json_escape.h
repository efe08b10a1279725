/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef COMPARE_BASE_JSON_ESCAPE_H
#define COMPARE_BASE_JSON_ESCAPE_H

#include <stddef.h>

/* Takes the escapes out of a JSON text, in place, and terminates it. Returns its new end, or
 * NULL on a bad escape: an unknown letter, half a pair of surrogates, a NUL. */
char *json_unescape(char *text, size_t size);

#endif
