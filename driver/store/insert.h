/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef DRIVER_STORE_INSERT_H
#define DRIVER_STORE_INSERT_H

#include "compare/log/log.h"
#include "driver/store/database.h"

/* What became of a log that was offered. */
enum insert_result {
	INSERT_NEW,
	INSERT_KNOWN,    /* the same content is there */
	INSERT_REPLACED, /* another log of the same run was there, with less in it */
	INSERT_OLDER,    /* the one that is there has more in it */
};

/*
 * Stores a log that was read with LOG_KEEP_EVIDENCE. `content` identifies it; its metadata has
 * what history.KEY lines say. Logs of the same run and build exclude each other: a complete one
 * wins, then the one with more rows, so that the order of arrival does not matter. *replaced
 * becomes the content of the one that lost, or NULL; the caller frees it. Returns an enum
 * insert_result, or -1 with *e set and nothing stored.
 */
int insert_log(struct database *database, const struct log *log, const char *content,
	char **replaced, struct err *e);
/* Is it there, or what was converted from it? 1, 0 or -1. */
int insert_knows(struct database *database, const char *content, struct err *e);
/* Does what it is known as have that benchmark? Likewise. */
int insert_has(struct database *database, const char *content,
	const struct log_benchmark *benchmark, struct err *e);

#endif
