# HEDDLE_STATIC: a program that needs as little as possible of the system it runs on. Archives are
# taken where there are some; the shared libraries of all others travel in lib/heddle, where the
# program looks first. Only the C library (libc, libm, the loader) is the system's.
#
# libcpp-httplib has no archive in Debian. What it shares with the program and must not be there twice
# is therefore shared, too: libstdc++, libcrypto.
set(CMAKE_FIND_LIBRARY_SUFFIXES .a .so)
set(Boost_USE_STATIC_LIBS ON)
set(CMAKE_INSTALL_RPATH $ORIGIN/../lib/heddle)

# Archives do not say what they need: those of LAPACK the library of Fortran. The C library's
# mathematics stay shared, whose archive belongs to an archive of all of it.
function(heddle_fortran_archives target)
  get_target_property(libraries ${target} INTERFACE_LINK_LIBRARIES)
  list(TRANSFORM libraries REPLACE "^.*/libm\\.a$" m)
  set_property(TARGET ${target} PROPERTY INTERFACE_LINK_LIBRARIES
    ${libraries} -l:libgfortran.a -l:libquadmath.a)
endfunction()

function(heddle_install_static)
  # The older kind of RPATH: it holds for the libraries that a library needs as well.
  target_link_options(heddle PRIVATE -Wl,--disable-new-dtags)
  install(TARGETS heddle RUNTIME_DEPENDENCY_SET heddle_runtime)
  install(RUNTIME_DEPENDENCY_SET heddle_runtime DESTINATION lib/heddle
    PRE_EXCLUDE_REGEXES "^lib(c|m|dl|rt|pthread|resolv)\\.so" "^ld-linux")
endfunction()
