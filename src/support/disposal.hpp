// Giving large structures back without letting anybody wait for it.
#pragma once

#include <memory>
#include <system_error>
#include <thread>
#include <utility>

namespace heddle::support {

/// Destroys the object in a thread of its own; to free millions of nodes takes seconds, and who has told an engine to
/// stop wants the answer now. What the object refers to may be gone by then, so its destructor must not look at it. If
/// the process ends first, the rest is left to the system.
template <typename T> void disposeInBackground(std::unique_ptr<T> object) {
  auto shared = std::make_shared<std::unique_ptr<T>>(std::move(object));
  try {
    std::thread([shared] { shared->reset(); }).detach();
  } catch (const std::system_error &) {
    // No more threads: then right here.
  }
}

} // namespace heddle::support
