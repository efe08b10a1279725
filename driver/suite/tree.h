/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef DRIVER_SUITE_TREE_H
#define DRIVER_SUITE_TREE_H

struct string_list;

/*
 * Adds the files below the directory that an adapter recognises, sorted. Executes nothing.
 * adapter: only its files; NULL: of any, but those whose list runs what is measured go to
 * *skipped, as "ADAPTER: PATH". skipped NULL: they are found as well.
 */
void suite_tree_find(const char *directory, const char *adapter, struct string_list *paths,
	struct string_list *skipped);

#endif
