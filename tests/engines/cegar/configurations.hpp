// The ways in which engine cegar can be asked.
#pragma once

#include "engines/campaign.hpp"
#include "engines/cegar/cegar.hpp"

namespace heddle::testing {

using Abstraction = Options::Abstraction;

inline Options withAbstraction(const std::function<void(Abstraction &)> &set) {
  Options options;
  set(options.abstraction);
  return options;
}

/// Some of them, with proofs that have to pass the independent checker.
inline std::vector<Asked> cegarWithCheckedProofs() {
  Options aware;
  aware.checkProof = true;
  Options predicates = withAbstraction([](Abstraction &a) { a.domain = Abstraction::Domain::Cartesian; });
  predicates.checkProof = true;
  predicates.solver = smt::Backend::Z3; // so the checker has the other one
  Options single = withAbstraction([](Abstraction &a) {
    a.largeBlocks = false;
    a.lazyPruning = false;
  });
  single.checkProof = true;
  return {{"cegar, proof", engines::cegar::run, aware},
          {"cegar with predicates, proof", engines::cegar::run, predicates},
          {"cegar with single blocks, proof", engines::cegar::run, single}};
}

/// Every value of every option, most of them with the reduction that leaves out most.
inline std::vector<Asked> cegarConfigurations() {
  const auto make = [](const std::string &name, const std::function<void(Abstraction &)> &set) {
    return Asked{"cegar, " + name, engines::cegar::run, withAbstraction(set)};
  };
  using Domain = Abstraction::Domain;
  using Reduction = Abstraction::Reduction;
  return {{"cegar", engines::cegar::run, {}},
          make("explicit", [](Abstraction &a) { a.domain = Domain::Explicit; }),
          make("explicit, full pruning",
               [](Abstraction &a) {
                 a.domain = Domain::Explicit;
                 a.lazyPruning = false;
               }),
          make("Cartesian", [](Abstraction &a) { a.domain = Domain::Cartesian; }),
          make("Cartesian, full pruning, backwards",
               [](Abstraction &a) {
                 a.domain = Domain::Cartesian;
                 a.lazyPruning = false;
                 a.refinement = Abstraction::Refinement::Backward;
               }),
          make("Boolean, breadth first",
               [](Abstraction &a) {
                 a.domain = Domain::Boolean;
                 a.search = Abstraction::Search::Breadth;
               }),
          make("local precision, depth first",
               [](Abstraction &a) {
                 a.localPrecision = true;
                 a.search = Abstraction::Search::Depth;
               }),
          make("as few variables as refute",
               [](Abstraction &a) {
                 a.refinement = Abstraction::Refinement::Core;
                 a.values = 0;
               }),
          make("no reduction", [](Abstraction &a) { a.reduction = Reduction::None; }),
          make("persistent sets, reads conflict",
               [](Abstraction &a) {
                 a.reduction = Reduction::Persistent;
                 a.readsCommute = false;
               }),
          make("single blocks", [](Abstraction &a) {
            a.domain = Domain::Explicit;
            a.largeBlocks = false;
          })};
}

} // namespace heddle::testing
