// What the abstraction needs to know about a program beforehand: whether it can be abstracted to any number of threads
// at all, and what holds of the handles of threads.
#pragma once

#include "analysis/parallel.hpp"
#include "analysis/points_to.hpp"
#include "engines/parametric/mutation.hpp"
#include "program/program.hpp"

#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace heddle::engines::parametric {

class Templates {
public:
  Templates(const program::Program &program, const analysis::PointsTo &pointsTo, const Mutator &mutator = {});

  /// Why the program cannot be abstracted: a construct, and where it is.
  const std::optional<std::string> &obstacle() const { return obstacle_; }

  /// Whether at most one thread ever runs the function.
  bool isSingle(program::CfaId cfa) const { return single_[cfa]; }
  /// Whether the register of the function that holds the thread's own handle always does so.
  bool keepsHandle(program::CfaId cfa) const { return keepsHandle_[cfa]; }

  /// Static memory that holds nothing but zero and handles of threads that have been started: the owners of mutexes.
  struct HandleCell {
    program::ObjectId object = 0;
    std::uint64_t offset = 0;
    unsigned bytes = 0;
  };
  const std::vector<HandleCell> &handleCells() const { return handleCells_; }
  /// No handle is used a second time, because no thread is started after another one has been joined or detached.
  bool handlesAreFresh() const { return handlesAreFresh_; }
  /// Every join and detach names a thread that can be joined (joins.hpp).
  bool joinsAreValid() const { return joinsAreValid_; }

private:
  void findObstacle(const analysis::PointsTo &pointsTo, const analysis::Parallelism &parallelism);
  bool mayStartAfterJoin() const;
  void findHandleCells(const analysis::PointsTo &pointsTo);
  bool isHandle(const program::Cfa &cfa, program::Expr value) const;

  const program::Program &program_;
  Mutator mutator_;
  std::optional<std::string> obstacle_;
  std::vector<bool> single_;
  std::vector<bool> keepsHandle_;
  std::vector<HandleCell> handleCells_;
  bool handlesAreFresh_ = true;
  bool joinsAreValid_ = false;
};

} // namespace heddle::engines::parametric
