// All paths through an automaton, with what is known on them: counters, the thread's own handle and those of threads
// that it has started, and where these are kept.
#pragma once

#include "proof/provenance.hpp"

#include <compare>
#include <functional>
#include <map>
#include <set>
#include <utility>
#include <vector>

namespace heddle::proof {

/// What is known of a value.
struct PathValue {
  enum class Kind : std::uint8_t {
    Unknown,
    Number,
    OwnHandle,
    OtherHandle, // of a thread that was started; never the own one
    Place,       // in a static object, or in the one that was made at a site
  };
  Kind kind = Kind::Unknown;
  program::Bits number = 0; // Place: the offset
  program::ObjectId object = program::nullObject;
  program::SiteId site = 0; // if it is no static object

  bool isKnown() const { return kind != Kind::Unknown; }
  auto operator<=>(const PathValue &) const = default;
};

/// A point on a path.
struct PathState {
  program::LocationId location = 0;
  unsigned joins = 0;
  std::map<program::CfaId, unsigned> starts;
  std::map<program::RegisterId, PathValue> registers; // those that are known, and not 0
  using Object = std::pair<program::ObjectId, program::SiteId>;
  std::map<std::pair<Object, std::uint64_t>, std::uint64_t> handles; // memory that holds handles of others: sizes
  std::set<program::SiteId> made;                                    // the objects of these sites
  auto operator<=>(const PathState &) const = default;
};

struct PathKnowledge {
  const program::Program *program = nullptr; // none: handles and pointers are not followed
  /// The registers whose numbers are followed, assigned nothing but values of each other; none: no numbers are.
  const std::vector<bool> *counters = nullptr;
  const std::set<Origin> *writtenByOthers = nullptr; // what these hold is not known
};

using VisitAction = std::function<void(const PathState &before, program::ActionId, const PathState &after)>;

/// Calls `visit` for every action on every path from the entry. False if there are too many.
bool forEachOnPaths(const program::Cfa &cfa, const PathKnowledge &knowledge, const VisitAction &visit);

} // namespace heddle::proof
