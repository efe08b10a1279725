/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef DRIVER_SUITE_TREE_H
#define DRIVER_SUITE_TREE_H

struct string_list;

/* Paths below the directory that carry the harness's section, sorted. Executes nothing. */
void suite_tree_find(const char *directory, struct string_list *paths);

#endif
