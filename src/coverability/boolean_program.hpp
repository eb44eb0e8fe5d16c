// The input language of Figure 2: a concurrent program with finite data, which any number of threads execute. The
// program is parsed to a control-flow graph, in which every call is a copy of the procedure's body, and compiled to a
// thread transition system.
#pragma once

#include "coverability/scanner.hpp"
#include "coverability/system.hpp"
#include "support/expected.hpp"

#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace heddle::coverability {

using NodeIndex = std::uint32_t; // a value of the program counter
using ExpressionIndex = std::uint32_t;

struct Variable {
  std::string name;
  bool shared = false;
  std::int64_t least = 0;
  std::int64_t most = 1;
  std::vector<std::int64_t> initial;
  std::uint32_t procedure = 0; // to which it belongs, counted from 1; 0: to the program
};

struct Expression {
  enum class Kind : std::uint8_t {
    Constant, // value
    Variable, // value: index in BooleanProgram::variables
    Any,      // *: from least to most; as the whole right side of an assignment, any value of the variable
    Not,
    Negative,
    Or,
    And,
    Equal,
    NotEqual,
    Less,
    LessEqual,
    Plus,
    Minus,
    Times,
    Modulo
  } kind = Kind::Constant;
  std::int64_t value = 0;
  ExpressionIndex left = 0;
  ExpressionIndex right = 0;
  std::int64_t least = 0; // its type, the smallest range that is certain to contain its values
  std::int64_t most = 1;
  std::uint32_t depth = 1; // of the tree: functions on expressions recurse
};

struct Procedure {
  std::string name;
  std::vector<std::uint32_t> parameters; // in BooleanProgram::variables
  std::vector<std::uint32_t> locals;
};

/// An edge of the control-flow graph.
struct Action {
  enum class Kind : std::uint8_t {
    Skip,
    Continue, // not a step: from the end of a block to what follows
    Assign,
    Assume,
    AssumeNot,
    Assert,
    Fork,
    Wait,
    Signal,
    Broadcast,
    Call // evaluates the arguments, and enters the copy of the procedure's body
  } kind = Kind::Skip;
  NodeIndex from = 0;
  NodeIndex to = 0;
  ExpressionIndex expression = 0;           // Assign, Assume, AssumeNot, Assert
  std::uint32_t variable = 0;               // Assign; Wait, Signal, Broadcast: the condition variable
  NodeIndex start = 0;                      // Fork: where the new thread begins
  std::uint32_t procedure = 0;              // Call: in BooleanProgram::procedures
  std::vector<ExpressionIndex> arguments{}; // Call
  std::uint32_t leaves = 0;                 // the procedure from which this action returns, counted from 1; 0: none
  std::uint32_t line = 0;
};

struct ControlNode {
  std::string name; // its label or its line, and the calls that lead there; see distinctNames
  bool labelled = false;
  std::uint32_t section = 0; // the atomic section around it; 0: none
  std::uint32_t calls = 0;   // the number of calls around it
  std::vector<std::uint32_t> actions;
};

/// A condition on the shared variables, and for each thread the nodes at one of which it is: those of a label, of which
/// a procedure that is called several times has several.
struct ProgramTarget {
  ExpressionIndex condition = 0;
  std::vector<std::vector<NodeIndex>> threads;
};

struct BooleanProgram {
  std::vector<Variable> variables;
  std::vector<std::string> conditions; // condition variables
  std::vector<Procedure> procedures;
  std::vector<Expression> expressions;
  std::vector<Action> actions;
  std::vector<ControlNode> nodes; // execution starts in the first
  std::unordered_map<std::string, std::vector<NodeIndex>> labels;
  std::vector<ProgramTarget> targets;
  bool failuresAreTargets = true; // failing assertions count as targets
};

/// Parses a program; parses further targets and adds them to a program.
support::Expected<BooleanProgram> parseBooleanProgram(std::string_view text, const std::string &path);
support::Expected<bool> parseProgramTargets(BooleanProgram &program, std::string_view text, const std::string &path);

/// The thread transition system of the program, as section 2.3 defines it.
support::Expected<System> compileBooleanProgram(const BooleanProgram &program, const std::string &path);

} // namespace heddle::coverability
