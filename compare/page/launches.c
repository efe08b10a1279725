/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "compare/page/launches.h"

#include "compare/base/memory.h"
#include "compare/print/json.h"

#include <math.h>
#include <stdint.h>
#include <stdlib.h>

static const struct evidence no_evidence = EVIDENCE_UNKNOWN;

void page_side_add(struct page_side *side, const struct launch *launch)
{
	*ARRAY_ADD(side->launches, side->count, side->capacity) = launch;
}

void page_side_fill(struct page_side *side, const struct log_benchmark *benchmark)
{
	for (size_t i = 0; benchmark && i < benchmark->launch_count; i++)
		page_side_add(side, &benchmark->launches[i]);
}

void page_side_release(struct page_side *side)
{
	free(side->launches);
	if (side->growth)
		json_decref(side->growth);
	*side = (struct page_side){ 0 };
}

/* Foreign logs may have quantiles of each launch only. */
static const double *samples_of(const struct launch *launch, size_t *count)
{
	const struct evidence *e = launch->evidence;

	*count = !e ? 0 : e->samples ? launch->sample_count : e->quantile.count;
	return !e ? NULL : e->samples ? e->samples : e->quantile.values;
}

size_t page_side_samples(const struct page_side *side)
{
	size_t sum = 0, count;

	for (size_t i = 0; i < side->count; i++) {
		samples_of(side->launches[i], &count);
		sum += count;
	}
	return sum;
}

static json_t *known(int64_t value)
{
	return value < 0 ? json_null() : json_integer(value);
}

/* What a launch has in a block: name and value. */
#define LAUNCH_COLUMNS(X)                                                           \
	X("line", json_integer(l->line))                                            \
	X("round", json_integer(l->round))                                          \
	X("stage", json_integer(l->stage))                                          \
	X("attempt", json_integer(l->attempt))                                      \
	X("position", json_integer(l->position))                                    \
	X("status", json_text(outcome_name((enum outcome)l->status)))               \
	X("detail", json_text(e->detail))                                           \
	X("counts", json_boolean(l->counts))                                        \
	X("iterations", known(l->iterations))                                       \
	X("count", json_integer(l->sample_count))                                   \
	X("min", json_number(l->time.min))                                          \
	X("q1", json_number(l->time.q1))                                            \
	X("median", json_number(l->time.median))                                    \
	X("max", json_number(l->time.max))                                          \
	X("peak", known(e->memory.peak_kib))                                        \
	X("worker", known(e->worker))                                               \
	X("cpu", known(e->cpu))                                                     \
	X("wall", json_number(e->wall_ns))                                          \
	X("voluntary", known(e->switches.voluntary))                                \
	X("involuntary", known(e->switches.involuntary))                            \
	X("migrations", known(e->migrations))                                       \
	X("delay", known(e->run_delay_ns))                                          \
	X("shared", json_boolean(e->core_shared))                                   \
	X("disturbed", json_text(l->disturbed && e->disturbed ? e->disturbed : "")) \
	X("node", json_text(l->node))

static json_t *launch_json(const struct launch *l)
{
	const struct evidence *e = l->evidence ? l->evidence : &no_evidence;
	json_t *json = json_array();

#define VALUE(name, value) json_append(json, value);
	LAUNCH_COLUMNS(VALUE)
#undef VALUE
	return json;
}

json_t *page_launch_columns(void)
{
	json_t *json = json_array();

#define NAME(name, value) json_append(json, json_text(name));
	LAUNCH_COLUMNS(NAME)
#undef NAME
	return json;
}

json_t *page_launches(const struct page_side *sides, size_t count)
{
	json_t *all = json_array();

	for (size_t i = 0; i < count; i++) {
		json_t *side = json_object(), *launches = json_array();

		for (size_t k = 0; k < sides[i].count; k++)
			json_append(launches, launch_json(sides[i].launches[k]));
		json_put(side, "launches", launches);
		if (sides[i].growth)
			json_put(side, "growth", json_incref(sides[i].growth));
		json_append(all, side);
	}
	return all;
}

static json_t *side_samples(
	const struct page_side *side, const struct sample_range *range, size_t step)
{
	json_t *json = json_array();

	for (size_t i = 0; i < side->count; i++) {
		size_t n;
		const double *samples = samples_of(side->launches[i], &n);
		AUTO_FREE char *text = n ? samples_text(range, samples, n, step) : NULL;

		json_append(json, json_text(text));
	}
	return json;
}

static struct sample_range range_of(const struct page_side *sides, size_t count)
{
	struct sample_range range = { 0 };

	for (size_t i = 0; i < count; i++)
		for (size_t k = 0; k < sides[i].count; k++) {
			size_t n;
			const double *samples = samples_of(sides[i].launches[k], &n);

			sample_range_add(&range, samples, n);
		}
	return range;
}

json_t *page_samples(const struct page_side *sides, size_t count, size_t sample_step)
{
	struct sample_range range = range_of(sides, count);
	json_t *all = json_array(), *json = json_object();

	json_put(json, "low", json_number(range.low));
	json_put(json, "high", json_number(range.high));
	for (size_t i = 0; i < count; i++)
		json_append(all, side_samples(&sides[i], &range, sample_step));
	json_put(json, "sides", all);
	return json;
}

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
