/* SPDX-License-Identifier: MIT */
#include "harness/kept.h"

/* Sample i * k is at index i: every second one goes. */
static void thin_out(struct bd_kept *kept)
{
	kept->count = (kept->count + 1) / 2;
	for (size_t i = 1; i < kept->count; i++) {
		kept->samples[i] = kept->samples[2 * i];
		kept->turns[i] = kept->turns[2 * i];
	}
	kept->k *= 2;
}

void bd_kept_add(struct bd_kept *kept, double sample, uint32_t turn)
{
	uint64_t number = kept->taken++;

	if (!kept->k)
		kept->k = 1;
	while (number % kept->k == 0 && kept->count == kept->room)
		thin_out(kept);
	if (number % kept->k)
		return;
	kept->samples[kept->count] = sample;
	kept->turns[kept->count++] = turn;
}
