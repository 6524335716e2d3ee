// libgit2's handles, freed by scope. For the .cpp files of this folder only.
#pragma once

#include <git2.h>
#include <memory>

namespace hz::git {

template <auto Free>
struct Freed {
  template <class T>
  void operator()(T* handle) const {
    Free(handle);
  }
};

using RepositoryHandle = std::unique_ptr<git_repository, Freed<git_repository_free>>;
using OdbHandle = std::unique_ptr<git_odb, Freed<git_odb_free>>;
using OdbObjectHandle = std::unique_ptr<git_odb_object, Freed<git_odb_object_free>>;
using ReferenceHandle = std::unique_ptr<git_reference, Freed<git_reference_free>>;
using ReferenceIterator = std::unique_ptr<git_reference_iterator, Freed<git_reference_iterator_free>>;
using IndexerHandle = std::unique_ptr<git_indexer, Freed<git_indexer_free>>;
using ConfigHandle = std::unique_ptr<git_config, Freed<git_config_free>>;

}  // namespace hz::git
