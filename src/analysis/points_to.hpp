// Points-to analysis: which memory an address may refer to, in any interleaving.
//
// Objects are abstracted by their origin: a static object is an abstract object of its own, and all objects that
// one thread function allocates at one site are one abstract object. The analysis is inclusion-based (Andersen)
// and flow-insensitive; constant offsets are tracked.
#pragma once

#include "analysis/points_to_solver.hpp"
#include "analysis/region.hpp"
#include "program/program.hpp"

#include <memory>
#include <vector>

namespace heddle::analysis {

/// Refers to the Program, which must outlive it and whose registers must not change.
class PointsTo {
public:
  explicit PointsTo(const program::Program &program);
  ~PointsTo();
  PointsTo(PointsTo &&) noexcept;
  PointsTo &operator=(PointsTo &&) noexcept;

  /// What `address`, evaluated by a thread in `cfa`, may point to. Empty for a wild pointer (null, an input, an
  /// uninitialised variable), which no execution without undefined behaviour dereferences.
  TargetSet targets(program::CfaId cfa, program::Expr address) const;
  /// The same as regions of `size` bytes; a wild pointer may point anywhere.
  RegionSet regions(program::CfaId cfa, program::Expr address, std::uint64_t size) const;

  /// Abstract objects are 1 … objectCount() - 1; the static ones come first, with their own ids.
  AbstractObject objectCount() const;
  bool isStatic(AbstractObject object) const;
  /// For objects that are not static: the allocation site, and the thread function that allocates.
  program::SiteId siteOf(AbstractObject object) const;
  program::CfaId creatorOf(AbstractObject object) const;
  /// The abstract object of a site in a thread function that allocates there.
  AbstractObject objectAt(program::SiteId site, program::CfaId cfa) const;

  /// What the pointers in the object's content may point to.
  TargetSet content(AbstractObject object) const;
  /// What the pointers in its initial content point to: nothing, unless it is static.
  TargetSet initialContent(AbstractObject object) const;
  /// What pointers in arguments of Spawn and results of EndThread may point to.
  TargetSet handedOver() const;

private:
  class Builder;
  std::unique_ptr<Builder> builder_;
};

} // namespace heddle::analysis
