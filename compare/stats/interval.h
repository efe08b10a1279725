/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef COMPARE_STATS_INTERVAL_H
#define COMPARE_STATS_INTERVAL_H

/* Both ends belong to it. NaN: not known; infinite: open on that side. */
struct interval {
	double low, high;
};

#endif
