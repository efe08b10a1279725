/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "driver/pool/scratch.h"

#include <errno.h>
#include <fts.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "compare/base/memory.h"

char *scratch_make(const char *parent, struct err *e)
{
	const char *variable = getenv("TMPDIR");
	char *folder;

	if (!parent)
		parent = variable && *variable ? variable : "/tmp";
	folder = memory_format("%s/bdriver-shard-XXXXXX", parent);
	if (mkdtemp(folder))
		return folder;
	bd_err(e, "%s: no folder can be made there: %s; name another one with --scratch",
		parent, strerror(errno));
	free(folder);
	return NULL;
}

void scratch_remove(const char *folder)
{
	char *const paths[] = { (char *)folder, NULL };
	FTS *tree = fts_open(paths, FTS_PHYSICAL | FTS_NOCHDIR, NULL);

	for (FTSENT *entry; tree && (entry = fts_read(tree));) {
		if (entry->fts_info == FTS_DP)
			rmdir(entry->fts_accpath);
		else if (entry->fts_info != FTS_D)
			unlink(entry->fts_accpath);
	}
	if (tree)
		fts_close(tree);
}
