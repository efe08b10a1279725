/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the test cases measure: the new build takes twenty times as long. */
long work(long count)
{
	volatile long sum = 0;

	for (long i = 0; i < count * ROUNDS; i++)
		sum = sum + i;
	return sum;
}
