// Points-to: which memory an address may refer to, whatever the threads do and in whatever order.
//
// Objects are abstracted by where they come from: a static object is itself, and all objects that one
// thread function makes at one allocation site are one abstract object. The analysis is inclusion-based
// and flow-insensitive; offsets are kept as long as they are constants.
#pragma once

#include "analysis/points_to_solver.hpp"
#include "analysis/region.hpp"
#include "program/program.hpp"

#include <memory>
#include <vector>

namespace heddle::analysis {

/// Refers to the Program, which must outlive it and keep its registers.
class PointsTo {
public:
  explicit PointsTo(const program::Program &program);
  ~PointsTo();
  PointsTo(PointsTo &&) noexcept;
  PointsTo &operator=(PointsTo &&) noexcept;

  /// What `address`, evaluated by a thread in `cfa`, may point to. Empty: a pointer made from nothing
  /// (null, an input, an uninitialised variable), which no defined execution dereferences.
  TargetSet targets(program::CfaId cfa, program::Expr address) const;
  /// The same as regions of `size` bytes; a pointer made from nothing may point anywhere.
  RegionSet regions(program::CfaId cfa, program::Expr address, std::uint64_t size) const;

  /// Abstract objects are 1 … objectCount() - 1; the static ones come first, with their own ids.
  AbstractObject objectCount() const;
  bool isStatic(AbstractObject object) const;
  /// For objects that are not static: where, and by which thread function.
  program::SiteId siteOf(AbstractObject object) const;
  program::CfaId creatorOf(AbstractObject object) const;
  /// The abstract object of a site in a thread function that allocates there.
  AbstractObject objectAt(program::SiteId site, program::CfaId cfa) const;

  /// What any byte of the object's content may be part of a pointer to.
  TargetSet content(AbstractObject object) const;
  /// What passes from thread to thread by the arguments of Spawn and the results of EndThread.
  TargetSet handedOver() const;

private:
  class Builder;
  std::unique_ptr<Builder> builder_;
};

} // namespace heddle::analysis
