/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Short messages and a dictionary for them, shared by the two dictionary benchmarks. */
#ifndef SUITES_ZSTD_MESSAGES_H
#define SUITES_ZSTD_MESSAGES_H

#include "harness/bench.h"
#include "suites/text.h"

#include <zstd.h>

enum { MESSAGES = 32, MESSAGE = 200, MESSAGE_ROOM = 512, DICTIONARY = 8192 };

struct messages {
	char dictionary[DICTIONARY], text[MESSAGES][MESSAGE];
	char packed[MESSAGES][MESSAGE_ROOM], again[MESSAGE];
	size_t size[MESSAGES];
	ZSTD_CCtx *compressor;
	ZSTD_DCtx *decompressor;
	ZSTD_CDict *to;
	ZSTD_DDict *from;
};

/* Returns 0, or what bd_skip() gives. Whatever happens, messages_release() cleans up. */
static inline int messages_init(struct messages *m, struct bd *b)
{
	text_fill(m->dictionary, DICTIONARY, 3);
	text_fill(m->text[0], sizeof(m->text), 4);
	m->compressor = ZSTD_createCCtx();
	m->decompressor = ZSTD_createDCtx();
	m->to = ZSTD_createCDict(m->dictionary, DICTIONARY, 3);
	m->from = ZSTD_createDDict(m->dictionary, DICTIONARY);
	if (!m->compressor || !m->decompressor || !m->to || !m->from)
		return bd_skip(b, "zstd cannot make its contexts");
	return 0;
}

static inline void messages_release(struct messages *m)
{
	ZSTD_freeCCtx(m->compressor);
	ZSTD_freeDCtx(m->decompressor);
	ZSTD_freeCDict(m->to);
	ZSTD_freeDDict(m->from);
}

/* Compresses message k into its place, returns the size. */
static inline size_t messages_pack(struct messages *m, int k)
{
	return m->size[k] = ZSTD_compress_usingCDict(
		       m->compressor, m->packed[k], MESSAGE_ROOM, m->text[k], MESSAGE, m->to);
}

/* Decompresses message k into again, returns the size. */
static inline size_t messages_unpack(struct messages *m, int k)
{
	return ZSTD_decompress_usingDDict(
		m->decompressor, m->again, MESSAGE, m->packed[k], m->size[k], m->from);
}

#endif
