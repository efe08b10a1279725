/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef COMPARE_FORMATS_WRITER_H
#define COMPARE_FORMATS_WRITER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

#include "compare/log/log.h"

/*
 * The interface of a format that `bdriver convert --to` writes: one file, and one line in the
 * table of compare/formats/writer.c.
 */
struct writer {
	const char *name; /* --to */
	bool failures;    /* it has a place for benchmarks without a result */
	/* Writes a log that was read with LOG_KEEP_SAMPLES. The caller checks ferror(out). */
	void (*write)(const struct log *log, FILE *out);
};

extern const struct writer writer_bdriver, writer_gbench, writer_go, writer_hyperfine,
	writer_lnt, writer_bencher, writer_custom_smaller;

/* NULL for an unknown word. */
const struct writer *writer_find(const char *name);
/* "bdriver|gbench|...", the default first; made from the table. */
extern const char writer_names[];
#define WRITER_NAMES (&writer_names[1])

#endif
