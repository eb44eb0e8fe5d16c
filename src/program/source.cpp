// Files, inlined calls, and the user's line that calls a given line of Heddle's library models.
#include "program/source.hpp"

#include <cassert>

namespace heddle::program {

SourceMap::SourceMap() : files_{""}, runtime_{false}, frames_{Frame{}} {}

FileId SourceMap::addFile(const std::string &path) {
  const auto [entry, isNew] = fileIds_.try_emplace(path, static_cast<FileId>(files_.size()));
  if (isNew) {
    files_.push_back(path);
    runtime_.push_back(false);
  }
  return entry->second;
}

FrameId SourceMap::addFrame(Frame frame) {
  assert(frame.callSite.frame < frames_.size() && "the caller's frame must exist before the callee's");
  frames_.push_back(std::move(frame));
  return static_cast<FrameId>(frames_.size() - 1);
}

void SourceMap::markRuntime(FileId file) {
  assert(file != noFile && file < files_.size() && "no such file");
  runtime_[file] = true;
}

SourceSpan SourceMap::userSpan(SourceSpan span) const {
  // A callee's frame is always newer than its caller's, so the walk terminates.
  for (SourceSpan current = span;; current = frames_[current.frame].callSite) {
    if (current.known() && !runtime_[current.file])
      return current;
    if (current.frame == noFrame)
      return span;
  }
}

std::string SourceMap::describe(SourceSpan span, bool withColumn) const {
  if (!span.known())
    return "<heddle>";
  std::string text = files_[span.file] + ":" + std::to_string(span.line);
  if (withColumn && span.column != 0)
    text += ":" + std::to_string(span.column);
  return text;
}

} // namespace heddle::program
