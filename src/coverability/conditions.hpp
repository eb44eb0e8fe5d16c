// Conditions on the places of a net, `x >= 1, y = 0`, as .spec files and --target have them.
#pragma once

#include "coverability/scanner.hpp"
#include "coverability/system.hpp"
#include "support/expected.hpp"

#include <map>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace heddle::coverability {

using PlaceNames = std::unordered_map<std::string, LocalState>;

/// Bounds of a variable, omega for none above.
struct Range {
  LocalState variable = 0;
  Count least = 0;
  Count most = omega;
};

class ConditionReader {
public:
  ConditionReader(Scanner &scanner, const PlaceNames &names) : scanner_(scanner), names_(names) {}

  /// A name; in double quotes if it has other characters than letters, digits and `_`.
  support::Expected<LocalState> variable();
  support::Expected<Count> number();
  /// x >= n, x = n, x in [n, m].
  support::Expected<Range> range();

  /// Conjunctions, one a line unless it ends with a comma, up to the keyword (which is passed over) or the
  /// end of the text. Each has one range for a variable: where there are several, what they have in common.
  support::Expected<std::vector<std::vector<Range>>> alternatives(std::string_view keyword);

  /// The same, as targets: only >= is possible.
  support::Expected<std::vector<Configuration>> targets(std::string_view keyword);

  bool acceptKeyword(std::string_view keyword);

private:
  /// A range, narrowed by and put into those that are known, by variable.
  support::Expected<bool> conjunct(std::map<LocalState, Range> &known);

  Scanner &scanner_;
  const PlaceNames &names_;
};

/// Targets of a net as the command line gives them.
support::Expected<std::vector<Configuration>> parseNetTargets(const System &system, std::string_view text,
                                                              const std::string &path);

} // namespace heddle::coverability
