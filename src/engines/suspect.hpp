// What an engine could not exclude: no violation, but where one would be, for people and for other tools. Engines that
// look for violations look there first (Context::suspects): for them, places have a kind, and a span that identifies
// the instruction in the program, with the calls that lead there.
#pragma once

#include "program/source.hpp"

#include <cstdint>
#include <string>
#include <vector>

namespace heddle::engines {

/// The more suspicious come first.
enum class Suspicion : std::uint8_t { Race, Deadlock, Violation, Undefined, Unfollowed };

struct Suspect {
  /// What a thread does at a place.
  enum class Kind : std::uint8_t { Other, Read, Write };
  /// A point of the program that takes part.
  struct Place {
    std::string role;               // "write", "waits for b"
    std::string function;           // of the thread
    std::vector<std::string> locks; // that the thread holds there
    program::SourceSpan span;       // in the user's files
    Kind kind = Kind::Other;
    std::vector<program::SourceSpan> alike = {}; // the same place with other calls that lead there
    bool operator==(const Place &) const = default;
  };
  Suspicion suspicion = Suspicion::Unfollowed;
  std::string what; // "a data race on x"
  std::vector<Place> places;
  std::string reason = {}; // why it is not excluded; may be empty
};

/// Of one engine, the most suspicious first.
struct Suspects {
  std::string engine;
  std::vector<Suspect> list;
};

} // namespace heddle::engines
