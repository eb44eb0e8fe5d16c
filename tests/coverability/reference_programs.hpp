// A second implementation of concurrent Boolean programs, from the description of the language in
// doc/man/heddle-cover.1 alone: it shares no code with src/coverability. A program is a tree of statements, which is
// printed as a .cbp file for Heddle and executed directly here, with a stack of calls for each thread and a fixed
// number of threads.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace heddle::reference {

enum class Scope : std::uint8_t { Shared, Local, Frame };

struct Name {
  Scope scope = Scope::Shared;
  int index = 0;
};

/// number, variable, *, or two expressions and an operator: = != < <= + - && ||, and ! with the left one.
struct Expression {
  std::string kind; // "number", "variable", "*", or the operator
  int number = 0;
  Name variable;
  std::shared_ptr<Expression> left;
  std::shared_ptr<Expression> right;
};

struct Statement {
  std::string kind; // "skip", ":=", "assume", "assert", "if", "while", "goto", "fork", "wait", "signal", "broadcast",
                    // "atomic", "call", "return"
  std::string label;
  Name variable;                          // ":=", "call" with a result
  bool hasResult = false;                 // "call"; "return" with a value
  std::shared_ptr<Expression> expression; // "call": the argument
  std::vector<Statement> body;
  std::vector<Statement> otherwise; // "if"
  bool hasOtherwise = false;
  std::string to;    // "goto", "fork"
  int condition = 0; // "wait", "signal", "broadcast"
};

struct Variable {
  std::string name;
  int most = 1; // from 0
  std::vector<int> initial;
};

struct Program {
  std::vector<Variable> shared;
  std::vector<Variable> local;
  std::vector<Variable> frame; // of the only procedure: its parameter and its local variable
  int conditions = 1;
  std::vector<Statement> procedure;
  std::vector<Statement> statements;
  int targetValue = -1; // of the first shared variable; -1: any
  std::vector<std::string> targetLabels;
};

Program randomProgram(std::uint64_t seed);

std::string text(const Program &program);

/// Whether the target, or a failure, is reachable with at most so many threads; nullopt if there are too many states.
std::optional<bool> coverable(const Program &program, int threads);

} // namespace heddle::reference
