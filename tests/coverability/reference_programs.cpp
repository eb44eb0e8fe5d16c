// Random programs for the reference semantics, and their text.
#include "reference_programs.hpp"

#include <fmt/format.h>

#include <random>

namespace heddle::reference {

namespace {

using ExpressionPointer = std::shared_ptr<Expression>;

class Generator {
public:
  explicit Generator(std::uint64_t seed) : random_(seed) {}

  Program run() {
    program_.shared = {variable("x", 1 + below(2)), variable("y", 1)};
    program_.local = {variable("l", 1)};
    program_.frame = {variable("a", 1), variable("t", 1)};
    program_.conditions = 1 + below(2);
    callsInSections_ = chance(50);
    fill(program_.procedure, 1 + below(3), {.procedure = true});
    const int length = 3 + below(4);
    for (int i = 0; i < length; ++i)
      topLabels_.push_back(fmt::format("L{}", i));
    for (int i = 0; i < length; ++i) {
      Statement made = statement({}, 2);
      made.label = topLabels_[static_cast<std::size_t>(i)];
      labels_.push_back(made.label);
      program_.statements.push_back(std::move(made));
    }
    for (int i = below(3); i >= 0; --i)
      program_.targetLabels.push_back(labels_[static_cast<std::size_t>(below(static_cast<int>(labels_.size())))]);
    if (chance(30))
      program_.targetValue = below(program_.shared.front().most + 1);
    return std::move(program_);
  }

private:
  struct Context {
    bool procedure = false;
    bool section = false;
  };

  int below(int bound) { return static_cast<int>(random_() % static_cast<std::uint64_t>(bound)); }
  bool chance(int percent) { return below(100) < percent; }

  Variable variable(const std::string &name, int most) {
    Variable result{name, most, {below(most + 1)}};
    if (chance(15)) {
      result.initial.clear();
      for (int value = 0; value <= most; ++value)
        result.initial.push_back(value);
    }
    return result;
  }

  Name anyName(const Context &context) {
    switch (below(context.procedure ? 5 : 3)) {
    case 0:
      return {Scope::Shared, 0};
    case 1:
      return {Scope::Shared, 1};
    case 2:
      return {Scope::Local, 0};
    default:
      return {Scope::Frame, below(2)};
    }
  }

  int mostOf(Name name) const {
    return name.scope == Scope::Shared ? program_.shared[static_cast<std::size_t>(name.index)].most : 1;
  }

  static ExpressionPointer make(const std::string &kind, ExpressionPointer left = {}, ExpressionPointer right = {}) {
    auto result = std::make_shared<Expression>();
    result->kind = kind;
    result->left = std::move(left);
    result->right = std::move(right);
    return result;
  }

  ExpressionPointer number(int value) {
    ExpressionPointer result = make("number");
    result->number = value;
    return result;
  }

  ExpressionPointer read(Name name) {
    ExpressionPointer result = make("variable");
    result->variable = name;
    return result;
  }

  /// A side of a comparison.
  ExpressionPointer side(const Context &context) {
    switch (below(6)) {
    case 0:
      return number(below(4));
    case 1:
      return make("*");
    case 2:
      return make(chance(50) ? "+" : "-", chance(30) ? make("*") : read(anyName(context)), number(below(2)));
    default:
      return read(anyName(context));
    }
  }

  ExpressionPointer condition(const Context &context, int depth = 1) {
    if (depth > 0 && chance(20))
      return make(chance(50) ? "&&" : "||", condition(context, depth - 1), condition(context, depth - 1));
    switch (below(6)) {
    case 0:
      return make("*");
    case 1:
      return make("!", read(anyName(context)));
    case 2:
      return read(anyName(context));
    default: {
      static const char *const kinds[] = {"=", "!=", "<", "<="};
      return make(kinds[below(4)], side(context), side(context));
    }
    }
  }

  ExpressionPointer valueFor(Name name, const Context &context) {
    switch (below(7)) {
    case 0:
      return make("*");
    case 1:
      return condition(context);
    case 2:
      return chance(25) ? make("+", read(name), number(1)) : make("!", read(name));
    default:
      return number(below(mostOf(name) + 1));
    }
  }

  void fill(std::vector<Statement> &statements, int length, const Context &context, int depth = 1) {
    for (int i = 0; i < length; ++i) {
      statements.push_back(statement(context, depth));
      if (!chance(context.section || context.procedure ? 50 : 10))
        continue;
      statements.back().label = fmt::format("{}{}",
                                            context.section     ? "A"
                                            : context.procedure ? "P"
                                                                : "B",
                                            nextLabel_++);
      labels_.push_back(statements.back().label);
    }
  }

  Statement statement(const Context &context, int depth) {
    Statement made;
    const int choice = below(100);
    if (depth > 0 && choice < 10) {
      made.kind = "if";
      made.expression = condition(context);
      fill(made.body, 1 + below(2), context, depth - 1);
      if (chance(50))
        fill(made.otherwise, 1, context, depth - 1);
    } else if (depth > 0 && choice < 14) {
      made.kind = "while";
      made.expression = condition(context);
      fill(made.body, 1, context, depth - 1);
    } else if (depth > 0 && choice < 30 && !context.section && !(context.procedure && callsInSections_)) {
      made.kind = "atomic";
      fill(made.body, 1 + below(3), {context.procedure, true}, depth - 1);
    } else if (choice < 42 && !context.section && !(context.procedure && callsInSections_)) {
      made.kind = "wait";
      made.condition = below(program_.conditions);
    } else if (choice < 56) {
      made.kind = chance(60) ? "signal" : "broadcast";
      made.condition = below(program_.conditions);
    } else if (choice < 64 && !context.procedure && (!context.section || callsInSections_)) {
      made.kind = "call";
      made.expression = chance(30) ? make("*") : chance(50) ? number(below(2)) : condition(context);
      made.hasResult = chance(50);
      made.variable = anyName(context);
    } else if (choice < 68 && context.procedure) {
      made.kind = "return";
      made.hasResult = chance(60);
      if (made.hasResult)
        made.expression = chance(50) ? read(anyName(context)) : condition(context);
    } else if (choice < 71) {
      made.kind = "assert";
      made.expression = make("||", condition(context), condition(context));
    } else if (choice < 80) {
      made.kind = "assume";
      made.expression = condition(context);
    } else if (choice < 84 && !topLabels_.empty() && !context.procedure) {
      made.kind = chance(60) ? "goto" : "fork";
      made.to = topLabels_[static_cast<std::size_t>(below(static_cast<int>(topLabels_.size())))];
    } else if (choice < 88) {
      made.kind = "skip";
    } else {
      made.kind = ":=";
      made.variable = anyName(context);
      made.expression = valueFor(made.variable, context);
    }
    return made;
  }

  std::mt19937_64 random_;
  Program program_;
  std::vector<std::string> topLabels_;
  std::vector<std::string> labels_;
  bool callsInSections_ = false; // then the procedure has neither sections nor waits
  int nextLabel_ = 0;
};

class Printer {
public:
  explicit Printer(const Program &program) : program_(program) {}

  std::string run() {
    declare("shared", program_.shared);
    declare("local", program_.local);
    for (int i = 0; i < program_.conditions; ++i)
      out_ += fmt::format("cond c{};\n", i);
    out_ += "procedure f(a) {\n";
    declare("local", {program_.frame[1]});
    print(program_.procedure);
    out_ += "}\n";
    print(program_.statements);
    out_ += "target ";
    if (program_.targetValue >= 0)
      out_ += fmt::format("x = {} ", program_.targetValue);
    out_ += "| ";
    for (std::size_t i = 0; i < program_.targetLabels.size(); ++i)
      out_ += (i == 0 ? "" : ", ") + program_.targetLabels[i];
    return out_ + ";\n";
  }

private:
  void declare(const char *scope, const std::vector<Variable> &variables) {
    for (const Variable &variable : variables) {
      out_ += fmt::format("{} {} : 0..{} := {{", scope, variable.name, variable.most);
      for (std::size_t i = 0; i < variable.initial.size(); ++i)
        out_ += fmt::format("{}{}", i == 0 ? "" : ", ", variable.initial[i]);
      out_ += "};\n";
    }
  }

  std::string name(Name wanted) const {
    const auto index = static_cast<std::size_t>(wanted.index);
    return wanted.scope == Scope::Shared  ? program_.shared[index].name
           : wanted.scope == Scope::Local ? program_.local[index].name
                                          : program_.frame[index].name;
  }

  std::string expression(const Expression &e) const {
    if (e.kind == "number")
      return std::to_string(e.number);
    if (e.kind == "variable")
      return name(e.variable);
    if (e.kind == "*")
      return "*";
    if (e.kind == "!")
      return "!(" + expression(*e.left) + ")";
    return "(" + expression(*e.left) + " " + e.kind + " " + expression(*e.right) + ")";
  }

  void block(const std::vector<Statement> &statements) {
    out_ += " {\n";
    print(statements);
    out_ += "}";
  }

  void print(const std::vector<Statement> &statements) {
    for (const Statement &statement : statements) {
      if (!statement.label.empty())
        out_ += statement.label + ": ";
      print(statement);
      out_ += "\n";
    }
  }

  void print(const Statement &s) {
    if (s.kind == "if" || s.kind == "while") {
      out_ += s.kind + " " + expression(*s.expression);
      block(s.body);
      if (!s.otherwise.empty()) {
        out_ += " else";
        block(s.otherwise);
      }
    } else if (s.kind == "atomic") {
      out_ += "atomic";
      block(s.body);
    } else if (s.kind == ":=") {
      out_ += name(s.variable) + " := " + expression(*s.expression) + ";";
    } else if (s.kind == "call") {
      out_ += (s.hasResult ? name(s.variable) + " := " : "") + "f(" + expression(*s.expression) + ");";
    } else if (s.kind == "wait" || s.kind == "signal" || s.kind == "broadcast") {
      out_ += fmt::format("{} c{};", s.kind, s.condition);
    } else if (s.kind == "goto" || s.kind == "fork") {
      out_ += s.kind + " " + s.to + ";";
    } else {
      out_ += s.kind + (s.expression ? " " + expression(*s.expression) : "") + ";";
    }
  }

  const Program &program_;
  std::string out_;
};

} // namespace

Program randomProgram(std::uint64_t seed) { return Generator(seed).run(); }

std::string text(const Program &program) { return Printer(program).run(); }

} // namespace heddle::reference
