/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "compare/page/samples.h"

#include "compare/base/memory.h"

#include <math.h>
#include <stdint.h>

#define STEPS 65534

void sample_range_add(struct sample_range *range, const double *samples, size_t count)
{
	for (size_t i = 0; i < count; i++) {
		if (!(samples[i] > 0) || !isfinite(samples[i]))
			continue;
		if (!(range->low > 0) || samples[i] < range->low)
			range->low = samples[i];
		range->high = fmax(range->high, samples[i]);
	}
}

static uint16_t number_of(const struct sample_range *range, double sample)
{
	double width = range->high > range->low ? log(range->high / range->low) : 1;

	if (!(sample > 0) || !isfinite(sample))
		return 0;
	return (uint16_t)(1 + lround(STEPS * log(sample / range->low) / width));
}

static char *base64(const unsigned char *bytes, size_t size)
{
	static const char digits[] =
		"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
	char *text = memory_zeroed((size + 2) / 3 * 4 + 1, 1), *to = text;

	for (size_t i = 0; i < size; i += 3) {
		size_t left = size - i;
		uint32_t three = (uint32_t)bytes[i] << 16;

		three |= left > 1 ? (uint32_t)bytes[i + 1] << 8 : 0;
		three |= left > 2 ? bytes[i + 2] : 0;
		*to++ = digits[three >> 18];
		*to++ = digits[three >> 12 & 63];
		*to++ = left > 1 ? digits[three >> 6 & 63] : '=';
		*to++ = left > 2 ? digits[three & 63] : '=';
	}
	return text;
}

char *samples_text(
	const struct sample_range *range, const double *samples, size_t count, size_t step)
{
	size_t kept = (count + step - 1) / step;
	AUTO_FREE unsigned char *bytes = memory_zeroed(kept + 1, 2);

	for (size_t i = 0; i < kept; i++) {
		uint16_t number = number_of(range, samples[i * step]);

		bytes[2 * i] = number & 0xff;
		bytes[2 * i + 1] = (unsigned char)(number >> 8);
	}
	return base64(bytes, 2 * kept);
}
