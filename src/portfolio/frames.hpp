// Messages on a pipe: each is a frame of a kind, a length and that many bytes.
#pragma once

#include <cstdint>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>

namespace heddle::portfolio {

struct Frame {
  enum class Kind : std::uint8_t {
    Progress, // a line for the terminal
    Log,      // a line of the log, with its line break
    Proof,    // the engine has a proof, and checks it before it gives its result; no bytes
    Result,   // of the engine, encoded; the last frame
  };
  Kind kind = Kind::Progress;
  std::string bytes;
};

/// The end of the pipe that writes.
class FrameWriter {
public:
  explicit FrameWriter(int descriptor) : descriptor_(descriptor) {}

  /// Blocks until the pipe has taken all of it. Several threads may write. If the pipe cannot be written, its reader is
  /// gone, and the process ends.
  void write(Frame::Kind kind, std::string_view bytes);

private:
  int descriptor_;
  std::mutex mutex_;
};

/// The end of the pipe that reads.
class FrameReader {
public:
  explicit FrameReader(int descriptor) : descriptor_(descriptor) {}

  /// Takes what is in the pipe now, up to a megabyte, without waiting; false at the end of the pipe.
  bool fill();
  /// The next complete frame, if it has arrived.
  std::optional<Frame> next();

private:
  int descriptor_;
  std::string pending_;
  std::size_t start_ = 0; // of the next frame in `pending_`
};

} // namespace heddle::portfolio
