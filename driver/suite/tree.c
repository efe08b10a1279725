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

static void add_file(const char *path, const char *adapter, struct string_list *paths,
	struct string_list *skipped)
{
	const struct adapter *known = adapter_recognise(path);

	if (!known || (adapter && strcmp(adapter, known->name) != 0))
		return;
	if (known->listing_runs && !adapter && skipped)
		string_list_addf(skipped, "%s: %s", known->name, path);
	else
		string_list_add(paths, path);
}

void suite_tree_find(const char *directory, const char *adapter, struct string_list *paths,
	struct string_list *skipped)
{
	char *const roots[] = { (char *)directory, NULL };
	FTS *tree = fts_open(roots, FTS_PHYSICAL | FTS_NOCHDIR, by_name);
	FTSENT *entry;

	while (tree && (entry = fts_read(tree)) != NULL)
		if (entry->fts_info == FTS_F && (entry->fts_statp->st_mode & S_IXUSR))
			add_file(entry->fts_path, adapter, paths, skipped);
	if (tree)
		fts_close(tree);
}
