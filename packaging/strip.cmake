# SPDX-License-Identifier: GPL-3.0-or-later
# Of a package: cpack strips programs, but leaves debugging symbols in archives.
file(GLOB_RECURSE archives ${CPACK_TEMPORARY_DIRECTORY}/*.a)
foreach(archive IN LISTS archives)
	execute_process(COMMAND strip --strip-debug --enable-deterministic-archives ${archive}
		COMMAND_ERROR_IS_FATAL ANY)
endforeach()
