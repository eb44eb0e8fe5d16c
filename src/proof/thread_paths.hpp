// Enumeration of all paths through an automaton, with the known values on them: counters, the thread's own handle, the
// handles of the threads that it has started, and the memory that holds these.
#pragma once

#include "proof/provenance.hpp"

#include <compare>
#include <functional>
#include <map>
#include <set>
#include <utility>
#include <vector>

namespace heddle::proof {

/// The knowledge about a value.
struct PathValue {
  enum class Kind : std::uint8_t {
    Unknown,
    Number,
    OwnHandle,
    OtherHandle, // of a started thread, never the thread's own
    Place,       // in a static object, or in the only object of a site
  };
  Kind kind = Kind::Unknown;
  program::Bits number = 0; // Place: the offset
  program::ObjectId object = program::nullObject;
  program::SiteId site = 0; // of a dynamic object

  bool isKnown() const { return kind != Kind::Unknown; }
  auto operator<=>(const PathValue &) const = default;
};

/// A point on a path.
struct PathState {
  program::LocationId location = 0;
  unsigned joins = 0;
  std::map<program::CfaId, unsigned> starts;          // none is 0
  std::map<program::RegisterId, PathValue> registers; // that are known, and not 0
  using Object = std::pair<program::ObjectId, program::SiteId>;
  std::map<std::pair<Object, std::uint64_t>, std::uint64_t> handles; // by place: the size of a handle of another thread
  std::set<program::SiteId> made;                                    // the sites that have an object
  auto operator<=>(const PathState &) const = default;
};

struct PathKnowledge {
  const program::Program *program = nullptr; // null: handles and pointers are not followed
  /// The registers whose numbers are followed (JoinBounds::counters); null: none are.
  const std::vector<bool> *counters = nullptr;
  const std::set<Origin> *writtenByOthers = nullptr; // objects whose content is unknown
  /// Each join cancels a start, so that only the difference of their numbers is known; a loop of both is then finite.
  bool cancelsStarts = false;
  bool ignoresCounts = false; // neither starts nor joins are counted
};

using VisitAction = std::function<void(const PathState &before, program::ActionId, const PathState &after)>;

/// Calls `visit` for every action on every path from the entry. False if there are too many states.
bool forEachOnPaths(const program::Cfa &cfa, const PathKnowledge &knowledge, const VisitAction &visit);

} // namespace heddle::proof
