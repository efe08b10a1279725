/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef DRIVER_STORE_KEPT_LOG_H
#define DRIVER_STORE_KEPT_LOG_H

#include <stdbool.h>
#include <stddef.h>

#include "compare/base/string_list.h"
#include "compare/log/log.h"

/*
 * The logs of a history, compressed: FOLDER/logs/XX/CONTENT.log.gz. CONTENT is the XXH3 hash
 * (128 bits, hexadecimal) of the log as it was given, or as it was converted
 * from that of another tool, XX its first two digits. In front of the
 * log stand lines "# history.KEY: VALUE" with what `history add` was given besides, so the
 * database can be made again from these files alone.
 */
#define KEPT_CONTENT_SIZE 33

/* A file in memory. */
struct kept_text {
	char *text; /* owned */
	size_t size;
	char content[KEPT_CONTENT_SIZE];
};

/* Reads a log as it was given, or before gzip or zstd packed it, and computes its hash. */
int kept_text_read(struct kept_text *text, const char *path, struct err *e);
/* Takes `own`, a log made of the text, in its place. */
void kept_text_replace(struct kept_text *text, char *own, size_t size);
void kept_text_release(struct kept_text *text);

/* The path of a kept log. The caller frees it. */
char *kept_log_path(const char *folder, const char *content);
/* Writes head and text to the disk, whole or not at all. */
int kept_log_write(
	const char *folder, const struct kept_text *text, const char *head, struct err *e);
/* The names of what was written are on the disk after a power cut, too. */
void kept_log_sync(const char *folder, const struct string_list *contents);
/* Reads a kept log again; its hash is that of the log without its head. A file that does not
 * hold what its name says is refused. */
int kept_log_read(
	struct kept_text *text, const char *folder, const char *content, struct err *e);
/* Removes it; one that is not there is no error. */
void kept_log_remove(const char *folder, const char *content);
/* The contents of all kept logs, sorted. */
int kept_log_list(struct string_list *contents, const char *folder, struct err *e);
/* How many files killed writers left beside kept logs; removes them if asked. */
size_t kept_log_leftovers(const char *folder, bool remove);

#endif
