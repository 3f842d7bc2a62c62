# HEDDLE_STATIC: a program that needs as little as possible of the system it runs on. The libraries
# named here are linked as archives; all others travel as shared libraries in lib/heddle, where the
# program looks first. Only the C library (libc, libm, libresolv, the loader) is the system's.
#
# cpp-httplib has no archive in Debian. What it shares with heddle-serve must not be there twice and is
# therefore shared, too: libstdc++, libcrypto.
#
# Included before the libraries are looked for: what is in these variables is not looked for again.
if(NOT HEDDLE_BUILD_PROGRAM)
  message(FATAL_ERROR "HEDDLE_STATIC is about the program; it needs HEDDLE_BUILD_PROGRAM=ON")
endif()
set(Boost_USE_STATIC_LIBS ON)
set(CMAKE_INSTALL_RPATH $ORIGIN/../lib/heddle $ORIGIN/../../lib/heddle)

function(heddle_install_static)
  # The older kind of RPATH: it holds for the libraries that a library needs as well.
  foreach(program heddle heddle-serve)
    target_link_options(${program} PRIVATE -Wl,--disable-new-dtags)
  endforeach()
  install(TARGETS heddle RUNTIME_DEPENDENCY_SET heddle_runtime)
  install(TARGETS heddle-serve RUNTIME_DEPENDENCY_SET heddle_runtime
    DESTINATION ${CMAKE_INSTALL_LIBEXECDIR}/heddle)
  install(RUNTIME_DEPENDENCY_SET heddle_runtime DESTINATION lib/heddle
    PRE_EXCLUDE_REGEXES "^lib(c|m|dl|rt|pthread|resolv)\\.so" "^ld-linux")
  # Who passes libraries on passes their licences on. GCC's is that of libstdc++, libgfortran and others.
  foreach(package libfmt9 libcpp-httplib0.11 libssl3 libbrotli1 zlib1g libgmp10 libpcre2-8-0 coinor-libclp1
          coinor-libcoinutils3v5 libbz2-1.0 liblapack3 libblas3 libboost-context1.74.0 gcc-12-base
          # libpq, and what it needs
          libpq5 libcom-err2 libffi8 libgnutls30 libgssapi-krb5-2 libhogweed6 libidn2-0 libk5crypto3
          libkeyutils1 libkrb5-3 libkrb5support0 libldap-2.5-0 libnettle8 libp11-kit0 libsasl2-2 libtasn1-6
          libunistring2)
    install(FILES /usr/share/doc/${package}/copyright
      DESTINATION ${CMAKE_INSTALL_DOCDIR}/licences RENAME ${package})
  endforeach()
endfunction()
