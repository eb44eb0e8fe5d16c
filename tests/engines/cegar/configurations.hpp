// Configurations of engine cegar.
#pragma once

#include "engines/campaign.hpp"
#include "engines/cegar/cegar.hpp"
#include "engines/cegar/weakening.hpp"

namespace heddle::testing {

using engines::cegar::Options;
using engines::cegar::Weakening;

inline Options with(const std::function<void(Options &)> &set) {
  Options options;
  set(options);
  return options;
}

/// A few configurations that check their proofs.
inline std::vector<Asked> cegarWithCheckedProofs() {
  Options aware;
  aware.tree.checkProof = true;
  Options predicates = with([](Options &a) { a.domain = Options::Domain::Cartesian; });
  predicates.tree.checkProof = true;
  predicates.tree.solver = smt::Backend::Z3; // the checker uses the other one
  Options single = with([](Options &a) {
    a.largeBlocks = false;
    a.lazyPruning = false;
  });
  single.tree.checkProof = true;
  return {{"cegar, proof", engines::cegar::run, aware},
          {"cegar with predicates, proof", engines::cegar::run, predicates},
          {"cegar with single blocks, proof", engines::cegar::run, single}};
}

/// Configurations that cover every value of every option, most of them with the strongest reduction.
inline std::vector<Asked> cegarConfigurations() {
  const auto make = [](const std::string &name, const std::function<void(Options &)> &set) {
    return Asked{"cegar, " + name, engines::cegar::run, with(set)};
  };
  using Domain = Options::Domain;
  using Reduction = Options::Reduction;
  return {{"cegar", engines::cegar::run, {}},
          make("explicit", [](Options &a) { a.domain = Domain::Explicit; }),
          make("explicit, full pruning",
               [](Options &a) {
                 a.domain = Domain::Explicit;
                 a.lazyPruning = false;
               }),
          make("Cartesian", [](Options &a) { a.domain = Domain::Cartesian; }),
          make("Cartesian, full pruning, backwards",
               [](Options &a) {
                 a.domain = Domain::Cartesian;
                 a.lazyPruning = false;
                 a.refinement = Options::Refinement::Backward;
               }),
          make("Boolean, breadth first",
               [](Options &a) {
                 a.domain = Domain::Boolean;
                 a.search = Options::Search::Breadth;
               }),
          make("local precision, depth first",
               [](Options &a) {
                 a.localPrecision = true;
                 a.search = Options::Search::Depth;
               }),
          make("core refinement",
               [](Options &a) {
                 a.refinement = Options::Refinement::Core;
                 a.values = 0;
               }),
          make("no reduction", [](Options &a) { a.reduction = Reduction::None; }),
          make("persistent sets, reads conflict",
               [](Options &a) {
                 a.reduction = Reduction::Persistent;
                 a.readsCommute = false;
               }),
          make("single blocks", [](Options &a) {
            a.domain = Domain::Explicit;
            a.largeBlocks = false;
          })};
}

} // namespace heddle::testing
