// Notices changes of files, without polling (inotify).
#pragma once

#include "support/expected.hpp"

#include <map>
#include <set>
#include <string>
#include <vector>

namespace heddle::cli {

class FileWatch {
public:
  /// Throws std::system_error if the system has no inotify instance left.
  FileWatch();
  FileWatch(const FileWatch &) = delete;
  FileWatch &operator=(const FileWatch &) = delete;
  ~FileWatch();

  /// These files instead of those before. They need not exist; their directories must.
  void watch(const std::vector<std::string> &files);

  /// Is readable when something has happened in a directory of a file.
  int descriptor() const { return descriptor_; }

  /// Takes all that has happened so far, without waiting: whether it concerns one of the files.
  bool takeEvents();

private:
  void add(const std::string &file);

  int descriptor_ = -1;
  std::map<std::string, int> directories_;           // with their watch descriptors
  std::map<int, std::set<std::string>> namesWithin_; // by watch descriptor
};

} // namespace heddle::cli
