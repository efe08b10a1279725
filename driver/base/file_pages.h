/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef DRIVER_BASE_FILE_PAGES_H
#define DRIVER_BASE_FILE_PAGES_H

#include <stdbool.h>

/*
 * Lets the kernel forget the file's pages, so that they are read into random other physical
 * pages (docs/decisions/0026-same-layout.md). Of a program, the part that a process loads is
 * read ahead at once. Pages that are mapped or not yet written stay, and so do those of tmpfs
 * (docs/decisions/0026-same-layout.md).
 */
void file_pages_renew(const char *path);
/* Does it lie in tmpfs or ramfs, where its pages are the file and stay? */
bool file_pages_stay(const char *path);

#endif
