// What all proof files have in common: pauses, variables, terms and control locations.
#pragma once

#include "proof/line_reader.hpp"
#include "proof/proof.hpp"
#include "proof/static_cell.hpp"
#include "proof/term_reader.hpp"

namespace heddle::proof {

class BaseReader {
public:
  /// Reads into the proof.
  BaseReader(const program::Program &program, ReachabilityProof &proof);

  /// Reads a line with that keyword, if it is one of those; the rest of the line is in `words`. Throws Malformed.
  bool read(std::string_view keyword, Words &words);

  /// The formula that is the next word.
  Expr term(Words &words) { return terms_[words.index("a term", terms_.size())]; }
  /// Consumes the next word if it is the given one.
  static bool takeFlag(Words &fields, std::string_view name);
  static StaticCell cell(Words &words);

private:
  void readPause(Words &words);
  void readVariable(Words &words);
  void readControl(Words &words);

  const program::Program &program_;
  ReachabilityProof &proof_;
  TermReader terms_;
};

} // namespace heddle::proof
