# heddle_library(NAME DEPS dep...)
#
# Makes the static library heddle_NAME from every .cpp below src/NAME, so that a new file needs no
# change here. A dep is a folder declared earlier or an imported target (Some::target). main.cpp is
# left out: it belongs to an executable. A folder with headers only becomes an interface library; a
# folder without sources is skipped, and so is a dep on it.
function(heddle_library name)
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "" "DEPS")
  set(folder ${PROJECT_SOURCE_DIR}/src/${name})
  set(target heddle_${name})

  # Declared even when skipped, so that a misspelt or upward dependency is an error, not a no-op.
  get_property(declared GLOBAL PROPERTY HEDDLE_DECLARED)
  # What only the compilation needs is no business of an installed library.
  set(links $<BUILD_INTERFACE:heddle_options>)
  foreach(dep IN LISTS arg_DEPS)
    if(dep MATCHES "^nlohmann_json::")
      list(APPEND links $<BUILD_INTERFACE:${dep}>)
    elseif(dep MATCHES "::")
      list(APPEND links ${dep})
    elseif(NOT dep IN_LIST declared)
      message(FATAL_ERROR "heddle_library(${name}): '${dep}' is not declared before it")
    elseif(TARGET heddle_${dep})
      list(APPEND links heddle_${dep})
    endif()
  endforeach()
  set_property(GLOBAL APPEND PROPERTY HEDDLE_DECLARED ${name})

  file(GLOB_RECURSE sources CONFIGURE_DEPENDS ${folder}/*.cpp)
  file(GLOB_RECURSE headers CONFIGURE_DEPENDS ${folder}/*.hpp)
  list(REMOVE_ITEM sources ${folder}/main.cpp)
  if(sources)
    add_library(${target} STATIC ${sources})
    target_link_libraries(${target} PUBLIC ${links})
  elseif(headers)
    add_library(${target} INTERFACE)
    target_link_libraries(${target} INTERFACE ${links})
  else()
    return()
  endif()
  set_property(GLOBAL APPEND PROPERTY HEDDLE_LIBRARIES ${target})
endfunction()
