# heddle_embed(TARGET target FUNCTION heddle::some::function FILES name=path ...)
#
# Puts text files into a library, so that the program needs no installation to find them:
#
#   std::span<const support::EmbeddedFile> function();   // namespace heddle::some; declare it yourself
#
# has one entry for each file, in the order given, with the name before the '='. Paths are relative to
# the project. The assembler reads the files: compilers have limits for literals.
function(heddle_embed)
  cmake_parse_arguments(PARSE_ARGV 0 arg "" "TARGET;FUNCTION" "FILES")
  string(REGEX MATCH "^(.*)::([a-z_]+)$" matched "${arg_FUNCTION}")
  if(NOT matched)
    message(FATAL_ERROR "heddle_embed: FUNCTION is namespace::function, not '${arg_FUNCTION}'")
  endif()
  set(space ${CMAKE_MATCH_1})
  set(function ${CMAKE_MATCH_2})
  set(label ${arg_TARGET}_${function})
  set(entries "")
  set(texts "")
  set(paths "")
  set(number 0)
  foreach(file IN LISTS arg_FILES)
    string(REGEX MATCH "^([^=]+)=(.*)$" matched "${file}")
    set(name ${CMAKE_MATCH_1})
    set(path ${PROJECT_SOURCE_DIR}/${CMAKE_MATCH_2})
    list(APPEND paths "${path}")
    set(begin ${label}_${number}_begin)
    set(end ${label}_${number}_end)
    string(APPEND texts
      "asm(\".section .rodata\\n${begin}:\\n.incbin \\\"${path}\\\"\\n${end}:\\n.previous\\n\");\n"
      "extern const char begin_${number}[] asm(\"${begin}\");\n"
      "extern const char end_${number}[] asm(\"${end}\");\n")
    string(APPEND entries
      "      {\"${name}\", {begin_${number}, end_${number}}},\n")
    math(EXPR number "${number} + 1")
  endforeach()
  set(generated ${PROJECT_BINARY_DIR}/generated/embedded/${label}.cpp)
  set(out "// Made by cmake/Embed.cmake.\n#include <span>\n\n#include \"support/embedded.hpp\"\n\n")
  string(APPEND out "${texts}\n")
  string(APPEND out "namespace ${space} {\n\nstd::span<const support::EmbeddedFile> ${function}();\n\n")
  string(APPEND out "std::span<const support::EmbeddedFile> ${function}() {\n")
  string(APPEND out "  static const support::EmbeddedFile kFiles[] = {\n${entries}  };\n")
  string(APPEND out "  return kFiles;\n}\n\n}  // namespace ${space}\n")
  # Only a change is written: nothing is compiled again otherwise.
  set(before "")
  if(EXISTS ${generated})
    file(READ ${generated} before)
  endif()
  if(NOT before STREQUAL out)
    file(WRITE ${generated} "${out}")
  endif()
  set_source_files_properties(${generated} PROPERTIES OBJECT_DEPENDS "${paths}")
  target_sources(${arg_TARGET} PRIVATE ${generated})
endfunction()
