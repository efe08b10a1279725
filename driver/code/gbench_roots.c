/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Method: an object of class benchmark::internal::Benchmark is made with a name, set up by its
 * methods, and given to RegisterBenchmarkInternal(). Each method is noted with its arguments.
 * What the library writes into the object is hidden from the program; all else that the object
 * holds, such as the function, the virtual functions of a fixture and what a lambda has
 * captured, is read when its constructor has ended.
 */
#include "driver/code/gbench_roots.h"

#include <stdlib.h>
#include <string.h>

#include "compare/base/memory.h"

#define STRING   "NSt7__cxx1112basic_stringIcSt11char_traitsIcESaIcEEE"
#define CALLBACK "St8functionIFvRKNS_5StateEEE"

/*
 * Arguments: b, i, l of 1, 4 and 8 bytes; d double; p pointer to a function; s std::string &;
 * v std::vector & of numbers, texts or vectors; f std::function &. Names: n, N are of type
 * const char * and std::string &.
 */
static const struct method {
	const char *name, *arguments;
} methods[] = {
	{ "C1EPKc", "n" },
	{ "C2EPKc", "n" },
	{ "C1ERK" STRING, "N" },
	{ "C2ERK" STRING, "N" },
	{ "7SetNameEPKc", "n" },
	{ "7SetNameERK" STRING, "N" },
	{ "4NameERK" STRING, "N" },
	{ "3ArgEl", "l" },
	{ "4UnitENS_8TimeUnitE", "i" },
	{ "5RangeEll", "ll" },
	{ "10DenseRangeElli", "lli" },
	{ "4ArgsERKSt6vectorIlSaIlEE", "v" },
	{ "6RangesERKSt6vectorISt4pairIllESaIS4_EE", "v" },
	{ "11ArgsProductERKSt6vectorIS2_IlSaIlEESaIS4_EE", "v" },
	{ "7ArgNameERK" STRING, "s" },
	{ "8ArgNamesERKSt6vectorINSt7__cxx1112basic_stringIcSt11char_traitsIcESaIcEEESaIS8_EE",
		"v" },
	{ "15RangeMultiplierEi", "i" },
	{ "7MinTimeEd", "d" },
	{ "13MinWarmUpTimeEd", "d" },
	{ "10IterationsEl", "l" },
	{ "11RepetitionsEi", "i" },
	{ "20ReportAggregatesOnlyEb", "b" },
	{ "21DisplayAggregatesOnlyEb", "b" },
	{ "21MeasureProcessCPUTimeEv", "" },
	{ "11UseRealTimeEv", "" },
	{ "13UseManualTimeEv", "" },
	{ "10ComplexityENS_4BigOE", "i" },
	{ "10ComplexityEPFdlE", "p" },
	{ "17ComputeStatisticsERK" STRING "PFdRKSt6vectorIdSaIdEEENS_13StatisticUnitE", "spi" },
	{ "7ThreadsEi", "i" },
	{ "11ThreadRangeEii", "ii" },
	{ "16DenseThreadRangeEiii", "iii" },
	{ "12ThreadPerCpuEv", "" },
	{ "5SetupEPFvRKNS_5StateEE", "p" },
	{ "8TeardownEPFvRKNS_5StateEE", "p" },
	{ "5SetupERK" CALLBACK, "f" },
	{ "8TeardownERK" CALLBACK, "f" },
	{ "5SetupEO" CALLBACK, "f" },
	{ "8TeardownEO" CALLBACK, "f" },
};

#define INSIDE "_ZN9benchmark8internal"
#define CLASS  "9Benchmark"
/* Since 1.9.2 it takes a std::unique_ptr. */
#define REGISTER   INSIDE "25RegisterBenchmarkInternalE"
#define UNIQUE(of) "St10unique_ptrIN" of CLASS "ESt14default_deleteIS2_EE"

/* The class was in benchmark::internal up to 1.9.5. Without that, the substitutions S0_, S1_
 * ... of the names of its methods are one less. */
static bool is_method(const char *name, const char *method, bool inside)
{
	char before = 0;

	for (; *method; before = *method++, name++) {
		bool number =
			before == 'S' && method[1] == '_' && *method >= '0' && *method <= '9';

		if (*name != *method - (number && !inside))
			return false;
	}
	return !*name;
}

/* False: the name is not known. */
static bool set_name(struct registration *r, char *name)
{
	if (name)
		registrations_set_name(r, name);
	free(name);
	return name != NULL;
}

static bool add_string(struct emulator *e, struct description *d, uint64_t address)
{
	char *text = emulated_string(e, address);

	if (text)
		description_mix_text(d, text);
	free(text);
	return text != NULL;
}

static bool add_number(struct emulator *e, struct description *d, unsigned number,
	unsigned size, const unsigned registers[6])
{
	struct emulated_word word = e->cpu.general[registers[number]];

	description_add_word(d, e->image, e->cpu.memory, word, size);
	return emulated_word_is_known(word, size);
}

static bool add_argument(struct emulator *e, struct registration *r, char kind, unsigned number)
{
	static const unsigned registers[] = { CPU_DI, CPU_SI, CPU_DX, CPU_CX, CPU_R8, CPU_R9 };
	struct description *d = &r->description;

	switch (kind) {
	case 'n':
		return set_name(r, emulated_text(e, emulated_argument(e, number), UINT64_MAX));
	case 'N':
		return set_name(r, emulated_string(e, emulated_argument(e, number)));
	case 's':
		return add_string(e, d, emulated_argument(e, number));
	case 'v':
		description_add(d, e->image, e->cpu.memory, emulated_argument(e, number), 24);
		return true;
	case 'f':
		description_add(d, e->image, e->cpu.memory, emulated_argument(e, number), 32);
		return true;
	case 'd':
		description_mix(d, e->cpu.vectors[0][0].bits);
		return emulated_word_is_known(e->cpu.vectors[0][0], 8);
	case 'b':
		return add_number(e, d, number, 1, registers);
	case 'i':
		return add_number(e, d, number, 4, registers);
	default: /* l, p */
		return add_number(e, d, number, 8, registers);
	}
}

/* The library's constructor writes over what the program may have cleared. */
static void hide(struct emulator *e, struct description *d, struct allocation a)
{
	description_add(d, e->image, e->cpu.memory, a.address, a.size);
	for (uint64_t at = 0; at < a.size; at++)
		emulated_memory_write(
			e->cpu.memory, a.address + at, 1, (struct emulated_word){ 0 });
}

/* A constructor makes a registration of the object, which is an allocation of its own. */
static struct registration *registration_of(
	struct registrations *all, struct emulator *e, bool constructor)
{
	uint64_t object = emulated_argument(e, 0);
	struct registration *r = registrations_find(all, object);
	struct allocation *a = emulated_memory_at(e->cpu.memory, object);

	if (!constructor)
		return r;
	if (r || !a || a->address != object)
		return NULL;
	r = registrations_add(all, object, "");
	hide(e, &r->description, *a);
	a->opaque = true;
	return r;
}

static enum emulated_call call_method(struct registrations *all, struct emulator *e,
	const struct method *method, uint64_t *result)
{
	struct registration *r = registration_of(all, e, method->name[0] == 'C');

	if (!r)
		return CALL_FAILED;
	registrations_note_library(all, e);
	if (method->arguments[0] != 'n' && method->arguments[0] != 'N')
		description_mix_text(&r->description, method->name);
	for (unsigned i = 0; method->arguments[i]; i++)
		if (!add_argument(e, r, method->arguments[i], i + 1))
			return CALL_FAILED;
	*result = r->object;
	return e->cpu.stuck || r->description.failed ? CALL_FAILED : CALL_DONE;
}

static enum emulated_call call_register(
	struct registrations *all, struct emulator *e, uint64_t object, uint64_t *result)
{
	struct registration *r = registrations_find(all, object);

	if (!r || r->complete)
		return CALL_FAILED;
	registrations_note_library(all, e);
	r->complete = true;
	*result = r->object;
	return CALL_DONE;
}

/* The argument is the address of a pointer, which the library takes and clears. */
static enum emulated_call call_register_unique(
	struct registrations *all, struct emulator *e, uint64_t *result)
{
	uint64_t owner = emulated_argument(e, 0);
	struct emulated_word object;

	if (!emulated_memory_read(e->cpu.memory, owner, 8, &object) ||
		!emulated_memory_write(e->cpu.memory, owner, 8, emulated_word_of(0)))
		return CALL_FAILED;
	return call_register(all, e, object.bits, result);
}

/* A list of numbers as std::vector<int64_t> at `vector`. */
static enum emulated_call put_range(
	struct emulator *e, uint64_t vector, const int64_t *numbers, size_t count)
{
	uint64_t size = count * sizeof(*numbers);
	uint64_t data = emulated_memory_allocate(e->cpu.memory, size, 16);
	bool fits = data != 0;

	for (size_t i = 0; i < count; i++)
		fits = fits && emulated_memory_write(e->cpu.memory, data + 8 * i, 8,
				       emulated_word_of((uint64_t)numbers[i]));
	for (unsigned i = 0; i < 3; i++) /* begin, end, end of the storage */
		fits = fits && emulated_memory_write(e->cpu.memory, vector + 8 * i, 8,
				       emulated_word_of(i ? data + size : data));
	return fits ? CALL_DONE : CALL_FAILED;
}

/* CreateRange(low, high, factor): both, and the powers of the factor between them. */
static enum emulated_call call_create_range(struct emulator *e, uint64_t *result)
{
	int64_t low = (int64_t)emulated_argument(e, 1), high = (int64_t)emulated_argument(e, 2);
	struct emulated_word word = e->cpu.general[CPU_CX];
	int32_t factor = (int32_t)word.bits;
	int64_t numbers[66], power = 1;
	size_t count = 0;

	*result = emulated_argument(e, 0);
	if (!emulated_word_is_known(word, 4) || factor < 2 || low < 0 || high < low)
		return CALL_FAILED;
	numbers[count++] = low;
	for (;; power *= factor) {
		if (power > low && power < high)
			numbers[count++] = power;
		if (power > INT64_MAX / factor)
			break;
	}
	if (high > low)
		numbers[count++] = high;
	return put_range(e, *result, numbers, count);
}

static enum emulated_call call_of_class(struct registrations *all, struct emulator *e,
	const char *name, bool inside, uint64_t *result)
{
	if (is_method(name, "5ApplyEPFvPS1_E", inside)) {
		*result = emulated_argument(e, 1);
		return CALL_TAIL;
	}
	for (size_t i = 0; i < ARRAY_SIZE(methods); i++)
		if (is_method(name, methods[i].name, inside))
			return call_method(all, e, &methods[i], result);
	return CALL_UNKNOWN;
}

enum emulated_call gbench_call(
	struct registrations *all, struct emulator *e, const char *name, uint64_t *result)
{
	static const char inside[] = INSIDE CLASS, outside[] = "_ZN9benchmark" CLASS;

	if (!strcmp(name, INSIDE "17InitializeStreamsEv")) {
		registrations_note_library(all, e);
		return CALL_DONE;
	}
	if (!strcmp(name, "_ZN9benchmark11CreateRangeElli")) {
		registrations_note_library(all, e);
		return call_create_range(e, result);
	}
	if (!strcmp(name, REGISTER "PNS0_9BenchmarkE"))
		return call_register(all, e, emulated_argument(e, 0), result);
	if (!strcmp(name, REGISTER UNIQUE("S0_")) || !strcmp(name, REGISTER UNIQUE("S_")))
		return call_register_unique(all, e, result);
	if (!strncmp(name, inside, sizeof(inside) - 1))
		return call_of_class(all, e, name + sizeof(inside) - 1, true, result);
	if (!strncmp(name, outside, sizeof(outside) - 1))
		return call_of_class(all, e, name + sizeof(outside) - 1, false, result);
	return CALL_UNKNOWN;
}

void gbench_end(struct registrations *all, struct emulator *e, size_t first)
{
	for (size_t i = first; i < all->count; i++) {
		struct registration *r = &all->items[i];
		struct allocation *a = emulated_memory_at(e->cpu.memory, r->object);

		if (!a || !a->opaque)
			continue;
		a->opaque = false;
		description_add(&r->description, e->image, e->cpu.memory, a->address, a->size);
		a->opaque = true;
	}
}
