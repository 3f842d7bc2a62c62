# CPack strips programs, not archives, most of which are line tables. Run by it on what it packs.
file(GLOB_RECURSE archives ${CPACK_TEMPORARY_INSTALL_DIRECTORY}/*.a)
find_program(strip strip REQUIRED)
foreach(archive IN LISTS archives)
  execute_process(COMMAND ${strip} --strip-debug --enable-deterministic-archives ${archive}
    COMMAND_ERROR_IS_FATAL ANY)
endforeach()
