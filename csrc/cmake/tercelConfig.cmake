# The package of the source tree, where the headers lie in ../include, and of the wheel, which has them in
# ../../../include. An installation by CMake has a generated one instead: it knows its folders.
include(CMakeFindDependencyMacro)
find_dependency(Threads)

if(NOT TARGET tercel::tercel)
  set(_tercel_include ${CMAKE_CURRENT_LIST_DIR}/../include)
  if(NOT EXISTS ${_tercel_include}/tercel/version.hpp)
    set(_tercel_include ${CMAKE_CURRENT_LIST_DIR}/../../../include)
  endif()
  get_filename_component(_tercel_include ${_tercel_include} ABSOLUTE)
  add_library(tercel::tercel INTERFACE IMPORTED)
  # As csrc/CMakeLists.txt says it of its target.
  target_include_directories(tercel::tercel INTERFACE ${_tercel_include})
  target_compile_features(tercel::tercel INTERFACE cxx_std_17)
  target_link_libraries(tercel::tercel INTERFACE Threads::Threads)
  target_compile_options(tercel::tercel INTERFACE
    $<$<CXX_COMPILER_ID:GNU,Clang,AppleClang>:-ffp-contract=off>)
  unset(_tercel_include)
endif()
