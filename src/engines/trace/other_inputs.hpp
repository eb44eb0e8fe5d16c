// Finds inputs with which the current execution of the search would have continued differently. Questions are put to
// its whole trace program, or, if that cannot be made, to that of its longest prefix for which it can.
#pragma once

#include "engines/trace/trace_program_factory.hpp"

#include <functional>
#include <memory>
#include <optional>
#include <string>

namespace heddle::engines::trace {

class OtherInputs {
public:
  using Question = std::function<std::optional<ExecutionPlan>(TraceProgram &)>;
  struct Result {
    enum class Kind : std::uint8_t {
      Found,
      None,        // no such inputs, or `incomplete` says why it is not known
      OutOfEffort, // the same question may be put again, with more effort
    };
    Kind kind = Kind::None;
    ExecutionPlan plan = {};
    std::optional<std::string> incomplete = {};
  };

  /// Questions are about `execution`; `reset` must be called before that changes.
  OtherInputs(const TraceProgramFactory &factory, const Execution &execution)
      : factory_(factory), execution_(execution) {}

  void reset() { whole_.reset(); }

  /// Puts a question about the first `steps` steps, with or without a limit on the effort.
  Result find(std::size_t steps, bool isLimited, const Question &question);

private:
  void makeWhole();

  const TraceProgramFactory &factory_;
  const Execution &execution_;
  std::unique_ptr<LimitedTraceProgram> whole_; // made when the first question is put
  std::string problem_;                        // with the trace program of the complete execution; may be empty
  Execution prefix_;                           // if there is a problem: the longest prefix without it
};

} // namespace heddle::engines::trace
