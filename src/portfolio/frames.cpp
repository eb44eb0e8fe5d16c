#include "portfolio/frames.hpp"

#include "support/descriptors.hpp"

#include <poll.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstring>

namespace heddle::portfolio {

namespace {

struct Header {
  std::uint64_t size = 0;
  Frame::Kind kind = Frame::Kind::Progress;
};

} // namespace

void FrameWriter::write(Frame::Kind kind, std::string_view bytes) {
  Header header;
  header.size = bytes.size();
  header.kind = kind;
  std::array<char, sizeof header> start{};
  std::memcpy(start.data(), &header, sizeof header);
  const std::lock_guard lock(mutex_);
  if (!support::writeAll(descriptor_, {start.data(), start.size()}) || !support::writeAll(descriptor_, bytes))
    _exit(EXIT_FAILURE);
}

bool FrameReader::fill() {
  constexpr int mostReads = 16; // a log that grows as fast as it is read must not keep the caller here
  std::array<char, 1 << 16> buffer{};
  pending_.erase(0, start_);
  start_ = 0;
  for (int reads = 0; reads < mostReads; ++reads) {
    pollfd ready{.fd = descriptor_, .events = POLLIN, .revents = 0};
    if (poll(&ready, 1, 0) <= 0)
      return true;
    const ssize_t size = read(descriptor_, buffer.data(), buffer.size());
    if (size < 0 && errno == EINTR)
      continue;
    if (size <= 0)
      return false;
    pending_.append(buffer.data(), static_cast<std::size_t>(size));
  }
  return true;
}

std::optional<Frame> FrameReader::next() {
  Header header;
  if (pending_.size() - start_ < sizeof header)
    return std::nullopt;
  std::memcpy(&header, pending_.data() + start_, sizeof header);
  if (pending_.size() - start_ - sizeof header < header.size)
    return std::nullopt;
  Frame frame{header.kind, pending_.substr(start_ + sizeof header, header.size)};
  start_ += sizeof header + header.size;
  return frame;
}

} // namespace heddle::portfolio
