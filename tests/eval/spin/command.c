/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The long spin once, as a command for hyperfine; -DPERMILLE=N: so many thousandths more. */
#include "tests/eval/spin/kernel.h"

int main(void)
{
	return spin(SPIN_MORE(SPIN_LONG, PERMILLE)) == 0;
}
