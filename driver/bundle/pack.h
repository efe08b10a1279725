/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef DRIVER_BUNDLE_PACK_H
#define DRIVER_BUNDLE_PACK_H

#include <stdio.h>

#include "harness/base/err.h"

/*
 * A folder as one file: tar, compressed with zstd, which both programs read. Its SHA256SUMS are
 * for `sha256sum -c`. A frame that zstd skips ends the file: XXH3-128 of all bytes before it.
 */
#define PACK_SUMS "SHA256SUMS"
/* No more than this is unpacked: nobody's disk is filled by a small file. */
#define PACK_MOST ((long long)8 << 30)

/* Writes SHA256SUMS into the folder, an absolute path, and FOLDER.tar beside it for a while.
 * Both return 0, or -1 with *e set. */
int pack_write(const char *folder, FILE *out, struct err *e);
/* Fills the empty folder, an absolute path. Every byte of the file is checked, and nothing but
 * the files that the sums name may be in it. */
int pack_read(const char *path, const char *folder, struct err *e);

#endif
