# SPDX-License-Identifier: MIT
# bd_align_code(TARGET): functions, loops, and the code of each object that is linked, begin at a cache
# line.
# The code of each source file begins at a page. So an edit of one file moves no other code relative
# to its lines, nor that of other files within its pages (docs/HARNESS.md, "Alignment").
# Flags of the user that align functions or loops, or give a linker script win: then nothing is added.
include(CheckLinkerFlag)

function(bd_align_code target)
	set(language CXX)
	if(CMAKE_C_COMPILER_LOADED)
		set(language C)
	endif()
	string(TOUPPER "${CMAKE_BUILD_TYPE}" type)
	get_target_property(options ${target} COMPILE_OPTIONS)
	set(flags "${CMAKE_C_FLAGS} ${CMAKE_C_FLAGS_${type}} ${CMAKE_CXX_FLAGS}")
	string(APPEND flags " ${CMAKE_CXX_FLAGS_${type}} ${options}")
	if(flags MATCHES "align-functions|align-loops|function-alignment")
		return()
	endif()
	if(CMAKE_${language}_COMPILER_ID MATCHES "GNU|Clang")
		# gcc -Os ignores the first two; then the linker script aligns each section.
		target_compile_options(${target} PRIVATE -falign-functions=64 -falign-loops=64
			-ffunction-sections)
	endif()
	if("${CMAKE_EXE_LINKER_FLAGS} ${CMAKE_SHARED_LINKER_FLAGS}" MATCHES "(-T|--script)[ ,=]")
		return()
	endif()
	# gold does not know INSERT.
	check_linker_flag(${language} "-T${CMAKE_CURRENT_FUNCTION_LIST_DIR}/bdriver-align.ld"
		BD_LINKER_ALIGNS)
	if(BD_LINKER_ALIGNS)
		bd_align_script(${target} script)
		target_link_options(${target} PRIVATE "-T${script}")
		set_property(TARGET ${target} APPEND PROPERTY LINK_DEPENDS ${script})
	endif()
endfunction()

# The script, with the code of each source of the target at a page. Archives and what a generator
# expression names follow, at cache lines.
function(bd_align_script target result)
	set(page ". = ALIGN(4096);")
	set(files)
	get_target_property(sources ${target} SOURCES)
	foreach(source IN LISTS sources)
		get_filename_component(name "${source}" NAME)
		if(name MATCHES "^[A-Za-z0-9_.+-]+\\.(c|cc|cpp|cxx|C|S)$") # no pattern for the linker
			string(APPEND files "${page} */${name}.o(.text .text.*)\n\t\t")
		endif()
	endforeach()
	file(READ ${CMAKE_CURRENT_FUNCTION_LIST_DIR}/bdriver-align.ld text)
	string(REPLACE "*(.text .stub" "${files}${page}\n\t\t*(.text .stub" text "${text}")
	set(script ${CMAKE_CURRENT_BINARY_DIR}/${target}-align.ld)
	file(CONFIGURE OUTPUT ${script} CONTENT "${text}" @ONLY)
	set(${result} ${script} PARENT_SCOPE)
endfunction()
