# Clp and what it stands on (LAPACK, BLAS, Fortran) are linked as archives where these are there: as
# shared libraries they add a fifth to the start of every heddle, though only proofs need them.
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

# After pkg_check_modules(CLP ...).
function(heddle_complete_archives)
  if(HEDDLE_CLP_ARCHIVES)
    set_property(TARGET PkgConfig::CLP APPEND PROPERTY INTERFACE_LINK_LIBRARIES
      -l:libgfortran.a -l:libquadmath.a)
  endif()
endfunction()
