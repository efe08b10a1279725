# SPDX-License-Identifier: MIT
# find_package(bdriver) gives the target bdriver::harness and bd_add_suite().
include(${CMAKE_CURRENT_LIST_DIR}/bdriver-targets.cmake)

# bd_add_suite(NAME FILE...): an executable with the benchmarks of these files (C or C++). Its main
# is written here, so that the suite can tell the compiler and the flags it was built with; with files
# of both languages, those of C.
function(bd_add_suite name)
	set(language CXX)
	set(main ${CMAKE_CURRENT_BINARY_DIR}/bd_main_${name}.cpp)
	if(ARGN MATCHES "\\.c(;|$)")
		set(language C)
		set(main ${CMAKE_CURRENT_BINARY_DIR}/bd_main_${name}.c)
	endif()
	string(TOUPPER "${CMAKE_BUILD_TYPE}" type)
	string(STRIP "${CMAKE_${language}_FLAGS} ${CMAKE_${language}_FLAGS_${type}}" flags)
	string(REGEX REPLACE "([\\\\\"])" "\\\\\\1" flags "${flags}")
	file(CONFIGURE OUTPUT ${main} CONTENT
		"#define BD_FLAGS \"@flags@\"\n#include <bdriver/bench.h>\n\nBD_MAIN\n" @ONLY)
	add_executable(${name} ${ARGN} ${main})
	target_link_libraries(${name} PRIVATE bdriver::harness)
	if(language STREQUAL "CXX")
		# Designated initialisers.
		target_compile_features(${name} PRIVATE cxx_std_20)
	endif()
	# The id and the relocations let bdriver tell whether two builds hold the same code.
	target_link_options(${name} PRIVATE -Wl,--build-id -Wl,--emit-relocs)
endfunction()
