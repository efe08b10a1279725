/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef DRIVER_SUITE_TREE_H
#define DRIVER_SUITE_TREE_H

struct string_list;

/* Paths below the directory that an adapter recognises, sorted. Executes nothing. */
void suite_tree_find(const char *directory, struct string_list *paths);

#endif
