// A command with all processes that it starts, which end together.
#pragma once

#include "support/child_process.hpp"

#include <sys/resource.h>

#include <optional>

namespace heddle::batch {

/// Runs a command below a process of its own, the supervisor. It adopts descendants whose parents have ended, also
/// those that have left the process group (setsid), and ends them after the command, when it is asked to, or when this
/// process ends, killed or not. So what is measured below the supervisor is complete, too.
class Supervisor {
public:
  static support::Expected<Supervisor> start(const support::ChildCommand &command);

  Supervisor(Supervisor &&other) noexcept;
  Supervisor &operator=(Supervisor &&) = delete;
  ~Supervisor();

  pid_t process() const { return process_; }
  /// Is readable when all has ended, or the command could not be started.
  int descriptor() const { return descriptor_; }
  /// SIGTERM for the process group of the command.
  void requestEnd() const;
  /// SIGKILL for all that it has started.
  void kill() const;

  struct Ended {
    int waitStatus = 0; // of the command
    rusage usage{};     // of all together; the memory is that of the largest
  };
  /// Waits for the end, once. An error says why the command could not be started.
  support::Expected<Ended> wait();

private:
  Supervisor(pid_t process, int descriptor) : process_(process), descriptor_(descriptor) {}

  pid_t process_;
  int descriptor_;
};

} // namespace heddle::batch
