// The parser for .cbp files, by recursive descent. It builds the control-flow graph directly.
//
//   program     = { declaration } { { label ":" } statement } { "target" target ";" }
//   declaration = ( "shared" | "local" ) variable { "," variable } ";" | "cond" name [ ":=" "idle" ] { "," … } ";"
//   variable    = name [ ":" number ".." number ] ":=" ( constant | "{" constant { "," constant } "}" | "*" )
//   statement   = "fork" label ";" | "wait" name ";" | "signal" name ";" | "broadcast" name ";"
//               | "atomic" block | block | name ":=" expression ";" | "skip" ";" | "goto" label { "," label } ";"
//               | "if" expression statement [ "else" statement ] | "while" expression statement
//               | "assume" expression ";" | "assert" expression ";" | "return" ";"
//   block       = "{" { { label ":" } statement } "}"
//   target      = [ expression ] "|" [ label { "," label } ]
//   expression  = with || && = == != < <= > >= + - * mod ! ( ), numbers, true, false, variables; a lone * is
//                 any value. A label is a name or a number. Comments are // to the end of the line.
//
// A statement is parsed between two nodes, where it begins and where it ends; both exist before it is parsed.
#include "coverability/expression_reader.hpp"

#include <optional>

namespace heddle::coverability {

namespace {

using support::Error;
using support::Expected;

class ProgramParser : private ExpressionReader {
public:
  using ExpressionReader::ExpressionReader;

  Expected<bool> wholeProgram() {
    while (!error_ && declaration())
      ;
    NodeIndex next = newNode();
    while (!error_ && !peekWord("target") && !atEnd())
      next = labelled(next);
    program_.nodes[next].name = "end";
    end_ = next;
    for (const Jump &jump : jumps_)
      resolve(jump);
    while (!error_ && acceptWord("target")) {
      target();
      expect(";");
    }
    if (!error_ && !atEnd())
      fail("expected a target or the end of the file");
    return result();
  }

  Expected<bool> onlyTargets() {
    do
      target();
    while (!error_ && accept(";") && !atEnd());
    if (!error_ && !atEnd())
      fail("unexpected text after the target");
    return result();
  }

private:
  struct Jump {
    Scanner place;
    std::string label;
    std::uint32_t action = 0;
  };

  Expected<bool> result() const {
    if (error_)
      return *error_;
    return true;
  }

  // Declarations.

  bool declaration() {
    if (acceptWord("cond")) {
      do {
        program_.conditions.push_back(newName("a condition variable"));
        if (accept(":=") && !acceptWord("idle"))
          fail("a condition variable starts as 'idle'");
      } while (accept(","));
      expect(";");
      return true;
    }
    const bool shared = acceptWord("shared");
    if (!shared && !acceptWord("local"))
      return false;
    do
      variable(shared);
    while (accept(","));
    expect(";");
    return true;
  }

  std::string newName(const char *what) {
    scanner_.skipSpace();
    const Scanner before = scanner_;
    std::string result = name(what);
    if (findVariable(result) || findCondition(result))
      failAt(before, fmt::format("'{}' is declared twice", result));
    return result;
  }

  void variable(bool shared) {
    Variable declared{.name = newName("a variable"), .shared = shared, .initial = {}};
    if (!Scanner(skipped()).accept(":=") && accept(":")) {
      declared.least = constant();
      expect("..");
      declared.most = constant();
      if (declared.most < declared.least || declared.most - declared.least > 1 << 16)
        fail("a range goes from a number to a larger one, and has at most 65537 values");
    }
    expect(":=");
    if (accept("*")) {
      for (std::int64_t value = declared.least; value <= declared.most; ++value)
        declared.initial.push_back(value);
    } else if (accept("{")) {
      do
        declared.initial.push_back(constant());
      while (accept(","));
      expect("}");
    } else {
      declared.initial.push_back(constant());
    }
    for (const std::int64_t value : declared.initial) {
      if (value < declared.least || value > declared.most)
        fail(
            fmt::format("{} is not in the range of '{}', {}..{}", value, declared.name, declared.least, declared.most));
    }
    program_.variables.push_back(std::move(declared));
  }

  // Statements.

  NodeIndex newNode() {
    ControlNode node;
    node.section = section_;
    program_.nodes.push_back(std::move(node));
    return static_cast<NodeIndex>(program_.nodes.size() - 1);
  }

  std::uint32_t edge(Action action) {
    const auto index = static_cast<std::uint32_t>(program_.actions.size());
    program_.nodes[action.from].actions.push_back(index);
    program_.actions.push_back(action);
    return index;
  }

  Action action(Action::Kind kind, NodeIndex from, NodeIndex to) const {
    Action result;
    result.kind = kind;
    result.from = from;
    result.to = to;
    result.line = scanner_.line();
    return result;
  }

  /// Parses a statement with its labels from node `from`; returns the node where it ends.
  NodeIndex labelled(NodeIndex from) {
    for (;;) {
      scanner_.skipSpace();
      Scanner ahead = scanner_;
      std::string name;
      if (ahead.atDigit()) {
        const auto number = ahead.number();
        if (!number) {
          failWith(number.error());
          return from;
        }
        name = std::to_string(*number);
      } else {
        name = ahead.word();
      }
      ahead.skipSpace();
      if (name.empty() || Scanner(ahead).accept(":=") || !ahead.accept(":"))
        break;
      if (!program_.labels.emplace(name, from).second)
        fail(fmt::format("label '{}' exists twice", name));
      program_.nodes[from].name = name;
      scanner_ = ahead;
    }
    if (program_.nodes[from].name.empty())
      program_.nodes[from].name = fmt::format("line {}", scanner_.line());
    const NodeIndex to = newNode();
    if (!error_)
      statement(from, to);
    return to;
  }

  void block(NodeIndex from, NodeIndex to) {
    expect("{");
    while (!error_ && !accept("}")) {
      if (atEnd())
        return fail("expected '}'");
      from = labelled(from);
    }
    edge(action(Action::Kind::Skip, from, to));
  }

  void statement(NodeIndex from, NodeIndex to) {
    const Nesting nesting(*this);
    if (error_)
      return;
    scanner_.skipSpace();
    if (Scanner(scanner_).accept("{"))
      return block(from, to);
    if (acceptWord("atomic"))
      return atomic(from, to);
    if (acceptWord("if"))
      return conditional(from, to);
    if (acceptWord("while")) {
      const NodeIndex body = newNode();
      condition(from, body, to);
      return statement(body, from);
    }
    simple(from, to);
    expect(";");
  }

  void atomic(NodeIndex from, NodeIndex to) {
    if (section_ != 0) // nested sections are part of the outermost one
      return block(from, to);
    section_ = ++sections_;
    const NodeIndex inside = newNode();
    edge(action(Action::Kind::Skip, from, inside));
    block(inside, to);
    section_ = 0;
  }

  void condition(NodeIndex from, NodeIndex then, NodeIndex otherwise) {
    Action positive = action(Action::Kind::Assume, from, then);
    positive.expression = expression();
    Action negative = positive;
    negative.kind = Action::Kind::AssumeNot;
    negative.to = otherwise;
    edge(positive);
    edge(negative);
  }

  void conditional(NodeIndex from, NodeIndex to) {
    const NodeIndex then = newNode();
    const NodeIndex otherwise = newNode();
    condition(from, then, otherwise);
    statement(then, to);
    if (acceptWord("else"))
      statement(otherwise, to);
    else
      edge(action(Action::Kind::Skip, otherwise, to));
  }

  void simple(NodeIndex from, NodeIndex to) {
    if (acceptWord("skip")) {
      edge(action(Action::Kind::Skip, from, to));
    } else if (acceptWord("return")) {
      jump(action(Action::Kind::Skip, from, to), "");
    } else if (acceptWord("goto")) {
      do
        jump(action(Action::Kind::Skip, from, to), label());
      while (accept(","));
    } else if (acceptWord("fork")) {
      jump(action(Action::Kind::Fork, from, to), label());
    } else if (acceptWord("assume")) {
      evaluate(action(Action::Kind::Assume, from, to));
    } else if (acceptWord("assert")) {
      evaluate(action(Action::Kind::Assert, from, to));
    } else if (acceptWord("wait")) {
      if (section_ != 0)
        fail("'wait' inside an atomic section would block all threads");
      synchronise(action(Action::Kind::Wait, from, to));
    } else if (acceptWord("signal")) {
      synchronise(action(Action::Kind::Signal, from, to));
    } else if (acceptWord("broadcast")) {
      synchronise(action(Action::Kind::Broadcast, from, to));
    } else {
      assignment(action(Action::Kind::Assign, from, to));
    }
  }

  void evaluate(Action evaluated) {
    evaluated.expression = expression();
    edge(evaluated);
  }

  void synchronise(Action synchronised) {
    scanner_.skipSpace();
    const Scanner before = scanner_;
    const std::string wanted = name("a condition variable");
    const auto found = findCondition(wanted);
    if (!found)
      failAt(before, fmt::format("unknown condition variable '{}'", wanted));
    synchronised.variable = found.value_or(0);
    edge(synchronised);
  }

  void assignment(Action assigned) {
    scanner_.skipSpace();
    const Scanner before = scanner_;
    const std::string wanted = name("a statement");
    const auto found = findVariable(wanted);
    if (!found)
      failAt(before, fmt::format("'{}' is neither a statement nor a variable", wanted));
    expect(":=");
    assigned.variable = found.value_or(0);
    evaluate(assigned);
  }

  void jump(Action jumping, std::string label) {
    const Scanner place = scanner_;
    jumps_.push_back({place, std::move(label), edge(jumping)});
  }

  void resolve(const Jump &jump) {
    Action &jumping = program_.actions[jump.action];
    const auto found = program_.labels.find(jump.label);
    if (!jump.label.empty() && found == program_.labels.end())
      return failAt(jump.place, fmt::format("there is no label '{}'", jump.label));
    const NodeIndex destination = jump.label.empty() ? end_ : found->second;
    const std::uint32_t section = program_.nodes[destination].section;
    const bool forks = jumping.kind == Action::Kind::Fork;
    if (section != 0 && (forks || section != program_.nodes[jumping.from].section))
      return failAt(jump.place, fmt::format("'{}' is inside an atomic section: it cannot be {}", jump.label,
                                            forks ? "where a thread starts" : "jumped to"));
    (forks ? jumping.start : jumping.to) = destination;
  }

  void target() {
    ProgramTarget wanted;
    onlyShared_ = true;
    if (Scanner(skipped()).accept("|"))
      wanted.condition = add(Expression::Kind::Constant, 1);
    else
      wanted.condition = expression();
    onlyShared_ = false;
    expect("|");
    scanner_.skipSpace();
    if (!scanner_.atEnd() && scanner_.peek() != ';') {
      do {
        scanner_.skipSpace();
        const Scanner before = scanner_;
        const std::string at = label();
        const auto found = program_.labels.find(at);
        if (found == program_.labels.end())
          failAt(before, fmt::format("there is no label '{}'", at));
        else
          wanted.threads.push_back(found->second);
      } while (accept(","));
    }
    program_.targets.push_back(std::move(wanted));
  }

  std::vector<Jump> jumps_;
  NodeIndex end_ = 0;         // after the last statement
  std::uint32_t section_ = 0; // the atomic section that is being parsed; 0: none
  std::uint32_t sections_ = 0;
};

} // namespace

Expected<BooleanProgram> parseBooleanProgram(std::string_view text, const std::string &path) {
  BooleanProgram program;
  const auto parsed = ProgramParser(program, text, path).wholeProgram();
  if (!parsed)
    return parsed.error();
  return program;
}

Expected<bool> parseProgramTargets(BooleanProgram &program, std::string_view text, const std::string &path) {
  return ProgramParser(program, text, path).onlyTargets();
}

} // namespace heddle::coverability
