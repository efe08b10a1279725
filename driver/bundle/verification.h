/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef DRIVER_BUNDLE_VERIFICATION_H
#define DRIVER_BUNDLE_VERIFICATION_H

struct bundle;

/* Derives the tables of the bundle from its logs again and prints whether they are the same,
 * byte by byte, or which line differs. Executes nothing of it. Returns EXIT_FINE, EXIT_FOUND if
 * a table differs, or another exit code after a message. */
int verification_print(const struct bundle *bundle, const char *path);

#endif
