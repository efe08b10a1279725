/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "compare/formats/read.h"
#include "compare/report/report.h"
#include "compare/verdict/comparison.h"
#include "doctor/audit.h"
#include "doctor/report/report.h"
#include "tests/fuzz/fuzz.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/* Calls write() for each word of "|a|b|c". */
static void each_word(const char *words, void (*write)(const char *word, void *ctx), void *ctx)
{
	char copy[200], *rest = copy, *word;

	snprintf(copy, sizeof(copy), "%s", words);
	while ((word = strsep(&rest, "|")))
		if (*word)
			write(word, ctx);
}

static void write_audit(const char *word, void *ctx)
{
	char *text = NULL;
	size_t n;
	FILE *out = open_memstream(&text, &n);
	const struct audit_report_options options = {
		.width = 40, .infos = true, .verbose = true
	};

	audit_format_find(word)->write(ctx, &options, out);
	fclose(out);
	free(text);
}

static void write_comparison(const char *word, void *ctx)
{
	char *text = NULL;
	size_t n;
	FILE *out = open_memstream(&text, &n);
	const struct report_options options = {
		.width = 40, .verbose = true, .spreadsheet = true
	};

	report_find(word)->write(ctx, &options, out);
	fclose(out);
	free(text);
}

/* The audit of any log, and its comparison with itself, in all formats. */
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct compare_options options = COMPARE_OPTIONS_DEFAULT;
	struct comparison comparison = { 0 };
	struct settings settings = { 0 };
	struct audit audit = { 0 };
	struct log log = { 0 };
	struct err e = { "" };

	if (!log_read_buffer(
		    &log, "fuzz.log", (const char *)data, size, LOG_KEEP_SAMPLES, &e)) {
		audit_logs(&audit, &log, 1, &settings, NULL);
		each_word(audit_formats, write_audit, &audit);
		audit_release(&audit);
		if (!comparison_make(&comparison, &log, &log, &options, &e))
			each_word(report_formats, write_comparison, &comparison);
		comparison_release(&comparison);
	}
	log_release(&log);
	return 0;
}
