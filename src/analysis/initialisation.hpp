// Initialisation: which Loads never read uninitialised memory.
#pragma once

#include "analysis/points_to.hpp"
#include "program/program.hpp"

#include <vector>

namespace heddle::analysis {

class Initialisation {
public:
  Initialisation(const program::Program &program, const PointsTo &pointsTo);

  /// Whether every byte that the Load may read is initialised, so that no value has to be chosen.
  bool isInitialised(program::CfaId cfa, const program::Load &load) const;

private:
  bool mayBeUninitialised(const TargetSet &targets) const;

  const PointsTo &pointsTo_;
  std::vector<bool> mayBeUninitialised_; // by abstract object
};

} // namespace heddle::analysis
