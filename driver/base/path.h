/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef DRIVER_BASE_PATH_H
#define DRIVER_BASE_PATH_H

/* The folder that holds what the path names: "." for a bare name. The caller frees it. */
char *path_folder(const char *path);
/* The part after the last slash; points into `path`. */
const char *path_name(const char *path);

#endif
