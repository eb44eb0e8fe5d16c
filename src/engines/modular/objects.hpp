// Which objects only one thread accesses, so that its state can follow their content.
//
// An object is *own* in a function if points-to analysis shows that no other thread accesses it: it is confined to the
// thread that made it (analysis/escape), or it is a static object, or one made by main, that only one function
// accesses, of which there is one thread. All other objects are shared; those that a thread owns for some time
// (ownership.hpp) have names of their own, and are its own under these names.
#pragma once

#include "analysis/escape.hpp"
#include "analysis/parallel.hpp"
#include "analysis/points_to.hpp"
#include "engines/modular/owned_object.hpp"
#include "engines/modular/value.hpp"

#include <map>
#include <set>
#include <vector>

namespace heddle::engines::modular {

class Objects {
public:
  explicit Objects(const program::Program &program);

  bool isStatic(AbstractObject object) const { return pointsTo_.isStatic(object); }
  bool isOwn(program::CfaId cfa, AbstractObject object) const { return isOwned(object) || owner_[object] == cfa; }
  /// Whether objects of the site may be followed apart while a thread owns them: several threads may access them.
  bool mayBeOwned(AbstractObject object) const {
    return !isOwned(object) && !isStatic(object) && owner_[object] == shared &&
           storageOf(object) == program::Storage::Heap;
  }
  /// Whether main makes the object, outside of all loops: there is at most one.
  bool isMadeOnce(AbstractObject object) const { return madeOnce_.contains(object); }
  bool escapes(AbstractObject object) const { return escape_.escapes(siteObject(object)); }
  AbstractObject objectAt(program::SiteId site, program::CfaId cfa) const { return pointsTo_.objectAt(site, cfa); }
  program::CfaId creatorOf(AbstractObject object) const { return pointsTo_.creatorOf(siteObject(object)); }
  program::Storage storageOf(AbstractObject object) const;
  /// Whether points-to analysis knows the object as a target of the address.
  bool isTarget(program::CfaId cfa, program::Expr address, AbstractObject object) const;
  const analysis::Parallelism &parallelism() const { return parallelism_; }
  const analysis::PointsTo &pointsTo() const { return pointsTo_; }
  const analysis::Escape &escape() const { return escape_; }
  AbstractObject count() const { return pointsTo_.objectCount(); }
  std::string nameOf(AbstractObject object, std::uint64_t offset, std::uint64_t bytes) const;

private:
  static constexpr program::CfaId shared = UINT32_MAX;

  const program::Program &program_;
  analysis::PointsTo pointsTo_;
  analysis::Parallelism parallelism_;
  analysis::Escape escape_;
  std::vector<program::CfaId> owner_; // by object
  std::set<AbstractObject> madeOnce_;
  mutable std::map<std::pair<program::CfaId, program::Expr>, std::set<AbstractObject>> targets_;
};

} // namespace heddle::engines::modular
