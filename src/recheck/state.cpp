#include "recheck/state.hpp"

#include <type_traits>

namespace heddle::recheck {

namespace {

template <typename Number> void put(std::string &out, Number number) {
  static_assert(std::is_trivially_copyable_v<Number>);
  out.append(reinterpret_cast<const char *>(&number), sizeof number);
}

void put(std::string &out, const std::string &text) {
  put(out, text.size());
  out += text;
}

} // namespace

std::string encode(const State &state) {
  std::string out;
  put(out, state.objects.size());
  for (const auto &[id, object] : state.objects) {
    put(out, id);
    put(out, object.bytes);
    put(out, object.unknown);
    put(out, object.storage);
    put(out, object.owner);
    put(out, object.site);
  }
  put(out, state.threads.size());
  for (const auto &[slot, thread] : state.threads) {
    put(out, slot);
    put(out, thread.status);
    put(out, thread.detached);
    put(out, thread.copied);
    put(out, thread.cfa);
    put(out, thread.location);
    put(out, thread.result);
    put(out, thread.registers.size());
    for (const auto &[id, value] : thread.registers) {
      put(out, id);
      put(out, value);
    }
  }
  put(out, state.ended);
  state.knowledge.encode(out);
  return out;
}

} // namespace heddle::recheck
