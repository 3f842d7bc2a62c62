# What is linked as an archive where there is one. Finding symbols in shared libraries is a large part
# of the start of a program, and a small test is checked in a few milliseconds: Clp and what it stands
# on (LAPACK, BLAS, Fortran) took a fifth of it, though only proofs need them, and all others together
# two fifths.
#
# Included before the libraries are looked for: what is in these variables is not looked for again.
set(archives ClpSolver Clp CoinUtils bz2 lapack blas)
set(HEDDLE_CLP_ARCHIVES ON)
foreach(name IN LISTS archives)
  find_library(HEDDLE_ARCHIVE_${name} lib${name}.a)
  mark_as_advanced(HEDDLE_ARCHIVE_${name})
  if(NOT HEDDLE_ARCHIVE_${name})
    set(HEDDLE_CLP_ARCHIVES OFF)
  endif()
endforeach()
# Archives do not say what they need: that of LAPACK the library of Fortran, which only the compiler
# knows the place of.
set(fortran -l:libgfortran.a -l:libquadmath.a)
include(CheckLinkerFlag)
check_linker_flag(CXX "SHELL:${fortran}" HEDDLE_FORTRAN_ARCHIVES)
if(NOT HEDDLE_FORTRAN_ARCHIVES)
  set(HEDDLE_CLP_ARCHIVES OFF)
endif()
if(HEDDLE_CLP_ARCHIVES)
  foreach(name IN LISTS archives)
    set(pkgcfg_lib_CLP_${name} ${HEDDLE_ARCHIVE_${name}} CACHE FILEPATH "" FORCE)
  endforeach()
elseif(HEDDLE_STATIC)
  message(FATAL_ERROR "HEDDLE_STATIC needs the archives of Clp, LAPACK and libgfortran; "
    "scripts/install-deps installs them")
endif()

foreach(known HEDDLE_GMP=gmp HEDDLE_PCRE2=pcre2-8 ZLIB_LIBRARY_RELEASE=z pkgcfg_lib_CLP_z=z)
  string(REPLACE = ";" known ${known})
  list(GET known 0 variable)
  list(GET known 1 name)
  find_library(HEDDLE_ARCHIVE_${name} lib${name}.a)
  mark_as_advanced(HEDDLE_ARCHIVE_${name})
  if(HEDDLE_ARCHIVE_${name})
    set(${variable} ${HEDDLE_ARCHIVE_${name}} CACHE FILEPATH "" FORCE)
  elseif(HEDDLE_STATIC)
    message(FATAL_ERROR "HEDDLE_STATIC needs lib${name}.a; scripts/install-deps installs it")
  endif()
endforeach()

# After pkg_check_modules(CLP ...).
function(heddle_complete_archives)
  if(HEDDLE_CLP_ARCHIVES)
    set_property(TARGET PkgConfig::CLP APPEND PROPERTY INTERFACE_LINK_LIBRARIES
      -l:libgfortran.a -l:libquadmath.a)
  endif()
endfunction()

# The program with the C++ library and fmt inside, at a fixed address: of the libraries only libc and
# libm are left, and nothing of the program is to be moved when it starts. Not where a C++ library that
# is loaded would come with a second C++ library: fmt of Debian has no archive, so that we make one.
function(heddle_link_closely target)
  if(HEDDLE_SANITIZE)
    return()
  endif()
  get_target_property(kind fmt::fmt TYPE)
  if(kind STREQUAL "SHARED_LIBRARY")
    if(NOT fmt_VERSION MATCHES "^9\\.")
      return()
    endif()
    target_sources(${target} PRIVATE ${PROJECT_SOURCE_DIR}/cmake/fmt_archive.cpp)
  endif()
  target_link_options(${target} PRIVATE -static-libstdc++ -static-libgcc -no-pie -Wl,--as-needed)
endfunction()
