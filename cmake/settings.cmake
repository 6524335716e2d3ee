# What our own code is compiled with, and nothing else.
add_library(hz_settings INTERFACE)
target_include_directories(hz_settings INTERFACE ${CMAKE_SOURCE_DIR})
target_compile_definitions(hz_settings INTERFACE HZ_VERSION="${PROJECT_VERSION}")
# The standard library checks its preconditions wherever speed is not what is measured.
target_compile_definitions(hz_settings INTERFACE $<$<NOT:$<CONFIG:Release>>:_GLIBCXX_ASSERTIONS>)
if(HZ_SANITIZE)
  target_compile_options(hz_settings INTERFACE -fsanitize=${HZ_SANITIZE} -fno-omit-frame-pointer -fno-sanitize-recover=all)
  target_link_options(hz_settings INTERFACE -fsanitize=${HZ_SANITIZE})
endif()
if(HZ_FUZZ AND CMAKE_CXX_COMPILER_ID MATCHES Clang)
  target_compile_options(hz_settings INTERFACE -fsanitize=fuzzer-no-link)
endif()

add_library(hz_warnings INTERFACE)
target_compile_options(hz_warnings INTERFACE
  -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wsign-conversion -Wold-style-cast -Wnon-virtual-dtor
  -Woverloaded-virtual -Wnull-dereference -Wformat=2 -Wimplicit-fallthrough
  $<$<BOOL:${HZ_DEVELOPER}>:-Werror>)
# g++ 12 at -O2 reports these inside libstdc++ and nlohmann (GCC bugs 105562, 105329): false, and not ours to mend.
target_compile_options(hz_warnings INTERFACE
  $<$<CXX_COMPILER_ID:GNU>:-Wno-maybe-uninitialized -Wno-restrict -Wno-null-dereference -Wno-stringop-overflow
    -Wno-array-bounds -Wno-dangling-pointer>)

# Under the lint preset a file is looked at again when the rules changed, not only when its text did.
function(hz_tidy_again)
  if(CMAKE_CXX_CLANG_TIDY)
    set_source_files_properties(${ARGN} PROPERTIES OBJECT_DEPENDS ${CMAKE_SOURCE_DIR}/.clang-tidy)
  endif()
endfunction()

# The heavy headers are precompiled once and shared: hz_pch for us, hz_test_pch (in tests) with Catch2 on top. Each took
# every target three seconds of its own. clang builds without them, so that every file includes what it uses.
function(hz_precompiled name from)
  if(HZ_PCH)
    target_precompile_headers(${name} REUSE_FROM ${from})
  endif()
endfunction()

function(hz_precompile name)
  if(HZ_PCH)
    file(CONFIGURE OUTPUT ${CMAKE_BINARY_DIR}/${name}.cpp CONTENT "// Its precompiled header is what this is for.\n")
    add_library(${name} OBJECT ${CMAKE_BINARY_DIR}/${name}.cpp)
    target_link_libraries(${name} PRIVATE hz_settings hz_warnings nlohmann_json::nlohmann_json fmt::fmt)
    target_precompile_headers(${name} PRIVATE ${ARGN})
  endif()
endfunction()

# hz_library(NAME FOLDER PRIVATE libs…): every .cpp below the folder.
function(hz_library name folder)
  file(GLOB_RECURSE sources CONFIGURE_DEPENDS ${CMAKE_SOURCE_DIR}/${folder}/*.cpp)
  list(FILTER sources EXCLUDE REGEX "/app/main/")
  if(HZ_FUZZ)  # what no fuzzer calls costs clang minutes
    list(FILTER sources EXCLUDE REGEX "/core/(kernel|ops|runner|tick)/")
  endif()
  if(NOT sources)  # a folder that is still empty
    add_library(${name} INTERFACE)
    return()
  endif()
  add_library(${name} STATIC ${sources})
  target_link_libraries(${name} PRIVATE hz_settings hz_warnings)
  target_link_libraries(${name} ${ARGN})
  hz_tidy_again(${sources})
  hz_precompiled(${name} hz_pch)
endfunction()

function(hz_executable name)
  target_link_libraries(${name} PRIVATE hz_settings hz_warnings nlohmann_json::nlohmann_json fmt::fmt ${ARGN})
  set_target_properties(${name} PROPERTIES RUNTIME_OUTPUT_DIRECTORY ${CMAKE_BINARY_DIR})
  hz_precompiled(${name} hz_pch)
endfunction()
