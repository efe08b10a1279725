/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef DRIVER_EXEC_ARGUMENT_LIST_H
#define DRIVER_EXEC_ARGUMENT_LIST_H

#include <stddef.h>

#include "compare/base/string_list.h"

/*
 * Arguments or environment of a child: borrowed strings and own ones, and NULL at the end once
 * one was added. Zeroed it is empty.
 */
struct argument_list {
	char **items;
	size_t count, capacity;
	struct string_list own; /* texts that were made for it */
};

void argument_list_append(
	struct argument_list *list, const char *const *texts); /* until NULL */
#define argument_list_add(list, ...) \
	argument_list_append(list, (const char *const[]){ __VA_ARGS__, NULL })
void argument_list_addf(struct argument_list *list, const char *format, ...)
	__attribute__((format(printf, 2, 3)));
void argument_list_add_all(struct argument_list *list, const struct string_list *strings);
/* Of an environment: adds the variables of this process that the list does not set itself. */
void argument_list_inherit(struct argument_list *list);
/* Keeps the memory for the next use. */
void argument_list_clear(struct argument_list *list);
void argument_list_release(struct argument_list *list);

#endif
