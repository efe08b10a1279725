// SPDX-License-Identifier: GPL-3.0-or-later
// Writes before main() to what drawn.cc reads as it is in the file. CHANGE is the number of
// what differs.
extern int counter;

static struct writer {
	writer()
	{
		for (int i = 0; i < CHANGE; i++)
			counter += i;
	}
} writer;
