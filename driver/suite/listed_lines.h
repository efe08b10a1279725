/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef DRIVER_SUITE_LISTED_LINES_H
#define DRIVER_SUITE_LISTED_LINES_H

struct string_list;

/*
 * Adds the lines of a list without those that the program prints where it lists nothing: a
 * banner before it, a report behind it, also with other numbers or arguments in them. Empty
 * lines are left out.
 */
void listed_lines(const char *list, const char *nothing, struct string_list *lines);

#endif
