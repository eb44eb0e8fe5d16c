// Other programs, started as child processes.
#pragma once

#include "support/expected.hpp"

#include <signal.h>
#include <sys/types.h>

#include <string>
#include <vector>

namespace heddle::support {

struct ChildCommand {
  std::vector<std::string> words;       // the first is the program, found by PATH
  std::vector<std::string> environment; // added to that of this process: "NAME=value"
  std::string directory;                // in which it runs; empty: this one
  // Descriptors for its standard streams, and one for the file to which it writes 0 to join a control group; negative:
  // the streams of this process, and no group.
  int input = -1;
  int output = -1;
  int errors = -1;
  int groupFile = -1;
  bool hasOwnProcessGroup = false;
};

/// All that a new process needs to execute the command, made before it is started: between fork and exec, a process
/// with several threads must not allocate.
class Execution {
public:
  explicit Execution(const ChildCommand &command);
  Execution(const Execution &) = delete;
  Execution &operator=(const Execution &) = delete;

  /// In the new process, whose signals are blocked. Returns errno if it fails.
  int execute() const;

private:
  const ChildCommand &command_;
  std::vector<char *> words_;
  std::vector<char *> environment_;
};

/// Starts the command. It is killed when the thread that has started it ends, whatever ends it.
Expected<pid_t> startChild(const ChildCommand &command);

/// 128 + n after signal n, as shells have it.
int exitCodeOf(int waitStatus);

/// Blocks all signals of this thread while it exists.
class BlockedSignals {
public:
  BlockedSignals();
  BlockedSignals(const BlockedSignals &) = delete;
  BlockedSignals &operator=(const BlockedSignals &) = delete;
  ~BlockedSignals();

private:
  sigset_t before_;
};

} // namespace heddle::support
