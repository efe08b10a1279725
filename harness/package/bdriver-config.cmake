# SPDX-License-Identifier: MIT
# find_package(bdriver) gives the target bdriver::bdharness, bd_add_suite() and bd_align_code().
if(NOT TARGET bdriver::bdharness) # in a project that has the harness as a folder
	include(${CMAKE_CURRENT_LIST_DIR}/bdriver-targets.cmake)
endif()
include(${CMAKE_CURRENT_LIST_DIR}/bdriver-align.cmake)

# bd_add_suite(NAME FILE...): an executable with the benchmarks of these files (C or C++). Its main
# is written here, so that the suite can tell the compiler and the flags it was built with; with files
# of both languages, those of C. Its code is aligned; NO_ALIGN among the files leaves it as it is.
function(bd_add_suite name)
	cmake_parse_arguments(PARSE_ARGV 1 suite NO_ALIGN "" "")
	set(files ${suite_UNPARSED_ARGUMENTS})
	set(language CXX)
	set(main ${CMAKE_CURRENT_BINARY_DIR}/bd_main_${name}.cpp)
	if(files MATCHES "\\.c(;|$)")
		set(language C)
		set(main ${CMAKE_CURRENT_BINARY_DIR}/bd_main_${name}.c)
	endif()
	string(TOUPPER "${CMAKE_BUILD_TYPE}" type)
	string(STRIP "${CMAKE_${language}_FLAGS} ${CMAKE_${language}_FLAGS_${type}}" flags)
	if(NOT "${flags}" MATCHES "-O" AND NOT CMAKE_CONFIGURATION_TYPES)
		message(WARNING "${name} is built without optimisation: what it measures is not what "
			"users run. Configure with -DCMAKE_BUILD_TYPE=Release.")
	endif()
	string(REGEX REPLACE "([\\\\\"])" "\\\\\\1" flags "${flags}")
	file(CONFIGURE OUTPUT ${main} CONTENT
		"#define BD_FLAGS \"@flags@\"\n#include <bdriver/bench.h>\n\nBD_MAIN\n" @ONLY)
	add_executable(${name} ${files} ${main})
	target_link_libraries(${name} PRIVATE bdriver::bdharness)
	# The id and the relocations let bdriver tell whether two builds hold the same code.
	target_link_options(${name} PRIVATE -Wl,--build-id -Wl,--emit-relocs)
	if(NOT suite_NO_ALIGN)
		# At the end of the folder: it then sees options that are given later.
		cmake_language(EVAL CODE "cmake_language(DEFER CALL bd_align_code [[${name}]])")
	endif()
endfunction()
