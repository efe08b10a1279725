/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "driver/suite/tree.h"

#include <fts.h>
#include <string.h>
#include <sys/stat.h>

#include "compare/base/string_list.h"
#include "driver/suite/adapter.h"

static int by_name(const FTSENT **a, const FTSENT **b)
{
	return strcmp((*a)->fts_name, (*b)->fts_name);
}

void suite_tree_find(const char *directory, struct string_list *paths)
{
	char *const roots[] = { (char *)directory, NULL };
	FTS *tree = fts_open(roots, FTS_PHYSICAL | FTS_NOCHDIR, by_name);
	FTSENT *entry;

	while (tree && (entry = fts_read(tree)) != NULL)
		if (entry->fts_info == FTS_F && (entry->fts_statp->st_mode & S_IXUSR) &&
			adapter_recognise(entry->fts_path))
			string_list_add(paths, entry->fts_path);
	if (tree)
		fts_close(tree);
}
