// The sums of shared variables whose values matter to the program.
//
// Templates (Sankaranarayanan, Sipma, Manna) come from the comparisons of the program: `total == a + b` asks for the
// values of total - a - b. If a store assigns a sum to one of the variables, the template is of use only if the sum
// that it was before the store is followed as well, so the set is closed under stores, up to a limit. A program that
// does not compare shared variables with each other has no templates, and relations cost it nothing.
//
// Which templates there are decides only what is found; no proof depends on it.
#pragma once

#include "engines/modular/objects.hpp"
#include "engines/modular/relations.hpp"
#include "engines/modular/state.hpp"

#include <set>
#include <vector>

namespace heddle::engines::modular {

class Templates {
public:
  Templates(const program::Program &program, const Objects &objects);

  const std::vector<Sum> &all() const { return all_; }
  /// Whether some template mentions the cell.
  bool isTracked(const Cell &cell) const { return tracked_.contains(cell); }
  const std::set<Cell> &tracked() const { return tracked_; }

private:
  std::vector<Sum> all_;
  std::set<Cell> tracked_;
};

} // namespace heddle::engines::modular
