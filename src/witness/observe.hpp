// A program that observes the constraints of a violation witness.
#pragma once

#include "program/program.hpp"
#include "witness/witness.hpp"

#include <map>
#include <optional>
#include <string>
#include <vector>

namespace heddle::witness {

/// Text that was inserted into a line.
struct InsertedText {
  std::string file;
  unsigned line = 0;
  unsigned begin = 0; // columns of the new text
  unsigned end = 0;
};

/// Inserts declarations, which have no line break but at their end, before the first one of a preprocessed file, whose
/// compilation includes no other file.
InsertedText insertDeclarations(std::string &text, const std::string &declarations);

/// Constraints are numbered; of each, the program has a variable that tells whether it held when it was last evaluated.
struct Observations {
  std::map<std::string, std::string> files;          // changed ones, by their names: the new text
  std::string declarations;                          // to be included in them
  std::vector<std::optional<unsigned>> constraintOf; // by waypoint
  std::vector<std::string> unevaluated;              // why a constraint is not evaluated, for people
  std::vector<InsertedText> inserted;

  bool empty() const { return files.empty() && unevaluated.empty(); }
};

/// Waypoints are matched with the files by name, without directories; only with a single file, they may have none.
Observations observe(const std::vector<std::string> &files, const ViolationWitness &witness);

/// The same, with an assumption at the target that the constraints have been observed to hold in the order of the
/// waypoints: for engines, which know nothing of witnesses. None if the assumption has no place.
std::optional<Observations> observeAndAssume(const std::vector<std::string> &files, const ViolationWitness &witness);

/// The program that was loaded from the changed files.
class ObservedProgram {
public:
  /// Makes the accesses of inserted instructions local: they are neither part of races nor do they order others.
  ObservedProgram(program::Program &program, const Observations &observations);

  bool isInserted(program::SourceSpan span) const;
  /// The number of the constraint whose variable the object is.
  std::optional<unsigned> constraint(program::ObjectId object) const;
  std::optional<unsigned> constraintOf(std::size_t waypoint) const { return constraintOf_[waypoint]; }

private:
  const program::Program &program_;
  std::multimap<unsigned, InsertedText> inserted_; // by line
  std::map<program::ObjectId, unsigned> variables_;
  std::vector<std::optional<unsigned>> constraintOf_;
};

} // namespace heddle::witness
