// One verification in parts, for many machines: other engines and configurations first, then cubes.
#pragma once

#include "engines/engine.hpp"
#include "portfolio/cubes.hpp"
#include "support/expected.hpp"

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace heddle::portfolio {

struct Part {
  std::string name; // for people: "auto", "cegar", "auto, cube 3 of 8"
  const engines::Configuration *engine = nullptr;
  std::unique_ptr<engines::Configuration> ownEngine; // what `engine` points to, unless it is the one of the user
  std::optional<Cube> cube;                          // none: the whole program
};

/// The parts of a verification. It depends on nothing but its arguments, so that each machine can compute it.
class Parts {
public:
  /// `whole`, which must outlive the parts, is always the first of them.
  Parts(const engines::Configuration &whole, const program::Program &program, std::size_t count);

  std::size_t count() const { return parts_.size(); }
  const Part &operator[](std::size_t number) const { return parts_[number]; }
  /// The program of a part.
  program::Program programOf(std::size_t number, const program::Program &program) const;

private:
  std::vector<SplitPoint> points_;
  std::vector<Part> parts_;
};

/// The answers of parts as they come, and what follows from them.
class PartAnswers {
public:
  PartAnswers(const Parts &parts, const program::Program &program);

  /// Of a counterexample, it is assumed that it has been replayed on the whole program (message.hpp).
  void add(std::size_t number, engines::Result result);
  /// There is no answer, and there will be none.
  void addLost(std::size_t number, const std::string &reason);

  /// A violation, a proof of the whole program, or one of every cube.
  bool isDecided() const;
  bool isComplete() const;
  /// The verdict; without one, the answer of the first part. `otherwise` is the answer if there is none.
  engines::Result summary(engines::Answer otherwise) const;

private:
  std::optional<std::size_t> findVerdict(engines::Verdict verdict) const;
  bool areCubesProved() const;

  const Parts &parts_;
  const program::Program &program_;
  std::vector<std::optional<engines::Result>> results_; // by number
};

} // namespace heddle::portfolio
