/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef DRIVER_CODE_ELF_TABLES_H
#define DRIVER_CODE_ELF_TABLES_H

#include <stddef.h>

struct image;

/* Reads symbols, labels, relocations and DT_INIT of an image whose sections are known,
 * and sorts them. What is damaged is left out. */
void image_read_tables(struct image *image);
/* qsort(), which takes no NULL. */
void image_sort(void *items, size_t count, size_t size, int (*by)(const void *, const void *));

#endif
