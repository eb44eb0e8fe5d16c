// All threads of an execution, as integer constraints: how many there are of each function, where they are at present,
// and what cells contain.
#pragma once

#include "engines/modular/flows.hpp"

#include <map>
#include <vector>

namespace heddle::engines::modular {

class Counting {
public:
  Counting(const program::Program &program, const Fixpoint &fixpoint, const Runs &runs, const Flows &allFlows,
           Mutation mutation)
      : program_(program), fixpoint_(fixpoint), runs_(runs), flowsOfAll_(allFlows), mutation_(mutation) {}

  /// Main runs once, the others as often as they are started. Counts the threads at each of the places.
  void addThreads(std::vector<Flows::Present> places);
  Tally at(std::size_t place) const { return places_[place].count; }
  /// Threads that were started, by function.
  const std::vector<Tally> &started() const { return started_; }

  Tally contentOf(const Cell &cell);
  /// If there are as many, the cell has such a content, or one of the alternatives is at least one.
  void require(const Tally &many, const Cell &cell, const Interval &content,
               const std::vector<Tally> &alternatives = {});
  /// What is known of the cells that have been mentioned: the global invariant, unless main is alone, and the sum of
  /// what was stored.
  void addContents(const std::vector<Tally> &alone);

  std::int64_t valueOf(const Tally &sum) const;

  smt::IntegerClauses clauses;
  std::vector<Flows::Flow> flows; // by function

private:
  void addSum(const Cell &cell);

  const program::Program &program_;
  const Fixpoint &fixpoint_;
  const Runs &runs_;
  const Flows &flowsOfAll_;
  Mutation mutation_;
  std::vector<Flows::Present> places_;
  std::vector<Tally> started_;
  std::map<Cell, Tally> contents_;
};

} // namespace heddle::engines::modular
