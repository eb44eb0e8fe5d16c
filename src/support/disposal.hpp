// Freeing large structures without delaying the answer.
#pragma once

#include <memory>
#include <system_error>
#include <thread>
#include <utility>

namespace heddle::support {

/// Destroys the object in a thread of its own. Freeing millions of nodes takes seconds, and a cancelled engine must
/// answer at once. Objects that it refers to may have been destroyed by then, so its destructor must not use them. If
/// the process ends first, the system frees the rest.
template <typename T> void disposeInBackground(std::unique_ptr<T> object) {
  auto shared = std::make_shared<std::unique_ptr<T>>(std::move(object));
  try {
    std::thread([shared] { shared->reset(); }).detach();
  } catch (const std::system_error &) {
    shared->reset(); // no thread is available
  }
}

} // namespace heddle::support
