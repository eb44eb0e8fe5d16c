// Engines differ more than parts of a program do, and a proof by one of them is complete, while cubes must all be
// proved before they prove anything. So the first machines get configurations. The rest, if there are at least two,
// share the program in cubes, with the engine of the user. Where a program has no point to divide it, they search for
// violations with other random executions.
#include "portfolio/parts.hpp"

#include "portfolio/portfolio.hpp"
#include "portfolio/side_by_side.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <iterator>
#include <set>

namespace heddle::portfolio {

using engines::InternalError;
using engines::NoViolation;
using engines::Result;
using engines::Verdict;

namespace {

constexpr std::size_t mostPoints = 12; // 4096 cubes

} // namespace

Parts::Parts(const engines::Configuration &whole, const program::Program &program, std::size_t count)
    : points_(splitPoints(program, mostPoints)) {
  parts_.push_back({.name = "all", .engine = &whole, .ownEngine = {}, .cube = {}});
  const auto addVariant = [&](Variation variation) {
    parts_.push_back({.name = std::move(variation.name),
                      .engine = variation.engine.get(),
                      .ownEngine = std::move(variation.engine),
                      .cube = {}});
  };
  std::vector<Variation> variations = variationsOf(whole, count - 1);
  std::size_t next = 0;
  for (; next < variations.size() && variations[next].isOther && parts_.size() < count; ++next)
    addVariant(std::move(variations[next]));
  if (const std::vector<Cube> all = cubes(count - parts_.size(), points_.size()); all.size() > 1)
    for (std::size_t i = 0; i < all.size(); ++i)
      parts_.push_back(
          {.name = fmt::format("cube {} of {}", i + 1, all.size()), .engine = &whole, .ownEngine = {}, .cube = all[i]});
  for (; next < variations.size() && parts_.size() < count; ++next)
    addVariant(std::move(variations[next]));
}

program::Program Parts::programOf(std::size_t number, const program::Program &program) const {
  program::Program own = program;
  if (parts_[number].cube)
    restrictTo(*parts_[number].cube, points_, own);
  return own;
}

PartAnswers::PartAnswers(const Parts &parts, const program::Program &program)
    : parts_(parts), program_(program), results_(parts.count()) {}

void PartAnswers::add(std::size_t number, Result result) {
  // A thread that a cube has stopped goes on in the whole program, where it may violate something before.
  if (const auto *error = std::get_if<InternalError>(&result.answer);
      parts_[number].cube && error != nullptr && error->kind == InternalError::Kind::NoReplay)
    result.answer = engines::Unknown{engines::Unknown::Kind::Incomplete,
                                     "the counterexample of a cube is not one of the whole program"};
  results_[number] = std::move(result);
}

void PartAnswers::addLost(std::size_t number, const std::string &reason) {
  results_[number] = Result{engines::Unknown{engines::Unknown::Kind::Incomplete, reason}, parts_[number].name, {}, {}};
}

std::optional<std::size_t> PartAnswers::findVerdict(Verdict verdict) const {
  for (std::size_t i = 0; i < results_.size(); ++i)
    if (results_[i] && results_[i]->verdict() == verdict && (verdict == Verdict::False || !parts_[i].cube))
      return i;
  return std::nullopt;
}

bool PartAnswers::areCubesProved() const {
  bool hasCubes = false;
  for (std::size_t i = 0; i < results_.size(); ++i) {
    if (!parts_[i].cube)
      continue;
    hasCubes = true;
    if (!results_[i] || results_[i]->verdict() != Verdict::True)
      return false;
  }
  return hasCubes;
}

bool PartAnswers::isDecided() const {
  return findVerdict(Verdict::False) || findVerdict(Verdict::True) || areCubesProved();
}

bool PartAnswers::isComplete() const {
  return std::ranges::all_of(results_, [](const std::optional<Result> &result) { return result.has_value(); });
}

Result PartAnswers::summary(engines::Answer otherwise) const {
  Result summary;
  for (const std::optional<Result> &result : results_) {
    if (!result)
      continue;
    std::ranges::copy(result->runs, std::back_inserter(summary.runs));
    std::ranges::copy(result->warnings, std::back_inserter(summary.warnings));
    std::ranges::copy(result->failures, std::back_inserter(summary.failures));
    if (summary.suspects.list.empty())
      summary.suspects = result->suspects;
    if (const auto *error = std::get_if<InternalError>(&result->answer))
      summary.failures.push_back({result->engine, error->message});
  }
  const auto take = [&](std::size_t number) {
    summary.answer = results_[number]->answer;
    summary.engine = results_[number]->engine;
  };
  const std::optional<std::size_t> refuted = findVerdict(Verdict::False);
  const std::optional<std::size_t> proved = findVerdict(Verdict::True);
  const bool areProved = areCubesProved();
  if (refuted && (proved || areProved) && !mayDiffer(program_)) {
    summary.answer = InternalError{InternalError::Kind::Disagreement,
                                   fmt::format("part '{}' says true, part '{}' says false",
                                               proved ? parts_[*proved].name : "cubes", parts_[*refuted].name)};
    return summary;
  }
  if (refuted || proved) {
    take(refuted ? *refuted : *proved);
    return summary;
  }
  if (areProved) {
    std::set<std::string> engines;
    std::set<std::string> assumptions;
    for (std::size_t i = 0; i < results_.size(); ++i) {
      if (!parts_[i].cube)
        continue;
      engines.insert(results_[i]->engine);
      const std::vector<std::string> &own = std::get<NoViolation>(results_[i]->answer).assumptions;
      assumptions.insert(own.begin(), own.end());
    }
    NoViolation whole{.unchecked = "it consists of the proofs of cubes, each of which was checked or not by its node"};
    whole.assumptions.assign(assumptions.begin(), assumptions.end());
    summary.answer = std::move(whole);
    summary.engine = fmt::format("{}", fmt::join(engines, "+"));
    return summary;
  }
  if (results_.front() && !std::holds_alternative<InternalError>(results_.front()->answer))
    take(0);
  else
    summary.answer = std::move(otherwise);
  return summary;
}

} // namespace heddle::portfolio
