// An engine at work in a process of its own, so that a crash, a wild pointer or a lack of memory ends this engine only.
//
// The process is a copy of the one that starts it (fork): it has the loaded program, and the system copies a page only
// when one of the two writes to it. It sends its log, its progress and its result through a pipe, and ends with the
// process that started it. Start it from a process without other threads: of those, the copy would have only the locks.
#pragma once

#include "engines/engine.hpp"
#include "portfolio/frames.hpp"

#include <sys/types.h>

#include <functional>
#include <optional>
#include <string>

namespace heddle::portfolio {

class EngineProcess {
public:
  using Work = std::function<engines::Result(const engines::Context &)>;

  /// Throws std::system_error if the system has no process or pipe left.
  EngineProcess(std::string engine, const Work &work, const engines::Context &context);
  EngineProcess(const EngineProcess &) = delete;
  EngineProcess &operator=(const EngineProcess &) = delete;
  /// Ends the process, if it has not ended, and waits until it is gone.
  ~EngineProcess();

  const std::string &engine() const { return engine_; }
  /// Is readable when the process has written something, or has ended.
  int descriptor() const { return descriptor_; }

  /// Takes what the process has written: copies its log to standard error and passes its progress to `report`.
  void receive(const std::function<void(const std::string &)> &report);
  /// The engine has answered, or its process has ended.
  bool isDone() const { return answer_ || status_; }
  /// The engine has said that it has a proof. Its answer may be another one: the check may fail.
  bool hasAnnouncedProof() const { return hasAnnouncedProof_; }

  /// Requests the engine to stop. It may still answer, for example with what is known so far.
  void stop(support::StopReason reason);
  /// Ends the process without waiting. An answer that it has sent before still counts.
  void kill();
  /// Why it was requested to stop, or ended: None if it was not.
  support::StopReason stopReason() const { return stopReason_; }

  /// The result of the engine; call once, when it is done. A counterexample has been replayed by this process. If there
  /// is no answer, the result is Cancelled if the process was stopped, and otherwise an InternalError that says how the
  /// process ended.
  engines::Result result(const engines::Context &context);

  /// The memory in bytes that the process has taken since it was started: pages that it shares with this one do not
  /// count.
  std::uint64_t memory() const;
  /// The resident memory of the process in bytes, with the pages that it shares.
  std::uint64_t residentMemory() const;

private:
  [[noreturn]] static void runEngine(const std::string &engine, const Work &work, const engines::Context &context,
                                     int descriptor);
  void awaitEnd();

  std::string engine_;
  int descriptor_ = -1;
  pid_t process_ = -1;
  FrameReader frames_{-1};
  bool hasAnnouncedProof_ = false;
  std::optional<std::string> answer_; // encoded
  std::optional<int> status_;         // of a process that has ended, as waitpid describes it
  support::StopReason stopReason_ = support::StopReason::None;
  bool isKilled_ = false;
  std::uint64_t firstMemory_ = 0; // of this process, at the start
};

/// What to report if an engine has thrown, in whichever process: call in a handler of `catch (...)`.
engines::Result resultOfException(const std::string &engine);

} // namespace heddle::portfolio
