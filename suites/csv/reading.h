/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What was found in a document, the callbacks for libcsv that count it, and some text. */
#ifndef CSV_READING_H
#define CSV_READING_H

#include "harness/bench.h"

struct reading {
	uint64_t fields, rows;
	uint64_t digest; /* of the lengths and first characters of the fields, in order */
};

static inline void reading_add(struct reading *r, const char *field, size_t length)
{
	unsigned first = length ? (unsigned char)field[0] : 0;

	r->fields++;
	r->digest = r->digest * 31 + length + ((uint64_t)first << 32);
}

static inline uint64_t reading_result(const struct reading *r)
{
	return r->digest ^ r->fields << 20 ^ r->rows;
}

static inline void on_field(void *field, size_t length, void *data)
{
	reading_add(data, field, length);
}

static inline void on_row(int terminator, void *data)
{
	struct reading *r = data;

	(void)terminator;
	r->rows++;
}

/* A text as people write it into notes, with commas, quotes and now and then a line end. */
static inline const char *some_note(uint64_t *seed)
{
	static const char *const notes[] = { "ok", "delivered late, again", "said \"never\"",
		"see invoice 4711", "", "two lines:\nthe second", "\"quoted\"", "a, b, and c",
		"customer called twice; wants a refund for the second \"premium\" item" };

	return notes[bd_random(seed) % (sizeof(notes) / sizeof(notes[0]))];
}

#endif
