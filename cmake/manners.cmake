# What belongs beside the program: its manual page and its completions, as hz itself prints them.
include(GNUInstallDirs)

# hz_printed(FILE FOLDER words…): what hz prints for the words, built as share/FILE and installed into FOLDER.
set(hz_printed_files "")
function(hz_printed file folder)
  set(output ${CMAKE_BINARY_DIR}/share/${file})
  add_custom_command(OUTPUT ${output} COMMAND hz ${ARGN} > ${output} DEPENDS hz VERBATIM)
  install(FILES ${output} DESTINATION ${CMAKE_INSTALL_DATADIR}/${folder})
  set(hz_printed_files ${hz_printed_files} ${output} PARENT_SCOPE)
endfunction()

file(MAKE_DIRECTORY ${CMAKE_BINARY_DIR}/share)
hz_printed(hz.1 man/man1 system manpage)
hz_printed(hz bash-completion/completions system completions bash)
hz_printed(_hz zsh/site-functions system completions zsh)
hz_printed(hz.fish fish/vendor_completions.d system completions fish)
add_custom_target(hz_share ALL DEPENDS ${hz_printed_files})
