// Builds the Trace of an execution: the observer that `execution` installs.
#pragma once

#include "interpreter/machine.hpp"
#include "interpreter/observer.hpp"
#include "interpreter/trace.hpp"

#include <optional>
#include <string>

namespace heddle::interpreter {

class TraceBuilder : public Observer {
public:
  /// Without `events`, only the schedule is recorded.
  TraceBuilder(const Machine &machine, bool events) : machine_(machine), program_(machine.program()), events_(events) {}

  /// Main's first local work precedes the first step and is shown with it.
  void beginStep(unsigned thread);
  void endStep();
  void occurred(const State &state, const Occurrence &occurrence) override;
  void chosen(const State &state, const InputRequest &request, Bits value) override;

  Trace take();

private:
  /// "argv[1][0]" if the request is for a part of a command-line argument.
  std::optional<std::string> argumentPlace(const State &state, const InputRequest &request) const;
  void add(const Occurrence &occurrence, std::string text, bool local);
  void noteThread(unsigned slot, program::CfaId cfa);

  const Machine &machine_;
  const program::Program &program_;
  Trace trace_;
  bool events_;

  struct Pending {
    TraceEvent event;
    bool raw = false; // an access in Heddle's library models
  };
  std::vector<Pending> pending_; // of the current step
  bool named_ = false;           // the current step has a Sync
};

} // namespace heddle::interpreter
