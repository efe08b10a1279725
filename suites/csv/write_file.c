/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "suites/csv/document.h"

#include <sys/mman.h>

#define FIELDS 400

struct output {
	const char *field[FIELDS];
	FILE *file;
};

/* Writes 400 fields, four in a row, over an unnamed file in memory. */
static void run(struct bd *b, uint64_t n)
{
	struct document *d = b->state;
	struct output *o = d->other;
	uint64_t length = 0;

	for (uint64_t i = 0; i < n; i++) {
		rewind(o->file);
		for (size_t k = 0; k < FIELDS; k++) {
			csv_fwrite(o->file, o->field[k], strlen(o->field[k]));
			fputc(k % 4 == 3 ? '\n' : ',', o->file);
		}
		fflush(o->file);
		length = (uint64_t)ftell(o->file);
		bd_keep(length);
	}
	bd_result(b, length);
}

static int setup(struct bd *b)
{
	struct document *d = document_make(b, (size_t)FIELDS * 200, CSV_STRICT);
	struct output *o = d->other = bd_alloc(sizeof(*o));
	uint64_t seed = 70;
	int fd;

	/* In memory: on a disk the first write of each clock tick also writes the file's time.
	 */
	fd = memfd_create("written", MFD_CLOEXEC);
	o->file = fd >= 0 ? fdopen(fd, "w+") : NULL;
	if (!o->file)
		return bd_skip(b, "no file in memory");
	for (size_t k = 0; k < FIELDS; k++) {
		o->field[k] = some_note(&seed);
		document_quoted(d, o->field[k]);
		if (k % 4 == 3)
			document_end_row(d);
	}
	b->items = FIELDS;
	b->bytes = (double)d->size;
	return 0;
}

static void teardown(struct bd *b)
{
	struct document *d = b->state;
	struct output *o = d ? d->other : NULL;

	if (o && o->file)
		fclose(o->file);
	document_teardown(b);
}

/* Reads the file back: the same text as written by hand. */
static int verify(struct bd *b)
{
	struct document *d = b->state;
	struct output *o = d->other;

	rewind(o->file);
	for (size_t k = 0; k < d->size; k++)
		if (fgetc(o->file) != (unsigned char)d->text[k])
			return bd_wrong(b, "byte %zu differs from what was written by hand", k);
	return bd_expect(b, d->size);
}

BD_BENCHMARK("WriteFile", run, .tags = "write,file", .setup = setup, .teardown = teardown,
	.verify = verify)
