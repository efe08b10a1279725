#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# A shared folder that is slow, and one that shows a new part only later, as NFS does: each shard is
# measured once, and nothing is lost. A part that never shows is waited for, but not for ever, and
# --resume finds it.
# slow: measures, and waits for files.
# shellcheck source=tests/cli/lib.sh
. "$BD_SOURCE/tests/cli/lib.sh" || exit 1
# shellcheck source=tests/pool/runs.sh
. "$BD_SOURCE/tests/pool/runs.sh" || exit 1
command -v cc >/dev/null || skip 'there is no cc here'
export BDRIVER_LOCK=
cat >folder.c <<'C'
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

/* Each call of the pool's folder takes SLOW_MS. A part in done/ is seen when it is LATE_S old. */
static int hidden(const char *path)
{
	long ms = atol(getenv("SLOW_MS"));
	struct statx s;

	if (!strstr(path, "/pool/"))
		return 0;
	nanosleep(&(struct timespec){ ms / 1000, ms % 1000 * 1000000 }, NULL);
	errno = ENOENT;
	return strstr(path, "/done/") && !statx(AT_FDCWD, path, 0, STATX_CTIME, &s) &&
	       time(NULL) < s.stx_ctime.tv_sec + atol(getenv("LATE_S"));
}

#define REAL(name) ((int (*)())dlsym(RTLD_NEXT, name))

int stat(const char *path, struct stat *s)
{
	return hidden(path) ? -1 : REAL("stat")(path, s);
}

int lstat(const char *path, struct stat *s)
{
	return hidden(path) ? -1 : REAL("lstat")(path, s);
}

int access(const char *path, int mode)
{
	return hidden(path) ? -1 : REAL("access")(path, mode);
}

int open(const char *path, int flags, ...)
{
	va_list list;
	mode_t mode;

	va_start(list, flags);
	mode = flags & O_CREAT ? va_arg(list, mode_t) : 0;
	va_end(list);
	return hidden(path) ? -1 : REAL("open")(path, flags, mode);
}

int link(const char *from, const char *to)
{
	(void)hidden(to);
	return REAL("link")(from, to);
}
C
cc -shared -fPIC folder.c -o folder.so || bad cc
engine=(--engine local-shards --nodes 2 --shard-time 50ms)
suites
locally

# measured FOLDER MS LATE POLL CODE...: a run over such a folder
measured() {
	local folder=$1 code=0
	LD_PRELOAD=$PWD/folder.so ASAN_OPTIONS=verify_asan_link_order=0 SLOW_MS=$2 LATE_S=$3 \
		BDRIVER_POOL_POLL_MS=$4 "$BDRIVER" run "${trees[@]}" "${engine[@]}" -o "$folder" "${words[@]}" \
		>printed 2>"err_$folder" </dev/null || code=$?
	[[ " ${*:5} " == *" $code "* ]] || bad "$folder: exit code $code: $(cat "err_$folder")"
}
# once FOLDER: each shard was measured once
once() {
	[ "$(find "$1/pool/part" -name '*.log' | wc -l)" = "$(find "$1/pool/done" -name '*.log' | wc -l)" ] ||
		bad "$1: measured again: $(ls "$1/pool/part")"
}
measured late 20 3 10000 0 1
whole late
once late
measured never 0 3600 100 3
has err_never 'it ended well, but its part is not in the folder'
has err_never 'missing: classic/Sieve/10000'
parts=$(cd never/pool/part && ls ./*.log)
again never
end never 0 1
whole never
[ "$parts" = "$(cd never/pool/part && ls ./*.log)" ] || bad 'measured again, though the parts were there'
finish
