/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef COMPARE_STATS_LORD_H
#define COMPARE_STATS_LORD_H

#include <stddef.h>

/*
 * Levels of a sequence of tests without an end: LORD++ of A. Ramdas, F. Yang, M. J. Wainwright,
 * M. I. Jordan 2017, "Online control of the false discovery rate with decaying memory". With
 * the rejections r1 < r2 < ... so far, test t has the level
 *	gamma(t) w0 + gamma(t - r1) (alpha - w0) + alpha sum over j >= 2 of gamma(t - rj)
 * where gamma(t) = c ln(max(t, 2)) / (t e^sqrt(ln t)), which sums to less than 1.
 *
 * Why it holds for a loop whose next idea depends on what came out before, and wherever it
 * stops: given the past, a test without an effect has P(p <= level) <= level, as its launches
 * are fresh. So false rejections minus the levels are a supermartingale, and the levels up to
 * any test sum to at most alpha max(1, rejections). Then the expected number of false ones is
 * at most alpha times that of max(1, rejections) (mFDR); no independence is asked for.
 */

/* Of test t, from 1; rejected: the numbers of `count` earlier tests, ascending. 0 < w0 < alpha.
 */
double lord_level(size_t t, const size_t *rejected, size_t count, double alpha, double w0);

#endif
