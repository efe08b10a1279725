/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef DRIVER_SCREENS_SITE_H
#define DRIVER_SCREENS_SITE_H

#include <jansson.h>

#include "driver/screens/words.h"

/*
 * What the pages of a history are made of, as values for compare/page/web/history.js. The
 * caller releases them. Times in ns, effects as ratios, nights by their place.
 */

/* Nights, events and the list of benchmarks of each class of machines. */
json_t *site_index(const struct screen *screens, size_t screen_count);
/* The points and levels of one line. */
json_t *site_track(const struct screen *screen, size_t index);
/*
 * A text a line, a character a night: how the benchmark is against its first level. '.' not
 * measured; else 'A' + 26 + steps of SITE_HEAT_STEP in ln, at most 25 up and down.
 */
#define SITE_HEAT_STEP 0.005
json_t *site_heat(const struct screen *screen);

#endif
