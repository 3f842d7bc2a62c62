# The manual page and the completions, which the program prints itself, and the texts. They lie as in
# the repository, so that links between them hold.
if(TARGET heddle)
  set(made ${PROJECT_BINARY_DIR}/share)
  file(MAKE_DIRECTORY ${made})
  # Debian wants manual pages compressed, without a time in them.
  add_custom_command(TARGET heddle POST_BUILD
    COMMAND heddle manual > ${made}/heddle.1
    COMMAND gzip -9nf ${made}/heddle.1
    COMMAND heddle completions bash > ${made}/heddle.bash
    COMMAND heddle completions zsh > ${made}/_heddle
    COMMAND heddle completions fish > ${made}/heddle.fish
    VERBATIM)
  install(FILES ${made}/heddle.1.gz DESTINATION ${CMAKE_INSTALL_MANDIR}/man1)
  set(share ${CMAKE_INSTALL_DATADIR})
  install(FILES ${made}/heddle.bash DESTINATION ${share}/bash-completion/completions RENAME heddle)
  install(FILES ${made}/_heddle DESTINATION ${share}/zsh/vendor-completions)
  install(FILES ${made}/heddle.fish DESTINATION ${share}/fish/vendor_completions.d)
endif()
install(FILES README.md CHANGELOG.md cmake/copyright DESTINATION ${CMAKE_INSTALL_DOCDIR})
if(HEDDLE_STATIC)
  install(FILES LICENSE DESTINATION ${CMAKE_INSTALL_DOCDIR})
endif()
# What build tools need of Heddle; the action and the ports of package managers need its sources.
install(DIRECTORY integrations/rebar3_heddle integrations/mix_heddle integrations/erlang.mk
  DESTINATION ${CMAKE_INSTALL_DATADIR}/heddle
  PATTERN _build EXCLUDE PATTERN deps EXCLUDE PATTERN ebin EXCLUDE)
install(DIRECTORY docs examples DESTINATION ${CMAKE_INSTALL_DOCDIR})
