/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The code under test is a static library. */
unsigned work_second(unsigned x);

unsigned work_second(unsigned x)
{
	return x * 5 + 1;
}
