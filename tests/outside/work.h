/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The code under test of somebody else's suite: a static library. */
unsigned work_first(unsigned x);
unsigned work_second(unsigned x);
