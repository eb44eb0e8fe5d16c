// A line that was cut short, by a full disk or a crash, ends the part that can be used; what follows is written anew,
// to a file of its own, so that nothing is lost if that fails.
#include "batch/journal.hpp"

#include "report/json_text.hpp"

#include <fmt/format.h>

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

#include <cerrno>
#include <filesystem>

namespace heddle::batch {

namespace fs = std::filesystem;
using support::Error;
using support::Expected;

Expected<Journal> Journal::open(const std::string &path, const Json &question, bool resumes) {
  Journal journal;
  journal.path_ = path;
  const fs::path folder = fs::path(path).parent_path();
  journal.lock_ = std::shared_ptr<const int>(new int(::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC)),
                                             [](const int *descriptor) {
                                               close(*descriptor);
                                               delete descriptor;
                                             });
  if (flock(*journal.lock_, LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK)
    return Error{fmt::format("{}: another run writes to this folder", folder.string())};
  std::error_code ignored;
  const bool exists = fs::exists(path, ignored);
  if (exists && !resumes)
    return Error{
        fmt::format("{}: is the journal of an earlier run; continue it with --resume, or select another folder "
                    "with --output",
                    path)};
  if (exists) {
    std::ifstream file(path);
    std::string line;
    std::getline(file, line);
    if (Json::parse(line, nullptr, false) != question)
      return Error{fmt::format("{}: is the journal of a run with other tools, versions or limits; it cannot be resumed "
                               "by this command",
                               path)};
    while (std::getline(file, line))
      if (std::optional<Record> record = recordOf(Json::parse(line, nullptr, false)))
        journal.earlier_.push_back(std::move(*record));
      else
        break;
  }
  const std::string replacement = path + ".new";
  {
    std::ofstream file(replacement);
    file << report::compactJsonText(question) << '\n';
    for (const Record &record : journal.earlier_)
      file << report::compactJsonText(toJson(record)) << '\n';
    if (!file.flush())
      return Error{fmt::format("{}: cannot be written", replacement)};
  }
  std::error_code error;
  fs::rename(replacement, path, error);
  journal.file_.open(path, std::ios::app);
  if (error || !journal.file_)
    return Error{fmt::format("{}: cannot be written", path)};
  return journal;
}

Expected<bool> Journal::add(const Record &record) {
  file_ << report::compactJsonText(toJson(record)) << '\n';
  if (!file_.flush())
    return Error{fmt::format("{}: cannot be written", path_)};
  return true;
}

} // namespace heddle::batch
