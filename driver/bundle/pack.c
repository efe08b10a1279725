/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "driver/bundle/pack.h"

#include <errno.h>
#include <fcntl.h>
#include <fts.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include <zstd.h>

#define XXH_INLINE_ALL
#include <xxhash.h>

#include "compare/base/lines.h"
#include "compare/base/memory.h"
#include "compare/base/string_list.h"
#include "compare/base/zstd.h"
#include "driver/base/child.h"
#include "driver/base/file_text.h"

#define LEVEL 10
#define CHUNK ((size_t)1 << 18)

/* The last bytes of a file: the head of a skippable frame (RFC 8878, 3.1.2), and the hash. */
static const unsigned char frame_head[8] = { 0x5b, 0x2a, 0x4d, 0x18,
	sizeof(XXH128_canonical_t) };
#define END_SIZE (sizeof(frame_head) + sizeof(XXH128_canonical_t))

/* ---- the files of a folder ----------------------------------------------------------------
 */

static int by_name(const FTSENT **a, const FTSENT **b)
{
	return strcmp((*a)->fts_name, (*b)->fts_name);
}

/* Their paths in the folder, in a fixed order. Links and devices are refused. */
static int list_files(const char *folder, struct string_list *names, struct err *e)
{
	char *roots[] = { (char *)folder, NULL };
	FTS *tree = fts_open(roots, FTS_PHYSICAL | FTS_NOCHDIR, by_name);
	int rc = tree ? 0 : bd_err(e, "%s: %s", folder, strerror(errno));
	long long all = 0;

	for (FTSENT *file; !rc && (file = fts_read(tree));) {
		const char *name = file->fts_path + strlen(folder) + 1;

		if (file->fts_info == FTS_D || file->fts_info == FTS_DP)
			continue;
		if (file->fts_info != FTS_F || file->fts_statp->st_nlink != 1)
			rc = bd_err(e, "'%s' in it is no plain file", name);
		/* A file with holes needs no room. */
		else if ((all += file->fts_statp->st_size) > PACK_MOST)
			rc = bd_err(
				e, "its files are larger than 8 GiB, which no bundle's are");
		else if (strcmp(name, PACK_SUMS) != 0)
			string_list_add(names, name);
	}
	if (tree)
		fts_close(tree);
	return rc;
}

/* The lines of SHA256SUMS; NULL with *e set. The caller frees it. */
static char *sums_of(const char *folder, struct err *e)
{
	AUTO(string_list_release) struct string_list words = { 0 };
	char *text;

	string_list_add(&words, "sha256sum");
	string_list_add(&words, "--");
	if (list_files(folder, &words, e))
		return NULL;
	text = child_output(&(struct child){ .program = words.items[0],
		.words = (const char *const *)words.items,
		.folder = folder });
	if (!text)
		bd_err(e, "sha256sum cannot be started, or cannot read the files in %s",
			folder);
	return text;
}

static int write_sums(const char *folder, struct err *e)
{
	AUTO_FREE char *path = memory_format("%s/" PACK_SUMS, folder),
		       *text = sums_of(folder, e);
	FILE *out = text ? fopen(path, "we") : NULL;
	int rc = text ? 0 : -1;

	if (text && (!out || fputs(text, out) < 0))
		rc = bd_err(e, "%s: cannot be written: %s", path, strerror(errno));
	if (out && fclose(out) && !rc)
		rc = bd_err(e, "%s: cannot be written: %s", path, strerror(errno));
	return rc;
}

static int check_sums(const char *path, const char *folder, struct err *e)
{
	AUTO_FREE char *kept = memory_format("%s/" PACK_SUMS, folder);
	AUTO_FREE char *told = file_text(kept, NULL), *now = sums_of(folder, e);

	if (!now)
		return -1;
	if (!told)
		return bd_err(e, "%s: is no bundle of bdriver: it has no " PACK_SUMS, path);
	if (strcmp(now, told) != 0)
		return bd_err(e,
			"%s: was changed after it was made: its files are not those of "
			"its " PACK_SUMS,
			path);
	return 0;
}

static int run_tar(const char *const *words, const char *folder, struct err *e)
{
	static const char *const without[] = { "TAR_OPTIONS", NULL };
	int code = child_run(&(struct child){ .program = "tar",
				     .words = words,
				     .folder = folder,
				     .without = without },
		e);

	return code > 0 ? bd_err(e, "tar failed in %s, with exit code %d", folder, code) : code;
}

/* ---- writing ------------------------------------------------------------------------------
 */

struct packing {
	ZSTD_CCtx *zstd;
	XXH3_state_t *hash;
	FILE *out;
	char in[CHUNK], packed[CHUNK];
};

static void put(struct packing *p, const void *data, size_t size)
{
	XXH3_128bits_update(p->hash, data, size);
	fwrite(data, 1, size, p->out); /* the caller asks ferror() */
}

static int compress(struct packing *p, size_t size, ZSTD_EndDirective end, struct err *e)
{
	ZSTD_inBuffer in = { p->in, size, 0 };
	size_t left;

	do {
		ZSTD_outBuffer packed = { p->packed, CHUNK, 0 };

		left = ZSTD_compressStream2(p->zstd, &packed, &in, end);
		if (ZSTD_isError(left))
			return bd_err(e, "zstd: %s", ZSTD_getErrorName(left));
		put(p, p->packed, packed.pos);
	} while (end == ZSTD_e_end ? left > 0 : in.pos < in.size);
	return 0;
}

static int compress_file(struct packing *p, const char *tar, struct err *e)
{
	FILE *in = fopen(tar, "re");
	XXH128_canonical_t hash;
	size_t size;
	int rc = in ? 0 : bd_err(e, "%s: %s", tar, strerror(errno));

	ZSTD_CCtx_setParameter(p->zstd, ZSTD_c_compressionLevel, LEVEL);
	XXH3_128bits_reset(p->hash);
	while (!rc && (size = fread(p->in, 1, CHUNK, in)))
		rc = compress(p, size, ZSTD_e_continue, e);
	if (!rc && ferror(in))
		rc = bd_err(e, "%s: cannot be read", tar);
	rc = rc ? rc : compress(p, 0, ZSTD_e_end, e);
	if (!rc) {
		XXH128_canonicalFromHash(&hash, XXH3_128bits_digest(p->hash));
		fwrite(frame_head, 1, sizeof(frame_head), p->out);
		fwrite(&hash, 1, sizeof(hash), p->out);
	}
	if (in)
		fclose(in);
	return rc;
}

int pack_write(const char *folder, FILE *out, struct err *e)
{
	AUTO_FREE char *tar = memory_format("%s.tar", folder);
	const char *const words[] = { "tar", "--create", "--force-local", "--file", tar,
		"--format=gnu", "--sort=name", "--owner=0", "--group=0", "--numeric-owner",
		"--mode=u+rwX,go+rX,go-w", ".", NULL };
	AUTO_FREE struct packing *p = memory_zeroed(1, sizeof(*p));
	int rc = write_sums(folder, e);

	*p = (struct packing){
		.zstd = ZSTD_createCCtx(), .hash = XXH3_createState(), .out = out
	};
	if (!p->zstd || !p->hash)
		memory_fatal("compression");
	rc = rc ? rc : run_tar(words, folder, e);
	rc = rc ? rc : compress_file(p, tar, e);
	unlink(tar);
	ZSTD_freeCCtx(p->zstd);
	XXH3_freeState(p->hash);
	return rc;
}

/* ---- reading ------------------------------------------------------------------------------
 */

static int is_damaged(const char *path, struct err *e)
{
	return bd_err(
		e, "%s: is damaged or cut short: its checksum is not that of its bytes", path);
}

/* The hash of all before the last frame is the one in it. */
static int check_hash(int fd, const char *path, struct err *e)
{
	unsigned char end[END_SIZE];
	AUTO_FREE unsigned char *chunk = memory_zeroed(CHUNK, 1);
	XXH3_state_t *state = XXH3_createState();
	XXH128_canonical_t hash;
	struct stat info;
	off_t left = 0, at = 0;
	ssize_t n = 0;
	int rc = 0;

	if (!state)
		memory_fatal("hash");
	XXH3_128bits_reset(state);
	if (fstat(fd, &info) || !S_ISREG(info.st_mode) || !zstd_made(fd))
		rc = bd_err(e, "%s: is no bundle of bdriver", path);
	else
		left = info.st_size - (off_t)END_SIZE;
	if (!rc && (left <= 0 || pread(fd, end, END_SIZE, left) != (ssize_t)END_SIZE))
		rc = is_damaged(path, e);
	for (; !rc && at < left; at += n) {
		size_t want = left - at < (off_t)CHUNK ? (size_t)(left - at) : CHUNK;

		n = pread(fd, chunk, want, at);
		if (n <= 0)
			rc = bd_err(e, "%s: cannot be read: %s", path, strerror(errno));
		else
			XXH3_128bits_update(state, chunk, (size_t)n);
	}
	XXH128_canonicalFromHash(&hash, XXH3_128bits_digest(state));
	if (!rc && (memcmp(end, frame_head, sizeof(frame_head)) != 0 ||
			   memcmp(end + sizeof(frame_head), &hash, sizeof(hash)) != 0))
		rc = is_damaged(path, e);
	XXH3_freeState(state);
	return rc;
}

static int decompress(int fd, const char *path, const char *tar, struct err *e)
{
	struct zstd_file *in = zstd_open(fd);
	FILE *out = fopen(tar, "wxe");
	AUTO_FREE char *chunk = memory_zeroed(CHUNK, 1);
	struct stat info = { 0 };
	long long all = 0;
	ssize_t n;
	int rc = out ? 0 : bd_err(e, "%s: cannot be created: %s", tar, strerror(errno));

	fstat(fd, &info);

	while (!rc && (n = zstd_read(in, chunk, CHUNK)) != 0) {
		all += n;
		if (n < 0)
			rc = is_damaged(path, e);
		else if (all > PACK_MOST ||
			 lines_is_bomb((uint64_t)info.st_size, (uint64_t)all))
			rc = bd_err(e,
				"%s: holds more than 8 GiB, or 200 times its size, which no "
				"bundle of bdriver does",
				path);
		else if (fwrite(chunk, 1, (size_t)n, out) != (size_t)n)
			rc = bd_err(e, "%s: cannot be written: %s", tar, strerror(errno));
	}
	if (out && fclose(out) && !rc)
		rc = bd_err(e, "%s: cannot be written: %s", tar, strerror(errno));
	zstd_close(in);
	return rc;
}

int pack_read(const char *path, const char *folder, struct err *e)
{
	AUTO_FREE char *tar = memory_format("%s.tar", folder);
	const char *const words[] = { "tar", "--extract", "--force-local", "--file", tar,
		"--no-same-owner", "--no-same-permissions", NULL };
	int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
	int rc = fd < 0 ? bd_err(e, "%s: cannot be opened: %s", path, strerror(errno)) : 0;

	rc = rc ? rc : check_hash(fd, path, e);
	rc = rc ? rc : decompress(fd, path, tar, e);
	rc = rc ? rc : run_tar(words, folder, e);
	rc = rc ? rc : check_sums(path, folder, e);
	unlink(tar);
	if (fd >= 0)
		close(fd);
	return rc;
}
