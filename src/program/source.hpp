// Places in the user's C source.
#pragma once

#include <cstdint>
#include <string>
#include <unordered_map>
#include <vector>

namespace heddle::program {

using FileId = std::uint32_t;
using FrameId = std::uint32_t;

/// File 0 is "no file": code that Heddle itself adds.
constexpr FileId noFile = 0;
/// Frame 0 is "no frame": outside every function.
constexpr FrameId noFrame = 0;

struct SourceSpan {
  FileId file = noFile;
  std::uint32_t line = 0;
  std::uint32_t column = 0;
  FrameId frame = noFrame;

  bool known() const { return file != noFile && line != 0; }
  bool operator==(const SourceSpan &) const = default;
};

/// One inlined function body: which function, called from where. `callSite.frame` is the caller's frame.
struct Frame {
  std::string function;
  SourceSpan callSite;
};

class SourceMap {
public:
  SourceMap();

  FileId addFile(const std::string &path);
  FrameId addFrame(Frame frame);

  const std::string &path(FileId file) const { return files_[file]; }
  const Frame &frame(FrameId frame) const { return frames_[frame]; }
  std::size_t fileCount() const { return files_.size(); }
  std::size_t frameCount() const { return frames_.size(); }

  /// Runtime files are Heddle's models of library functions; messages show the user's line instead.
  void markRuntime(FileId file);
  bool isRuntime(FileId file) const { return runtime_[file]; }

  /// The innermost span of the call chain that lies in the user's own files (`span` if there is none).
  SourceSpan userSpan(SourceSpan span) const;

  /// "file.c:12" or "file.c:12:3"; "<heddle>" for an unknown span. The path is shown as the user gave it.
  std::string describe(SourceSpan span, bool withColumn = false) const;

private:
  std::vector<std::string> files_;
  std::unordered_map<std::string, FileId> fileIds_;
  std::vector<bool> runtime_;
  std::vector<Frame> frames_;
};

} // namespace heddle::program
