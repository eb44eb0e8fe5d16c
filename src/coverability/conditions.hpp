// Conditions on the places of a net, `x >= 1, y = 0`, as in .spec files and --target.
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

/// Bounds of a variable; omega: no upper bound.
struct Range {
  LocalState variable = 0;
  Count least = 0;
  Count most = omega;
};

class ConditionReader {
public:
  ConditionReader(Scanner &scanner, const PlaceNames &names) : scanner_(scanner), names_(names) {}

  /// A name; in double quotes if it contains characters other than letters, digits and `_`.
  support::Expected<LocalState> variable();
  support::Expected<Count> number();
  /// x >= n, x = n, x in [n, m].
  support::Expected<Range> range();

  /// Conjunctions, one per line unless the line ends with a comma, up to the keyword (which is consumed) or the end
  /// of the text. Each has one range per variable: several ranges of a variable are intersected.
  support::Expected<std::vector<std::vector<Range>>> alternatives(std::string_view keyword);

  /// The same, as targets: only >= is allowed.
  support::Expected<std::vector<Configuration>> targets(std::string_view keyword);

  bool acceptKeyword(std::string_view keyword);

private:
  /// Reads a range and intersects it with the known range of its variable.
  support::Expected<bool> conjunct(std::map<LocalState, Range> &known);

  Scanner &scanner_;
  const PlaceNames &names_;
};

/// Targets of a net, in the form of the command line.
support::Expected<std::vector<Configuration>> parseNetTargets(const System &system, std::string_view text,
                                                              const std::string &path);

} // namespace heddle::coverability
