/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef DRIVER_BUNDLE_POOLED_H
#define DRIVER_BUNDLE_POOLED_H

#include "driver/bundle/effects.h"

/* Prints, for each benchmark that a machine called changed, the change over all machines
 * (compare/stats/random_effects.h, of ln ratios) and on how many of them it holds. count >= 2.
 */
void pooled_print(const struct effects *machines, size_t count);

#endif
