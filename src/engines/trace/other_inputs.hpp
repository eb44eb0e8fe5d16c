// Finds inputs with which the current execution of the search would have continued differently. Queries are about
// its whole trace program, or, if that cannot be made, about that of its longest prefix for which it can.
#pragma once

#include "engines/trace/trace_program_factory.hpp"

#include <functional>
#include <memory>
#include <optional>
#include <string>

namespace heddle::engines::trace {

class OtherInputs {
public:
  using Query = std::function<std::optional<ExecutionPlan>(TraceProgram &)>;
  struct Result {
    enum class Kind : std::uint8_t {
      Found,
      None,        // no such inputs, or `incomplete` says why it is not known
      OutOfEffort, // the same query may be repeated with more effort
    };
    Kind kind = Kind::None;
    ExecutionPlan plan = {};
    std::optional<std::string> incomplete = {};
  };

  /// Queries are about `execution`; `reset` must be called before that changes.
  OtherInputs(const TraceProgramFactory &factory, const Execution &execution)
      : factory_(factory), execution_(execution) {}

  void reset() { whole_.reset(); }

  /// Makes a query about the first `steps` steps, with or without a limit on the effort.
  Result find(std::size_t steps, bool isLimited, const Query &query);

private:
  void makeWhole();

  const TraceProgramFactory &factory_;
  const Execution &execution_;
  std::unique_ptr<LimitedTraceProgram> whole_; // made for the first query
  std::string problem_;                        // with the trace program of the complete execution; may be empty
  Execution prefix_;                           // if there is a problem: the longest prefix without it
};

} // namespace heddle::engines::trace
