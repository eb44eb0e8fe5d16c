// The linker puts a hash of an object's content into it (ld --build-id), which Debian's toolchain does by default. To
// read that note is cheaper than to hash 100 MB of a command that contains clang, and covers solvers that are shared
// libraries and may be replaced without Heddle.
#include "cli/build_id.hpp"

#include <fmt/format.h>

#include <elf.h>
#include <link.h>

#include <cstddef>
#include <cstring>
#include <optional>
#include <span>
#include <string_view>

namespace heddle::cli {

namespace {

constexpr std::size_t roundedUp(std::size_t size) { return (size + 3) / 4 * 4; }

/// In hexadecimal digits, if the segment of notes has one.
std::optional<std::string> buildIdIn(std::span<const std::byte> notes) {
  while (notes.size() >= sizeof(ElfW(Nhdr))) {
    ElfW(Nhdr) header;
    std::memcpy(&header, notes.data(), sizeof header);
    const std::size_t nameAt = sizeof header;
    const std::size_t valueAt = nameAt + roundedUp(header.n_namesz);
    const std::size_t end = valueAt + roundedUp(header.n_descsz);
    if (end > notes.size())
      return std::nullopt;
    constexpr std::string_view owner("GNU\0", 4);
    if (header.n_type == NT_GNU_BUILD_ID && header.n_namesz == owner.size() &&
        std::memcmp(notes.data() + nameAt, owner.data(), owner.size()) == 0) {
      std::string text;
      for (const std::byte byte : notes.subspan(valueAt, header.n_descsz))
        text += fmt::format("{:02x}", std::to_integer<unsigned>(byte));
      return text;
    }
    notes = notes.subspan(end);
  }
  return std::nullopt;
}

std::optional<std::string> buildIdOf(const dl_phdr_info &object) {
  for (const ElfW(Phdr) & header : std::span(object.dlpi_phdr, object.dlpi_phnum)) {
    if (header.p_type != PT_NOTE)
      continue;
    // NOLINTNEXTLINE(performance-no-int-to-ptr): where the loader has mapped the segment
    const auto *begin = reinterpret_cast<const std::byte *>(object.dlpi_addr + header.p_vaddr);
    if (std::optional<std::string> found = buildIdIn({begin, header.p_memsz}))
      return found;
  }
  return std::nullopt;
}

struct Collected {
  std::string text;
  bool isComplete = true;
};

int collect(dl_phdr_info *object, std::size_t /*size*/, void *data) {
  auto &collected = *static_cast<Collected *>(data);
  const std::string_view name = object->dlpi_name == nullptr ? "" : object->dlpi_name;
  if (name.starts_with("linux-vdso")) // a part of the kernel
    return 0;
  const std::optional<std::string> id = buildIdOf(*object);
  collected.isComplete = collected.isComplete && id.has_value();
  collected.text += id.value_or("") + " ";
  return 0;
}

} // namespace

std::string buildId() {
  Collected collected;
  dl_iterate_phdr(collect, &collected);
  return collected.isComplete ? collected.text : std::string();
}

} // namespace heddle::cli
