// Giving large structures back without letting anybody wait for it.
#pragma once

#include <memory>
#include <thread>

namespace heddle::support {

/// Destroys the object in a thread of its own; to free millions of nodes takes seconds, and who has told an engine to
/// stop wants the answer now. What the object refers to may be gone by then, so its destructor must not look at it. If
/// the process ends first, it never runs.
template <typename T> void disposeInBackground(std::unique_ptr<T> object) {
  std::thread([object = std::move(object)]() mutable { object.reset(); }).detach();
}

} // namespace heddle::support
