# SPDX-License-Identifier: MIT
# bd_align_code(TARGET): functions, and the code of each object that is linked, begin at a cache line,
# so that an edit of one file moves no other code relative to its lines (docs/HARNESS.md, "Alignment").
# Flags of the user that align functions or give a linker script win: then nothing is added.
include(CheckLinkerFlag)
set(BD_ALIGN_SCRIPT ${CMAKE_CURRENT_LIST_DIR}/bdriver-align.ld)

function(bd_align_code target)
	set(language CXX)
	if(CMAKE_C_COMPILER_LOADED)
		set(language C)
	endif()
	string(TOUPPER "${CMAKE_BUILD_TYPE}" type)
	get_target_property(options ${target} COMPILE_OPTIONS)
	set(flags "${CMAKE_C_FLAGS} ${CMAKE_C_FLAGS_${type}} ${CMAKE_CXX_FLAGS}")
	string(APPEND flags " ${CMAKE_CXX_FLAGS_${type}} ${options}")
	if(flags MATCHES "align-functions|function-alignment")
		return()
	endif()
	if(CMAKE_${language}_COMPILER_ID MATCHES "GNU|Clang")
		# gcc -Os ignores the first; then the linker script aligns each section.
		target_compile_options(${target} PRIVATE -falign-functions=64 -ffunction-sections)
	endif()
	if("${CMAKE_EXE_LINKER_FLAGS} ${CMAKE_SHARED_LINKER_FLAGS}" MATCHES "(-T|--script)[ ,=]")
		return()
	endif()
	# gold does not know INSERT.
	check_linker_flag(${language} "-T${BD_ALIGN_SCRIPT}" BD_LINKER_ALIGNS)
	if(BD_LINKER_ALIGNS)
		target_link_options(${target} PRIVATE "-T${BD_ALIGN_SCRIPT}")
		set_property(TARGET ${target} APPEND PROPERTY LINK_DEPENDS ${BD_ALIGN_SCRIPT})
	endif()
endfunction()
