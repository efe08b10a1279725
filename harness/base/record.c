/* SPDX-License-Identifier: MIT */
#include "harness/base/record.h"

#include <errno.h>
#include <inttypes.h>
#include <poll.h>
#include <stdlib.h>
#include <unistd.h>

#include "harness/base/text.h"

static void write_integer(FILE *out, int64_t value)
{
	putc(',', out);
	if (value >= 0)
		fprintf(out, "%" PRId64, value);
}

static void write_optional(FILE *out, double value)
{
	putc(',', out);
	if (value > 0)
		bd_write_number(out, value);
}

static void write_text(FILE *out, const char *text)
{
	putc(',', out);
	bd_write_cell(out, text);
}

static void write_samples(FILE *out, const struct bd_record *r)
{
	putc(',', out);
	for (size_t i = 0; i < r->sample_count; i++) {
		if (i)
			putc(' ', out);
		bd_write_number(out, r->samples[i]);
	}
}

/* Of each turn, how many samples were kept. */
static void write_turns(FILE *out, const struct bd_record *r)
{
	size_t i = 0;

	putc(',', out);
	for (size_t turn = 0; r->turns && turn < r->turn_count; turn++) {
		size_t first = i;

		while (i < r->sample_count && r->turns[i] == turn)
			i++;
		fprintf(out, turn ? " %zu" : "%zu", i - first);
	}
}

/* The order of the columns is that of the header line in format_row(). */
static void write_cells(FILE *out, const struct bd_record *r)
{
	bd_write_cell(out, r->benchmark);
	write_text(out, r->status);
	write_text(out, r->detail);
	write_integer(out, r->iterations);
	write_integer(out, r->tuned_iterations);
	write_optional(out, r->clock_step_ns);
	putc(',', out);
	if (r->has_checksum)
		fprintf(out, "%016" PRIx64, r->checksum);
	write_integer(out, r->verified);
	write_optional(out, r->items);
	write_optional(out, r->bytes);
	write_text(out, r->file);
	write_integer(out, r->line);
	write_integer(out, r->setup_ns);
	write_integer(out, r->used.cpu_ns);
	write_integer(out, r->used.wall_ns);
	write_integer(out, r->peak_kib);
	write_integer(out, r->base_kib);
	write_integer(out, r->used.voluntary_switches);
	write_integer(out, r->used.involuntary_switches);
	write_integer(out, r->used.minor_faults);
	write_integer(out, r->used.major_faults);
	write_integer(out, r->used.migrations);
	write_integer(out, r->used.run_delay_ns);
	write_optional(out, r->core_low);
	write_optional(out, r->core_high);
	write_turns(out, r);
	write_samples(out, r);
	if (r->has_allocations) {
		fputs(",\"{\"\"allocations\"\":", out);
		bd_write_number(out, r->allocations);
		fputs("}\"", out);
	}
}

static void format_row(FILE *out, const struct bd_record *r)
{
	fputs(BD_ROW_FIRST_LINE
		"\n"
		"benchmark,status,detail,iterations,tuned_iterations,clock_step_ns,checksum,"
		"verified,items,bytes,file,line,setup_ns,cpu_ns,wall_ns,peak_kib,base_kib,"
		"voluntary_switches,involuntary_switches,minor_faults,major_faults,migrations,"
		"run_delay_ns,core_low,core_high,turn_samples,samples",
		out);
	fputs(r->has_allocations ? ",counters\n" : "\n", out);
	write_cells(out, r);
	fputs("\n# end: 1\n", out);
}

/* Also for a descriptor that is non-blocking. */
static int write_all(int fd, const char *data, size_t size)
{
	while (size > 0) {
		ssize_t n = write(fd, data, size);
		struct pollfd ready = { .fd = fd, .events = POLLOUT };

		if (n >= 0) {
			data += n;
			size -= (size_t)n;
		} else if (errno == EAGAIN) {
			poll(&ready, 1, -1);
		} else if (errno != EINTR) {
			return -1;
		}
	}
	return 0;
}

int bd_record_write(int fd, const struct bd_record *record)
{
	char *text = NULL;
	size_t size = 0;
	FILE *out = open_memstream(&text, &size);
	int result, error;

	if (!out)
		return -1;
	format_row(out, record);
	result = fclose(out) == 0 ? write_all(fd, text, size) : -1;
	error = errno;
	free(text);
	errno = error;
	return result;
}
