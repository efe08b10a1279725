/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef COMPARE_PAGE_PAGE_H
#define COMPARE_PAGE_PAGE_H

#include <jansson.h>
#include <stdio.h>

/*
 * A page of HTML that needs no other file: styles, D3 and scripts are inside. Its content is
 * JSON in blocks that the scripts read by their id, so that no text of a log is ever HTML.
 */

/* The head, and what readers without scripts see. Both texts unescaped. */
void page_begin(FILE *out, const char *title, const char *summary);
/* A block of data; takes the value. */
void page_data(FILE *out, const char *id, json_t *json);
/* The scripts that draw the block "data". Blocks that they read on demand come after. */
void page_scripts(FILE *out);
void page_end(FILE *out);

/* The text of a block: JSON in ASCII without "<", so that nothing in it ends the block. The
 * caller frees it. */
char *page_json(const json_t *json);

#endif
