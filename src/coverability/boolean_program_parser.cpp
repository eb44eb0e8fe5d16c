// The parser for .cbp files, by recursive descent. It builds the control-flow graph directly.
//
//   program     = { declaration | procedure } { { label ":" } statement } { "target" target ";" }
//   declaration = ( "shared" | "local" ) variable { "," variable } ";" | "cond" name [ ":=" "idle" ] { "," … } ";"
//   variable    = parameter ":=" ( constant | "{" constant { "," constant } "}" | "*" )
//   procedure   = "procedure" name "(" [ parameter { "," parameter } ] ")"
//                 "{" { "local" variable { "," variable } ";" } { { label ":" } statement } "}"
//   parameter   = name [ ":" number ".." number ]
//   statement   = "fork" label ";" | "wait" name ";" | "signal" name ";" | "broadcast" name ";"
//               | "atomic" block | block | name ":=" expression ";" | "skip" ";" | "goto" label { "," label } ";"
//               | "if" expression statement [ "else" statement ] | "while" expression statement
//               | "assume" expression ";" | "assert" expression ";" | "return" [ expression ] ";"
//               | [ name ":=" ] name "(" [ expression { "," expression } ] ")" ";"
//   block       = "{" { { label ":" } statement } "}"
//   target      = [ expression ] "|" [ label { "," label } ]
//   expression  = with || && = == != < <= > >= + - * mod ! ( ), numbers, true, false, variables; a lone * is
//                 any value. A label is a name or a number. Comments are // to the end of the line.
//
// A statement is parsed between two nodes, where it begins and where it ends; both exist before it is parsed.
//
// A call is inlined by parsing the body of the procedure once more, between the nodes of the call; recursion is an
// error. A thread is in one call of a procedure at most, so all copies use the same variables; they are zero outside of
// calls. A procedure that is never called is parsed as well, as code that no thread reaches.
#include "coverability/declaration_reader.hpp"

#include <optional>
#include <unordered_map>
#include <utility>

namespace heddle::coverability {

namespace {

using support::Expected;

/// Nodes, most of them copies of bodies.
constexpr std::size_t mostNodes = 200'000;

class ProgramParser : private DeclarationReader {
public:
  using DeclarationReader::DeclarationReader;

  Expected<bool> wholeProgram() {
    declarations();
    Code program;
    code_ = &program;
    program_.nodes.reserve(16);
    NodeIndex next = newNode();
    while (!error_ && !peekWord("target") && !atEnd())
      next = labelled(next);
    program_.nodes[next].name = "end";
    program.end = next;
    uncalledProcedures();
    for (const Jump &jump : program.jumps)
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

  /// What is being parsed: the program, or a call.
  struct Code {
    std::uint32_t procedure = 0; // counted from 1; 0: the program
    Code *caller = nullptr;
    std::uint32_t line = 0;              // of the call
    std::uint32_t depth = 0;             // of calls
    NodeIndex end = 0;                   // where return leads
    std::optional<std::uint32_t> result; // the variable that the returned value is assigned to
    std::unordered_map<std::string, NodeIndex> labels;
    std::vector<Jump> jumps;
  };

  Expected<bool> result() const {
    if (error_)
      return *error_;
    return true;
  }

  // Statements.

  NodeIndex newNode() {
    if (program_.nodes.size() >= mostNodes)
      fail(fmt::format("more than {} statements, with each call counted as a copy of its procedure", mostNodes));
    ControlNode node;
    node.name = nodeName();
    node.section = section_;
    node.calls = code_->depth;
    program_.nodes.push_back(std::move(node));
    return static_cast<NodeIndex>(program_.nodes.size() - 1);
  }

  /// The line, and the lines of the calls that lead there.
  std::string nodeName(std::string name = {}) {
    if (name.empty())
      name = fmt::format("line {}", skipped().line());
    for (const Code *code = code_; code->caller != nullptr; code = code->caller)
      name += fmt::format(" called from line {}", code->line);
    return name;
  }

  std::uint32_t edge(const Action &action) {
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
      define(name, from);
      scanner_ = ahead;
    }
    if (!program_.nodes[from].labelled)
      program_.nodes[from].name = nodeName();
    const NodeIndex to = newNode();
    if (!error_)
      statement(from, to);
    return to;
  }

  void define(const std::string &label, NodeIndex node) {
    const auto [place, isNew] = definitions_.emplace(label, scanner_.position());
    if (!isNew && place->second != scanner_.position()) // every copy of a procedure has the label
      fail(fmt::format("label '{}' exists twice", label));
    code_->labels.emplace(label, node);
    program_.labels[label].push_back(node);
    program_.nodes[node].name = nodeName(label);
    program_.nodes[node].labelled = true;
  }

  void block(NodeIndex from, NodeIndex to) {
    expect("{");
    const NodeIndex last = statements(from);
    // An empty block is a step, like skip; the end of another one is not.
    edge(action(last == from ? Action::Kind::Skip : Action::Kind::Continue, last, to));
  }

  /// Parses statements up to and including the closing brace; returns the node where the last one ends.
  NodeIndex statements(NodeIndex from) {
    while (!error_ && !accept("}")) {
      if (atEnd())
        fail("expected '}'");
      else
        from = labelled(from);
    }
    return from;
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
      edge(action(Action::Kind::Continue, otherwise, to));
  }

  void simple(NodeIndex from, NodeIndex to) {
    if (acceptWord("skip")) {
      edge(action(Action::Kind::Skip, from, to));
    } else if (acceptWord("return")) {
      returns(from);
    } else if (acceptWord("goto")) {
      do
        jump(action(Action::Kind::Skip, from, to), label());
      while (accept(","));
    } else if (acceptWord("fork")) {
      std::string start = label();
      const Scanner place = scanner_;
      forks_.push_back({place, std::move(start), edge(action(Action::Kind::Fork, from, to))});
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
    if (Scanner(skipped()).accept("("))
      return call(before, wanted, assigned.from, assigned.to, std::nullopt);
    const auto found = findVariable(wanted);
    if (!found)
      failAt(before, fmt::format("'{}' is neither a statement nor a variable", wanted));
    expect(":=");
    assigned.variable = found.value_or(0);
    const Scanner right = skipped();
    Scanner ahead = right;
    const std::string procedure(ahead.word());
    ahead.skipSpace();
    if (error_ || procedure.empty() || !Scanner(ahead).accept("("))
      return evaluate(assigned);
    scanner_ = ahead;
    call(right, procedure, assigned.from, assigned.to, assigned.variable);
  }

  // Procedures.

  /// Parses the arguments of a call, and the body of the procedure.
  void call(const Scanner &place, const std::string &wanted, NodeIndex from, NodeIndex to,
            std::optional<std::uint32_t> result) {
    const auto found = findProcedure(wanted);
    if (!found)
      return failAt(place, fmt::format("unknown procedure '{}'", wanted));
    Action calling = action(Action::Kind::Call, from, to);
    calling.line = place.line();
    calling.procedure = *found;
    expect("(");
    if (!accept(")")) {
      do
        calling.arguments.push_back(expression());
      while (accept(","));
      expect(")");
    }
    const std::size_t parameters = program_.procedures[*found].parameters.size();
    if (calling.arguments.size() != parameters)
      return failAt(place, fmt::format("'{}' has {} parameter{}, but the call {} argument{}", wanted, parameters,
                                       parameters == 1 ? "" : "s", calling.arguments.size(),
                                       calling.arguments.size() == 1 ? "" : "s"));
    inlineBody(place, std::move(calling), result);
  }

  void inlineBody(const Scanner &place, Action calling, std::optional<std::uint32_t> result) {
    for (const Code *code = code_; code != nullptr; code = code->caller) {
      if (code->procedure == calling.procedure + 1)
        return failAt(place, fmt::format("'{}' is recursive, which is not supported: calls are inlined",
                                         program_.procedures[calling.procedure].name));
    }
    if (error_)
      return;
    called_.resize(program_.procedures.size());
    called_[calling.procedure] = true;
    Code body;
    body.procedure = calling.procedure + 1;
    body.caller = code_;
    body.line = place.line();
    body.depth = code_->depth + 1;
    body.end = calling.to;
    body.result = result;
    const Scanner after = std::exchange(scanner_, bodies_[calling.procedure]);
    const std::uint32_t visible = std::exchange(procedure_, body.procedure);
    code_ = &body;
    calling.to = newNode();
    edge(calling);
    const NodeIndex last = statements(calling.to);
    returnWithoutValue(last);
    for (const Jump &jump : body.jumps)
      resolve(jump);
    code_ = body.caller;
    procedure_ = visible;
    scanner_ = after;
  }

  void returns(NodeIndex from) {
    const bool value = !Scanner(skipped()).accept(";");
    if (code_->procedure == 0) {
      if (value)
        fail("a value is returned outside of a procedure");
      return jump(action(Action::Kind::Skip, from, from), "");
    }
    if (!value)
      return returnWithoutValue(from);
    Action returning = action(Action::Kind::Assume, from, code_->end);
    returning.leaves = code_->procedure;
    returning.expression = expression();
    if (code_->result) {
      returning.kind = Action::Kind::Assign;
      returning.variable = *code_->result;
      edge(returning);
      return;
    }
    edge(returning); // the value is computed, and ignored
    returning.kind = Action::Kind::AssumeNot;
    edge(returning);
  }

  /// A value that is wanted but not given is any value.
  void returnWithoutValue(NodeIndex from) {
    Action returning = action(Action::Kind::Skip, from, code_->end);
    returning.leaves = code_->procedure;
    if (code_->result) {
      returning.kind = Action::Kind::Assign;
      returning.variable = *code_->result;
      returning.expression = add(Expression::Kind::Any, 0);
    }
    edge(returning);
  }

  /// Reports the errors in procedures that are never called.
  void uncalledProcedures() {
    called_.resize(program_.procedures.size());
    for (std::uint32_t i = 0; i < program_.procedures.size() && !error_; ++i) {
      if (called_[i])
        continue;
      const Scanner place = scanner_;
      Action calling = action(Action::Kind::Call, newNode(), newNode());
      calling.procedure = i;
      calling.arguments.assign(program_.procedures[i].parameters.size(), add(Expression::Kind::Constant, 0));
      inlineBody(place, std::move(calling), std::nullopt);
    }
    for (const Jump &fork : forks_)
      resolve(fork);
  }

  void jump(const Action &jumping, std::string label) {
    const Scanner place = scanner_;
    code_->jumps.push_back({place, std::move(label), edge(jumping)});
  }

  /// Sets where a jump leads, or where a forked thread starts. Jumps stay in their procedure; threads start in the
  /// program.
  void resolve(const Jump &jump) {
    Action &jumping = program_.actions[jump.action];
    const bool forks = jumping.kind == Action::Kind::Fork;
    const auto found = code_->labels.find(jump.label);
    if (!jump.label.empty() && found == code_->labels.end()) {
      if (program_.labels.contains(jump.label))
        return failAt(jump.place, fmt::format("'{}' is in {}: it cannot be {}", jump.label,
                                              code_->procedure == 0 ? "a procedure" : "another procedure or outside",
                                              forks ? "where a thread starts" : "jumped to"));
      return failAt(jump.place, fmt::format("there is no label '{}'{}", jump.label,
                                            code_->procedure == 0 ? "" : " in the procedure"));
    }
    const NodeIndex destination = jump.label.empty() ? code_->end : found->second;
    const std::uint32_t section = program_.nodes[destination].section;
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

  Code *code_ = nullptr;
  std::vector<Jump> forks_;
  std::unordered_map<std::string, std::size_t> definitions_; // of labels: positions in the text
  std::vector<bool> called_;                                 // by procedure
  std::uint32_t section_ = 0;                                // the atomic section that is being parsed; 0: none
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
