#include "native/places.hpp"

#include <filesystem>

namespace heddle::native {

std::string absolutePath(const std::string &path) {
  std::error_code failed;
  const std::filesystem::path absolute = std::filesystem::weakly_canonical(path, failed);
  return failed ? path : absolute.string();
}

PlaceId Places::add(SourcePlace place) {
  const auto [entry, isNew] = ids_.try_emplace(place, static_cast<PlaceId>(places_.size()));
  if (isNew)
    places_.push_back(std::move(place));
  return entry->second;
}

PlaceId Places::add(const program::SourceSpan &span, const program::SourceMap &sources) {
  if (!span.known())
    return noPlace;
  const std::string &path = sources.path(span.file);
  const bool isModel = sources.isRuntime(span.file);
  return add({isModel ? std::filesystem::path(path).filename().string() : absolutePath(path), span.line, span.column,
              isModel});
}

} // namespace heddle::native
