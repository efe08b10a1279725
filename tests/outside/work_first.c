/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The code under test is a static library. */
unsigned work_first(unsigned x);

unsigned work_first(unsigned x)
{
	return x * 3 + 1;
}
