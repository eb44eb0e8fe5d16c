// An entry is found by a hash of its key, and used only if it has the whole key, so that a collision of that hash does
// not give a wrong verdict. It is written to a temporary file and renamed: a reader sees a complete entry or none, and
// of two writers the last one wins, with an entry that says the same. A checksum of the rest reveals a damaged file.
#include "cli/verdict_cache.hpp"

#include "cli/messages.hpp"
#include "support/descriptors.hpp"
#include "support/files.hpp"
#include "support/hash.hpp"

#include <fmt/format.h>

#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <cstring>

namespace heddle::cli {

namespace fs = std::filesystem;
using support::Error;
using support::Expected;

namespace {

constexpr const char *cacheFormat = "heddle-cache-1";

std::string checksumOf(const std::string &text) {
  return fmt::format("{:016x}{:016x}", support::hashBytes(text.data(), text.size(), 0),
                     support::hashBytes(text.data(), text.size(), 1));
}

/// None if it has bytes that JSON cannot represent: to replace them would make different texts equal.
std::optional<std::string> exactText(const report::Json &json) {
  try {
    return json.dump();
  } catch (const report::Json::exception &) {
    return std::nullopt;
  }
}

report::Json entryOf(const report::Json &key, const KeptReport &kept) {
  return {{"key", key},
          {"date", kept.date},
          {"exitCode", kept.exitCode},
          {"output", kept.output},
          {"seconds", kept.seconds},
          {"processorSeconds", kept.processorSeconds},
          {"memory", kept.memory}};
}

/// None if the entry is damaged or has another key.
std::optional<KeptReport> reportIn(const report::Json &file, const report::Json &key) {
  try {
    if (file.at("format") != cacheFormat)
      return std::nullopt;
    const report::Json &entry = file.at("entry");
    if (file.at("checksum") != checksumOf(entry.dump()) || entry.at("key") != key)
      return std::nullopt;
    return KeptReport{.date = entry.at("date").get<std::string>(),
                      .exitCode = entry.at("exitCode").get<int>(),
                      .output = entry.at("output").get<std::string>(),
                      .seconds = entry.at("seconds").get<double>(),
                      .processorSeconds = entry.at("processorSeconds").get<double>(),
                      .memory = entry.at("memory").get<std::uint64_t>()};
  } catch (const report::Json::exception &) {
    return std::nullopt;
  }
}

/// Why the file could not be written, if it could not.
std::optional<std::string> replaceFile(const fs::path &path, const std::string &text) {
  std::string temporary = path.string() + ".XXXXXX";
  const int descriptor = mkstemp(temporary.data());
  if (descriptor < 0)
    return std::strerror(errno);
  constexpr mode_t readable = 0644; // of a directory that several users share
  const bool isWritten = support::writeAll(descriptor, text) && fchmod(descriptor, readable) == 0;
  int error = errno;
  if (close(descriptor) != 0 || !isWritten || std::rename(temporary.c_str(), path.c_str()) != 0) {
    error = isWritten ? errno : error;
    unlink(temporary.c_str());
    return std::strerror(error);
  }
  return std::nullopt;
}

} // namespace

Expected<VerdictCache> VerdictCache::open(const std::string &directory) {
  std::error_code error;
  fs::create_directories(directory, error);
  if (!error && !fs::is_directory(directory, error) && !error)
    error = std::make_error_code(std::errc::not_a_directory);
  if (error)
    return Error{fmt::format("--cache {}: cannot be used: {}", directory, error.message())};
  return VerdictCache(directory);
}

std::optional<fs::path> VerdictCache::fileFor(const report::Json &key) const {
  const std::optional<std::string> text = exactText(key);
  return text ? std::optional(directory_ / (checksumOf(*text) + ".json")) : std::nullopt;
}

std::optional<KeptReport> VerdictCache::find(const report::Json &key) const {
  const std::optional<fs::path> path = fileFor(key);
  if (!path)
    return std::nullopt;
  const std::optional<std::string> text = support::readFile(*path);
  if (!text)
    return std::nullopt;
  std::optional<KeptReport> kept = reportIn(report::Json::parse(*text, nullptr, false), key);
  if (!kept)
    reportNote(fmt::format("{}: is not an entry of the cache for this program, or is damaged; it is not used",
                           path->string()));
  return kept;
}

void VerdictCache::keep(const report::Json &key, const KeptReport &kept) const {
  const std::optional<fs::path> path = fileFor(key);
  const report::Json entry = entryOf(key, kept);
  const std::optional<std::string> text = exactText(entry);
  if (!path || !text)
    return;
  const report::Json file{{"format", cacheFormat}, {"checksum", checksumOf(*text)}, {"entry", entry}};
  if (const std::optional<std::string> reason = replaceFile(*path, file.dump() + "\n"))
    reportNote(fmt::format("the cache in {} cannot be written: {}", directory_.string(), *reason));
}

} // namespace heddle::cli
