// A constraint becomes a statement before or after that of its waypoint, which evaluates it in an atomic block and
// stores the result in a variable of its own; the search for an execution along the witness sees these stores. The
// constraint of a branch is observed where its condition has been evaluated. As the language's own semantics evaluates
// constraints, scopes, types and conversions are those of C, and a constraint that does not compile there is not
// evaluated.
//
// Engines get a program that also counts the waypoints whose constraints were observed to hold in their order, and
// stops before the target if there are others.
//
// The inserted text neither has an effect on the variables of the program (reasonNotPure) nor contains a line break, so
// that places keep their lines; its own instructions are known by their columns.
#include "witness/observe.hpp"

#include "witness/source_scan.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <charconv>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <tuple>

namespace heddle::witness {

using support::Error;
using support::Expected;

namespace {

constexpr std::string_view variablePrefix = "__heddle_constraint_";
constexpr std::string_view counter = "__heddle_passed"; // of waypoints

/// GraphML separates several constraints by semicolons. All of them have to hold.
Expected<std::string> conjunction(const std::string &constraint) {
  std::vector<std::string> parts;
  std::size_t begin = 0;
  const auto add = [&](std::size_t end) {
    std::string part = constraint.substr(begin, end - begin);
    if (part.find_first_not_of(" \t\r\n") != std::string::npos)
      parts.push_back(std::move(part));
  };
  for (const Token &token : tokensOf(constraint))
    if (constraint[token.begin] == ';') {
      add(token.begin);
      begin = token.end;
    }
  add(constraint.size());
  if (parts.empty())
    return Error{"it is empty"};
  for (const std::string &part : parts)
    if (const std::optional<std::string> reason = reasonNotPure(part))
      return Error{*reason};
  return fmt::format("({})", fmt::join(parts, ") && ("));
}

/// Inserts observations into one file.
class Observer {
public:
  explicit Observer(std::string text) : scan_(std::move(text)) {}

  /// Why that is not possible, if it is not.
  std::optional<std::string> addStatement(const Waypoint &waypoint, const std::string &check) {
    const Expected<SourceScan::Statement> statement =
        scan_.statementOf(waypoint.position.line, waypoint.position.column);
    if (!statement)
      return statement.error().message;
    if (waypoint.holdsAfter && !(statement->end && statement->isLeft))
      return "its end cannot be observed: the statement there is not a simple one";
    if (!statement->isBody) {
      add(waypoint.holdsAfter ? *statement->end : statement->begin, fmt::format(" {{ {} }} ", check));
      return std::nullopt;
    }
    if (!statement->end)
      return "the statement there is the body of another one, and not a simple one";
    add(statement->begin, waypoint.holdsAfter ? "{ " : fmt::format("{{ {} ", check));
    add(*statement->end, waypoint.holdsAfter ? fmt::format(" {} }}", check) : " }");
    return std::nullopt;
  }

  /// Whether a statement begins there, before which the text can be.
  bool addBefore(const Position &position, const std::string &text) {
    const Expected<SourceScan::Statement> statement = scan_.statementOf(position.line, position.column);
    if (!statement || (statement->isBody && !statement->end))
      return false;
    add(statement->begin, fmt::format("{{ {} {}", text, statement->isBody ? "" : "} "));
    if (statement->isBody)
      add(*statement->end, " }");
    return true;
  }

  std::optional<std::string> addBranch(const Waypoint &waypoint, const std::string &check) {
    const Expected<SourceScan::Condition> condition =
        scan_.conditionOf(waypoint.position.line, waypoint.position.column);
    if (!condition)
      return condition.error().message;
    add(condition->begin, "({ _Bool __heddle_branch = !!(");
    add(condition->end, fmt::format("); {} __heddle_branch; }})", check));
    return std::nullopt;
  }

  /// The text with the insertions, whose places are added to `inserted`.
  std::string take(const std::string &file, std::vector<InsertedText> &inserted) {
    std::ranges::stable_sort(insertions_, std::ranges::less(), &Insertion::at);
    std::string text;
    unsigned line = 1;
    std::size_t lineBegin = 0; // in the new text
    std::size_t copied = 0;
    const auto copyTo = [&](std::size_t end) {
      for (; copied < end; ++copied) {
        text += scan_.text()[copied];
        if (scan_.text()[copied] == '\n') {
          ++line;
          lineBegin = text.size();
        }
      }
    };
    for (const Insertion &insertion : insertions_) {
      copyTo(insertion.at);
      const auto column = static_cast<unsigned>(text.size() - lineBegin + 1);
      text += insertion.text;
      inserted.push_back({file, line, column, column + static_cast<unsigned>(insertion.text.size())});
    }
    copyTo(scan_.text().size());
    return text;
  }

private:
  void add(std::size_t at, std::string text) { insertions_.push_back({at, std::move(text)}); }

  SourceScan scan_;
  std::vector<Insertion> insertions_;
};

class Instrumenter {
public:
  Instrumenter(const std::vector<std::string> &files, bool counts) : files_(files), counts_(counts) {}

  Observations run(const ViolationWitness &witness) {
    // The texts of the observations depend on the order of all of them.
    if (counts_)
      for (const Waypoint &waypoint : witness.waypoints)
        if (isObserved(waypoint))
          order_[keyOf(waypoint)].push_back(total_++);
    for (const Waypoint &waypoint : witness.waypoints)
      result_.constraintOf.push_back(observe(waypoint));
    return finish();
  }

  /// None if there are constraints in several files, of which none has all variables, or no place for the assumption.
  std::optional<Observations> runAndAssume(const ViolationWitness &witness) {
    run(witness);
    const Waypoint &target = witness.waypoints.back();
    const std::string *file = target.kind == Waypoint::Kind::Target ? fileOf(target) : nullptr;
    if (file == nullptr || observers_.size() != 1 || !observers_.contains(*file) || !result_.unevaluated.empty())
      return std::nullopt;
    const std::string assumption = fmt::format(
        "__VERIFIER_atomic_begin(); __VERIFIER_assume({} == {}); __VERIFIER_atomic_end();", counter, total_);
    if (!observers_.at(*file).addBefore(target.position, assumption))
      return std::nullopt;
    return finish();
  }

private:
  using Key = std::tuple<Waypoint::Kind, bool, unsigned, unsigned, std::string, std::string>;

  static Key keyOf(const Waypoint &waypoint) {
    return {waypoint.kind,
            waypoint.holdsAfter,
            waypoint.position.line,
            waypoint.position.column,
            baseName(waypoint.position.file),
            waypoint.constraint};
  }
  static bool isObserved(const Waypoint &waypoint) {
    return !waypoint.isAvoided && !waypoint.constraint.empty() &&
           (waypoint.kind == Waypoint::Kind::Assumption || waypoint.kind == Waypoint::Kind::Branching);
  }

  Observations finish() {
    result_.inserted.clear();
    for (auto &[file, observer] : observers_)
      result_.files[file] = observer.take(file, result_.inserted);
    result_.declarations = "void __VERIFIER_atomic_begin(void); void __VERIFIER_atomic_end(void);";
    if (counts_)
      result_.declarations +=
          fmt::format(" void __VERIFIER_assume(int); static __attribute__((unused)) unsigned {};", counter);
    for (unsigned i = 0; i < count_; ++i)
      result_.declarations += fmt::format(" static __attribute__((unused)) _Bool {}{};", variablePrefix, i);
    result_.declarations += '\n';
    return result_;
  }

  std::optional<unsigned> observe(const Waypoint &waypoint) {
    if (waypoint.constraint.empty())
      return std::nullopt;
    switch (waypoint.kind) {
    case Waypoint::Kind::Step:
    case Waypoint::Kind::FunctionEnter:
      return std::nullopt;
    case Waypoint::Kind::FunctionReturn:
      if (waypoint.isAvoided)
        reject(waypoint, "results are not evaluated where they are to be avoided");
      else if (!resultNumber(waypoint.constraint))
        reject(waypoint, "only the form \\result == NUMBER is evaluated of results");
      return std::nullopt;
    case Waypoint::Kind::Target:
      reject(waypoint, "a violation has no constraint");
      return std::nullopt;
    case Waypoint::Kind::Assumption:
    case Waypoint::Kind::Branching:
      break;
    }
    const Key key = keyOf(waypoint);
    if (const auto known = known_.find(key); known != known_.end())
      return known->second;
    const std::optional<unsigned> number = insert(waypoint);
    known_.emplace(key, number);
    return number;
  }

  std::optional<unsigned> insert(const Waypoint &waypoint) {
    const bool isBranch = waypoint.kind == Waypoint::Kind::Branching;
    std::string value;
    if (isBranch) {
      if (waypoint.constraint != "true" && waypoint.constraint != "false")
        return reject(waypoint, "a branch is 'true' or 'false'");
      value = waypoint.constraint == "true" ? "__heddle_branch" : "!__heddle_branch";
    } else {
      const Expected<std::string> expression = conjunction(waypoint.constraint);
      if (!expression)
        return reject(waypoint, "it is not an expression without effect: " + expression.error().message);
      value = *expression;
    }
    const std::string *file = fileOf(waypoint);
    if (file == nullptr)
      return reject(waypoint, "it is in a file that is not given: " + waypoint.position.file);
    if (!observers_.contains(*file)) {
      std::ifstream stream(*file, std::ios::binary);
      observers_.emplace(*file, Observer(std::string((std::istreambuf_iterator<char>(stream)), {})));
    }
    Observer &observer = observers_.at(*file);
    const std::string check = fmt::format("__VERIFIER_atomic_begin(); {}{} = ({});{} __VERIFIER_atomic_end();",
                                          variablePrefix, count_, value, countText(waypoint));
    const std::optional<std::string> reason =
        isBranch ? observer.addBranch(waypoint, check) : observer.addStatement(waypoint, check);
    if (reason)
      return reject(waypoint, *reason);
    return count_++;
  }

  /// Counts the waypoint if it is the next one.
  std::string countText(const Waypoint &waypoint) const {
    const auto found = order_.find(keyOf(waypoint));
    if (found == order_.end())
      return {};
    std::string next;
    for (const unsigned place : found->second)
      next += fmt::format("{} == {} ? {} : ", counter, place, place + 1);
    return fmt::format(" if ({0}{1}) {2} = {3}{2};", variablePrefix, count_, counter, next);
  }

  std::optional<unsigned> reject(const Waypoint &waypoint, const std::string &reason) {
    result_.unevaluated.push_back(fmt::format("the constraint '{}' of line {} is not evaluated: {}",
                                              waypoint.constraint, waypoint.position.line, reason));
    return std::nullopt;
  }

  const std::string *fileOf(const Waypoint &waypoint) const {
    if (files_.size() == 1 && waypoint.position.file.empty())
      return &files_.front();
    const auto found = std::ranges::find(files_, baseName(waypoint.position.file), baseName);
    return found == files_.end() ? nullptr : &*found;
  }

  const std::vector<std::string> &files_;
  Observations result_;
  std::map<std::string, Observer> observers_;
  bool counts_;
  std::map<Key, std::optional<unsigned>> known_;
  std::map<Key, std::vector<unsigned>> order_; // the places of its waypoints among all with a constraint
  unsigned total_ = 0;                         // waypoints with a constraint
  unsigned count_ = 0;
};

} // namespace

Observations observe(const std::vector<std::string> &files, const ViolationWitness &witness) {
  return Instrumenter(files, false).run(witness);
}

std::optional<Observations> observeAndAssume(const std::vector<std::string> &files, const ViolationWitness &witness) {
  return Instrumenter(files, true).runAndAssume(witness);
}

InsertedText insertDeclarations(std::string &text, const std::string &declarations) {
  const std::vector<Token> tokens = tokensOf(text);
  const Token first = tokens.empty() ? Token{} : tokens.front();
  const std::string inserted = declarations.substr(0, declarations.find('\n')) + " ";
  text.insert(first.begin, inserted);
  return {{}, first.line, first.column, first.column + static_cast<unsigned>(inserted.size())};
}

ObservedProgram::ObservedProgram(program::Program &program, const Observations &observations)
    : program_(program), constraintOf_(observations.constraintOf) {
  for (const InsertedText &text : observations.inserted)
    inserted_.emplace(text.line, text);
  for (program::ObjectId id = 1; id < program.objects.size(); ++id) {
    const std::string_view name = program.objects[id].name;
    unsigned number = 0;
    if (name.starts_with(variablePrefix) &&
        std::from_chars(name.data() + variablePrefix.size(), name.data() + name.size(), number).ec == std::errc{})
      variables_.emplace(id, number);
  }
  for (program::Cfa &cfa : program.cfas)
    for (program::Action &action : cfa.actions)
      for (program::Instruction &instruction : action.instructions) {
        if (!isInserted(instruction.span))
          continue;
        if (auto *load = std::get_if<program::Load>(&instruction.operation))
          load->access.shared = false;
        if (auto *store = std::get_if<program::Store>(&instruction.operation))
          store->access.shared = false;
      }
}

bool ObservedProgram::isInserted(program::SourceSpan span) const {
  const auto [begin, end] = inserted_.equal_range(span.line);
  return std::any_of(begin, end, [&](const auto &entry) {
    const InsertedText &text = entry.second;
    return span.column >= text.begin && span.column < text.end && program_.sources.path(span.file) == text.file;
  });
}

std::optional<unsigned> ObservedProgram::constraint(program::ObjectId object) const {
  const auto found = variables_.find(object);
  return found == variables_.end() ? std::nullopt : std::optional(found->second);
}

} // namespace heddle::witness
