// Witnesses as data: what a verifier says about its verdict so that another tool can check it. Two formats have the
// same content: GraphML 1.0 (graphml.hpp) and YAML 2.x (yaml.hpp).
//
// A *violation witness* is a sequence of waypoints that leads to a violation. It restricts executions: a validator
// looks for one that passes the waypoints in their order. A *correctness witness* is a set of invariants.
#pragma once

#include "support/expected.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace heddle::witness {

struct Position {
  std::string file;
  unsigned line = 0;   // 0: unknown
  unsigned column = 0; // 0: unknown
  std::string function;

  bool operator==(const Position &) const = default;
};

struct Waypoint {
  enum class Kind : std::uint8_t {
    Step,           // the thread executes something there
    Assumption,     // the constraint holds while the thread is there
    Branching,      // the branch there goes as the constraint says
    FunctionEnter,  // a call there enters its function
    FunctionReturn, // a call there returns; the constraint is about its result
    Target,         // the violation
  };
  Kind kind = Kind::Step;
  bool isAvoided = false; // executions must not pass it before the next waypoint
  Position position;
  std::string constraint;                // a C expression, or several with semicolons; empty: none
  bool holdsAfter = false;               // Assumption: after the statement, as in GraphML, rather than before it
  std::optional<unsigned> thread;        // 0 is main
  std::optional<unsigned> createdThread; // by this step
  std::string entered;                   // the function that the step enters
  std::string resultFunction;            // the function whose result `\result` in the constraint is

  bool operator==(const Waypoint &) const = default;
};

struct ViolationWitness {
  std::vector<Waypoint> waypoints; // the last one that is not avoided is the target, if the witness names it
};

struct Invariant {
  enum class Kind : std::uint8_t {
    Loop,     // holds at the head of the loop: before each evaluation of its condition; of `do`, before each iteration
    Location, // holds each time that a thread is before the statement
  };
  Kind kind = Kind::Location;
  Position position;
  std::string expression; // C

  bool operator==(const Invariant &) const = default;
};

struct CorrectnessWitness {
  std::vector<Invariant> invariants;
  /// What the file has besides, and this structure cannot express: a witness with such parts is never confirmed.
  std::vector<std::string> ignored = {};
};

enum class Format : std::uint8_t { GraphMl, Yaml };

/// What the witness is about.
struct Task {
  std::string producer;
  std::string producerVersion;
  std::string creationTime; // ISO 8601
  std::string uuid;
  std::string specification; // lines of a property file
  std::vector<std::string> files;
  std::vector<std::string> hashes; // SHA-256 of each file, in hexadecimal digits
  bool is32Bit = false;
};

struct Witness {
  Task task;
  std::variant<ViolationWitness, CorrectnessWitness> content;
};

/// By the ending of the name: .graphml and .xml, .yml and .yaml.
std::optional<Format> formatOf(const std::string &path);

/// Without the directories, which differ between the machines on which a witness is written and validated.
std::string baseName(const std::string &path);

std::string toText(const Witness &witness, Format format);
/// The format is that of the text: a document that begins with `<` is XML. Errors begin with `path`.
support::Expected<Witness> parse(const std::string &text, const std::string &path);

} // namespace heddle::witness
