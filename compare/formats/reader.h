/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef COMPARE_FORMATS_READER_H
#define COMPARE_FORMATS_READER_H

#include <stdbool.h>
#include <stddef.h>

#include "compare/base/lines.h"
#include "compare/log/log.h"

struct nights_to;
struct node;

#define READER_HEADS 3

/*
 * The interface of a log format: one file or folder in compare/formats, and one line in the
 * table of compare/formats/read.c.
 */
struct reader {
	const char *name;         /* becomes log->format */
	struct log_source source; /* becomes log->source; a reader may change it there */
	/* What the first bytes of a file (at most LINES_HEAD_MAX, without a BOM) are known by:
	 * one of these heads, of which the first byte that is no blank is this one and which
	 * hold both words (NULL: none); or this function. */
	struct reader_head {
		char first;
		const char *words[2];
	} heads[READER_HEADS];
	bool (*recognises)(const char *head, size_t size);
	/* Fills the log. Damaged rows become warnings; -1 only when nothing can be read. NULL:
	 * foreign_read() does, with the functions below. */
	int (*read)(struct log *log, struct lines *lines, enum log_keep keep, struct err *e);
	/* Bytes of their ctx, which begins with a struct foreign; 0: that is all of it. It is
	 * zeroed; `end` releases what else is in it, once all is read. */
	size_t size;
	void (*end)(void *ctx);
	/* Of text: gets each line. */
	void (*line)(void *ctx);
	/* Of JSON: gets each document; or else each element of the member `list` of a document
	 * (NULL: the document is that list), its other members (may be NULL), and its end (may
	 * be NULL). */
	void (*document)(void *ctx, const struct node *document);
	char opens; /* it, behind other text on the line; 0: nothing stands there */
	const char *list;
	void (*element)(void *ctx, const struct node *element);
	void (*member)(void *ctx, const struct node *member);
	void (*document_end)(void *ctx);
	/* Of a format with many nights in a document, else NULL: gives to->take() a log of
	 * each, with its "session". Keeps in to_rc what that returns, and ends unless it is 0.
	 */
	void (*nights)(void *ctx, const struct node *document);
};

bool reader_recognises(const struct reader *reader, const char *head, size_t size);

/* All readers, in the order in which they are asked. Ends with NULL. */
extern const struct reader *const log_readers[];

extern const struct reader reader_bdriver;
extern const struct reader reader_gbench;           /* Google Benchmark, JSON */
extern const struct reader reader_hyperfine;        /* JSON */
extern const struct reader reader_nanobench;        /* JSON of its template */
extern const struct reader reader_pyperf;           /* JSON */
extern const struct reader reader_pytest_benchmark; /* JSON */
extern const struct reader reader_jmh;              /* JSON */
extern const struct reader reader_benchmarktools;   /* of Julia, JSON */
extern const struct reader reader_criterion;        /* of Rust, raw.csv */
extern const struct reader reader_criterion_sample; /* its sample.json */
extern const struct reader reader_asv;              /* of Python, JSON */
extern const struct reader reader_action_benchmark; /* github-action-benchmark, data.js */
extern const struct reader reader_go;               /* text of `go test -bench` */
extern const struct reader reader_swift_csv;        /* all text forms, --verbose as well */
extern const struct reader reader_swift_json;       /* JSON lines */

#endif
