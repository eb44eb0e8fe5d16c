// Editors save a file by writing another one and renaming it, so what is watched is the directory: a watch of the file
// itself would stay with the old one. If the file is a symbolic link, both its own directory and that of its target are
// watched.
#include "cli/file_watch.hpp"

#include <sys/inotify.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <system_error>

namespace heddle::cli {

namespace fs = std::filesystem;

FileWatch::FileWatch() : descriptor_(inotify_init1(IN_CLOEXEC | IN_NONBLOCK)) {
  if (descriptor_ < 0)
    throw std::system_error(errno, std::generic_category(), "files cannot be watched");
}

FileWatch::~FileWatch() { close(descriptor_); }

void FileWatch::watch(const std::vector<std::string> &files) {
  namesWithin_.clear();
  for (const std::string &file : files) {
    add(file);
    std::error_code failed;
    const fs::path canonical = fs::canonical(file, failed);
    if (!failed)
      add(canonical.string());
  }
  std::erase_if(directories_, [&](const auto &entry) {
    if (namesWithin_.contains(entry.second))
      return false;
    inotify_rm_watch(descriptor_, entry.second);
    return true;
  });
}

void FileWatch::add(const std::string &file) {
  const fs::path path = fs::absolute(file).lexically_normal();
  const std::string directory = path.parent_path().string();
  constexpr std::uint32_t changes = IN_CLOSE_WRITE | IN_CREATE | IN_DELETE | IN_MOVED_FROM | IN_MOVED_TO | IN_ONLYDIR;
  // Also for a directory that is known: it may have been replaced. The same directory has the same descriptor.
  const int watch = inotify_add_watch(descriptor_, directory.c_str(), changes);
  if (watch < 0)
    return;
  directories_[directory] = watch;
  namesWithin_[watch].insert(path.filename().string());
}

bool FileWatch::takeEvents() {
  alignas(inotify_event) std::array<char, std::size_t{16} * 1024> buffer;
  bool isOurs = false;
  for (;;) {
    const ssize_t size = read(descriptor_, buffer.data(), buffer.size());
    if (size <= 0)
      return isOurs;
    for (const char *at = buffer.data(); at < buffer.data() + size;) {
      inotify_event event{};
      std::memcpy(&event, at, sizeof event);
      const std::string name = event.len == 0 ? "" : at + sizeof event; // padded with null characters
      const auto names = namesWithin_.find(event.wd);
      isOurs =
          isOurs || (event.mask & IN_Q_OVERFLOW) != 0 || (names != namesWithin_.end() && names->second.contains(name));
      at += sizeof event + event.len;
    }
  }
}

} // namespace heddle::cli
