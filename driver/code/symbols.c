/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "driver/code/symbols.h"

#include <fnmatch.h>
#include <stddef.h>
#include <string.h>

#include "compare/base/memory.h"
#include "driver/base/terminal.h"

/* A longer name may stand for gigabytes of text. */
#define MANGLED_MAX 500

bool symbol_is_one_of(const char *name, const char *const *globs)
{
	for (; *globs; globs++)
		if (!fnmatch(*globs, name, 0))
			return true;
	return false;
}

const char *const symbols_passive[] = { "_ITM_*", "__cxa_*", "__gmon_start__",
	"_ZNSt8ios_base4Init*", NULL };

const char *const symbols_unfollowed[] = { "dlopen", "dlmopen", "dlsym", "dlvsym", "execl*",
	"execv*", "fexecve", "posix_spawn*", "pidfd_spawn*", "system", "popen", "wordexp",
	NULL };

const char *const symbols_of_criterion[] = { "_ZN9criterion4plot15gnuplot_backend*",
	"_ZN[0-9]*_$LT$criterion..plot..gnuplot_backend..*",
	"_ZN9criterion22cargo_target_directory17h*", "_ZN14criterion_plot7version17h*", NULL };

const char *const symbols_sealed[] = { "_ZN3std3sys*6thread*6Thread3new17h*E",
	"_RNvMs*_NtNtNtCs*_3std3sys6thread4unixNtB*_6Thread3new",
	"_ZN9benchmark23MaybeReenterWithoutASLR*",
	"_ZN9benchmark31ValidateNoASLRPersonalitySticks*", NULL };

const char *const symbols_of_threads[] = { "pthread_create", "thrd_create", "clone*", "GOMP_*",
	"__kmpc_*", "_ZNSt6thread*", NULL };

const char *const symbols_of_files[] = { "open", "open64", "openat", "openat64", "__open*",
	"fopen", "fopen64", "freopen*", "opendir", "_ZNSt*basic_filebufI*",
	"_ZNSt*basic_ifstreamI*", "_ZNSt*basic_fstreamI*", NULL };

const char *const symbols_varying[] = { "srand*", "seed48*", "getrandom", "getentropy",
	"arc4random*", "_ZNSt13random_device*", "time", "times", "ftime", "clock", "clock_get*",
	"gettimeofday", "timespec_get*", "getrusage", "_ZNSt6chrono*clock3nowEv", "timerfd*",
	"sched_get*", "syscall", "uv_*", NULL };

bool symbol_is_of_abi(const char *name)
{
	return name && !strncmp(name, "_ZT", 3);
}

/* Of the library of C++, whose header is no C. */
char *__cxa_demangle(const char *name, char *buffer, size_t *length, int *status);

char *symbol_shown(const char *name)
{
	const char *colon = strrchr(name, ':'), *own = colon ? colon + 1 : name;
	bool cxx = !strncmp(own, "_Z", 2) && strlen(own) <= MANGLED_MAX;
	AUTO_FREE char *plain = cxx ? __cxa_demangle(own, NULL, NULL, &(int){ 0 }) : NULL;
	AUTO_FREE char *whole =
		memory_format("%.*s%s", (int)(own - name), name, plain ? plain : own);

	return terminal_clean(whole);
}

/* In C++ they are _ZL10bd_entry_0 and the like. Nobody refers to what the start files have. */
bool symbol_is_of_harness(const char *name)
{
	if (name && !strncmp(name, "_ZL", 3))
		name += 3 + strspn(name + 3, "0123456789");
	return name && (!strncmp(name, "bd_entry_", 9) || !strncmp(name, "bd_args_", 8) ||
			       !strcmp(name, "_IO_stdin_used"));
}

const char *const symbols_of_bounds[] = { "_edata", "edata", "_end", "end", "__bss_start",
	"_etext", "etext", "__etext", "__ehdr_start", "__executable_start",
	"__GNU_EH_FRAME_HDR", NULL };

const char *const symbols_of_marks[] = { "__dso_handle", "__TMC_END__", "_DYNAMIC",
	"__FRAME_END__", "__init_array_start", "__init_array_end", "__fini_array_start",
	"__fini_array_end", "__preinit_array_start", "__preinit_array_end", "__rela_iplt_start",
	"__rela_iplt_end", "__abi_tag", "__EH_FRAME_BEGIN__", "__TMC_LIST__", NULL };

#define STATE  "RN9benchmark5StateE"
#define INSIDE "_ZN9benchmark8internal"

bool symbol_is_timed(const char *name)
{
	size_t length = strlen(name), own = sizeof(STATE) - 1;

	return !strncmp(name, "_Z", 2) && length > own && !strcmp(name + length - own, STATE);
}

bool symbol_takes_state(const char *name)
{
	return symbol_is_timed(name) || (strstr(name, STATE) && strstr(name, "_FUNE"));
}

const char *const symbols_of_constructor[] = { "*__static_initialization_and_destruction_*",
	"__cxx_global_var_init*", NULL };

const char *const symbols_registering[] = { INSIDE "25RegisterBenchmarkInternal*", NULL };

const char *const symbols_naming[] = { INSIDE "9BenchmarkC*", "_ZN9benchmark9BenchmarkC*",
	INSIDE "9Benchmark7SetName*", "_ZN9benchmark9Benchmark7SetName*",
	INSIDE "17FunctionBenchmarkC*",
	"*make_uniqueI*N9benchmark8internal17FunctionBenchmark*", NULL };

const char *const symbols_registering_elsewhere[] = { "_ZN9benchmark17RegisterBenchmark*",
	NULL };

const char *const symbols_making_room[] = { "_Znwm*", "strlen*",
	"_ZNSt7__cxx1112basic_stringI*_M_create*", NULL };

const char *const symbols_copying[] = { "memcpy*", "_ZNSt7__cxx1112basic_stringI*C[12]*",
	"_ZNSt7__cxx1112basic_stringI*_M_construct*", "_ZNSt3__112basic_stringI*C[12]E*",
	"_ZNSt3__112basic_stringI*__init*", NULL };

const char *const symbols_renaming[] = { INSIDE "9Benchmark4NameE*",
	"_ZN9benchmark9Benchmark4NameE*", NULL };

const char *const symbols_of_registration[] = { INSIDE "9Benchmark*",
	"_ZN9benchmark9Benchmark*", INSIDE "17FunctionBenchmark*",
	INSIDE "25RegisterBenchmarkInternal*", INSIDE "17InitializeStreams*",
	"_ZN9benchmark11CreateRange*", "_ZN9benchmark16CreateDenseRange*",
	"_ZN9benchmark7Fixture*", NULL };

bool symbol_prepares(const char *name)
{
	static const char *const globs[] = { "_Znwm", "_Znam", "_ZdlPv*", "_ZdaPv*",
		"mem[cms]*", "strlen", "_ZNSt7__cxx1112basic_stringI*",
		"_ZNSt3__1*basic_stringI*", "_ZSt*__throw_*", "_ZNSt3__1*__throw_*",
		"_ZSt9terminatev", "_Unwind_Resume", "__stack_chk_fail", NULL };

	return symbol_is_one_of(name, symbols_of_registration) || symbol_is_one_of(name, globs);
}
