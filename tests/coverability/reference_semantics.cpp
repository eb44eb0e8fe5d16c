// The execution of programs with a fixed number of threads. Statements are flattened to instructions, with the bodies
// of the program and of the procedure one after the other; each thread has its own stack of calls.
#include "reference_programs.hpp"

#include <algorithm>
#include <map>
#include <set>
#include <tuple>

namespace heddle::reference {

namespace {

constexpr std::size_t mostStates = 15'000;

struct Instruction {
  std::string kind; // of the statement; "branch", "jump" (no step), "enter", "leave", "end", "return"
  const Statement *statement = nullptr;
  const Expression *expression = nullptr;
  std::size_t to = 0;
  std::string label;
};

struct Frame {
  std::size_t returnTo = 0;
  int result = -1; // of the caller's statement: 0: discard, 1: assign; -1: none
  Name variable;
  std::vector<int> values;
  auto key() const { return std::tuple(returnTo, result, static_cast<int>(variable.scope), variable.index, values); }
  bool operator<(const Frame &other) const { return key() < other.key(); }
};

struct Thread {
  std::size_t at = 0;
  bool inside = false; // an atomic section
  std::vector<int> local;
  std::vector<Frame> frames;
  bool operator<(const Thread &other) const {
    return std::tie(at, inside, local, frames) < std::tie(other.at, other.inside, other.local, other.frames);
  }
};

struct State {
  std::vector<int> shared;
  std::vector<Thread> threads; // sorted
  bool operator<(const State &other) const { return std::tie(shared, threads) < std::tie(other.shared, other.threads); }
};

class Machine {
public:
  explicit Machine(const Program &program) : program_(program) {
    flatten(program.statements);
    code_.push_back({"end", nullptr, nullptr, 0, ""});
    end_ = code_.size() - 1;
    procedure_ = code_.size();
    flatten(program.procedure);
    code_.push_back({"return", nullptr, nullptr, 0, ""});
    for (Instruction &instruction : code_) {
      if (instruction.kind == "goto" || instruction.kind == "fork")
        instruction.to = find(instruction.statement->to);
    }
  }

  std::optional<bool> search(int threads) {
    most_ = static_cast<std::size_t>(threads);
    for (int number = 1; number <= threads; ++number)
      start(number);
    for (std::size_t done = 0; done < order_.size() && !found_; ++done) {
      if (order_.size() > mostStates)
        return std::nullopt;
      const State state = *order_[done];
      expand(state);
    }
    return found_;
  }

private:
  // Code.

  void flatten(const std::vector<Statement> &statements) {
    for (const Statement &statement : statements)
      flatten(statement);
  }

  std::size_t add(const std::string &kind, const Statement &statement) {
    code_.push_back({kind, &statement, statement.expression.get(), 0, ""});
    return code_.size() - 1;
  }

  void flatten(const Statement &statement) {
    const std::size_t begin = code_.size();
    if (statement.kind == "if") {
      const std::size_t branch = add("branch", statement);
      flatten(statement.body);
      const std::size_t jump = add("jump", statement);
      code_[branch].to = code_.size();
      flatten(statement.otherwise);
      code_[jump].to = code_.size();
    } else if (statement.kind == "while") {
      const std::size_t branch = add("branch", statement);
      flatten(statement.body);
      code_[add("jump", statement)].to = branch;
      code_[branch].to = code_.size();
    } else if (statement.kind == "atomic") {
      add("enter", statement);
      flatten(statement.body);
      add("leave", statement);
    } else {
      add(statement.kind, statement);
    }
    code_[begin].label = statement.label;
  }

  std::size_t find(const std::string &label) const {
    for (std::size_t i = 0; i < code_.size(); ++i) {
      if (code_[i].label == label)
        return i;
    }
    return end_;
  }

  /// Where a thread is that has arrived at an instruction: jumps are not steps.
  std::size_t arrival(std::size_t at) const {
    while (at < code_.size() && code_[at].kind == "jump")
      at = code_[at].to;
    return at;
  }

  // Expressions.

  std::pair<int, int> type(const Expression &e) const {
    if (e.kind == "number")
      return {std::min(0, e.number), std::max(1, e.number)};
    if (e.kind == "variable")
      return {0, declared(e.variable).most};
    if (e.kind != "+" && e.kind != "-")
      return {0, 1};
    const auto [a, b] = type(*e.left);
    const auto [c, d] = type(*e.right);
    return e.kind == "+" ? std::pair(a + c, b + d) : std::pair(a - d, b - c);
  }

  const Variable &declared(Name name) const {
    const auto index = static_cast<std::size_t>(name.index);
    return name.scope == Scope::Shared  ? program_.shared[index]
           : name.scope == Scope::Local ? program_.local[index]
                                        : program_.frame[index];
  }

  static int &place(Name name, std::vector<int> &shared, Thread &thread) {
    const auto index = static_cast<std::size_t>(name.index);
    return name.scope == Scope::Shared  ? shared[index]
           : name.scope == Scope::Local ? thread.local[index]
                                        : thread.frames.back().values[index];
  }

  /// `any` is what * stands for.
  std::set<int> values(const Expression &e, std::vector<int> &shared, Thread &thread, std::pair<int, int> any) const {
    std::set<int> result;
    if (e.kind == "number")
      return {e.number};
    if (e.kind == "variable")
      return {place(e.variable, shared, thread)};
    if (e.kind == "*") {
      for (int value = any.first; value <= any.second; ++value)
        result.insert(value);
      return result;
    }
    if (e.kind == "!") {
      for (const int value : values(*e.left, shared, thread, {0, 1}))
        result.insert(value == 0 ? 1 : 0);
      return result;
    }
    const bool compares = e.kind == "=" || e.kind == "!=" || e.kind == "<" || e.kind == "<=";
    const bool logical = e.kind == "&&" || e.kind == "||";
    const auto left = values(*e.left, shared, thread, compares ? type(*e.right) : logical ? std::pair(0, 1) : any);
    const auto right = values(*e.right, shared, thread, compares ? type(*e.left) : logical ? std::pair(0, 1) : any);
    for (const int a : left) {
      for (const int b : right)
        result.insert(apply(e.kind, a, b));
    }
    return result;
  }

  static int apply(const std::string &kind, int a, int b) {
    if (kind == "=")
      return a == b ? 1 : 0;
    if (kind == "!=")
      return a != b ? 1 : 0;
    if (kind == "<")
      return a < b ? 1 : 0;
    if (kind == "<=")
      return a <= b ? 1 : 0;
    if (kind == "+")
      return a + b;
    if (kind == "-")
      return a - b;
    if (kind == "&&")
      return a != 0 && b != 0 ? 1 : 0;
    return a != 0 || b != 0 ? 1 : 0;
  }

  // Steps.

  void start(int number) {
    const std::vector<std::vector<int>> locals = combinations(program_.local);
    for (const std::vector<int> &shared : combinations(program_.shared)) {
      std::vector<std::vector<Thread>> groups{{}};
      for (int i = 0; i < number; ++i) {
        std::vector<std::vector<Thread>> more;
        for (const std::vector<Thread> &group : groups) {
          for (const std::vector<int> &local : locals) {
            more.push_back(group);
            more.back().push_back({arrival(0), false, local, {}});
          }
        }
        groups = std::move(more);
      }
      for (const std::vector<Thread> &group : groups)
        reach({shared, group});
    }
  }

  static std::vector<std::vector<int>> combinations(const std::vector<Variable> &variables) {
    std::vector<std::vector<int>> result{{}};
    for (const Variable &variable : variables) {
      std::vector<std::vector<int>> more;
      for (const std::vector<int> &values : result) {
        for (const int value : variable.initial) {
          more.push_back(values);
          more.back().push_back(value);
        }
      }
      result = std::move(more);
    }
    return result;
  }

  void reach(State state) {
    std::sort(state.threads.begin(), state.threads.end());
    const auto [place, isNew] = seen_.insert(std::move(state));
    if (!isNew)
      return;
    order_.push_back(&*place);
    found_ = found_ || isTarget(*place);
  }

  bool isTarget(const State &state) const {
    if (program_.targetValue >= 0 && state.shared.front() != program_.targetValue)
      return false;
    const bool inside =
        std::any_of(state.threads.begin(), state.threads.end(), [](const Thread &t) { return t.inside; });
    std::vector<bool> used(state.threads.size());
    bool usesInside = false;
    for (const std::string &label : program_.targetLabels) {
      std::optional<std::size_t> chosen; // the thread inside a section if possible: one of them must be chosen
      for (std::size_t i = 0; i < state.threads.size(); ++i) {
        const bool fits = !used[i] && code_[state.threads[i].at].label == label;
        if (fits && (!chosen || state.threads[i].inside))
          chosen = i;
      }
      if (!chosen)
        return false;
      used[*chosen] = true;
      usesInside |= state.threads[*chosen].inside;
    }
    return inside == usesInside;
  }

  void expand(const State &state) {
    const bool inside =
        std::any_of(state.threads.begin(), state.threads.end(), [](const Thread &t) { return t.inside; });
    for (std::size_t i = 0; i < state.threads.size(); ++i) {
      if (!inside || state.threads[i].inside)
        step(state, i);
    }
  }

  void step(const State &state, std::size_t index) {
    const Thread &thread = state.threads[index];
    const Instruction &instruction = code_[thread.at];
    const std::string &kind = instruction.kind;
    State next = state;
    Thread &moved = next.threads[index];
    moved.at = arrival(thread.at + 1);
    if (kind == "end" || kind == "wait")
      return;
    if (kind == "skip")
      return reach(next);
    if (kind == "goto") {
      moved.at = instruction.to;
      moved.inside = moved.inside && inSection(instruction.to, thread.at);
      return reach(next);
    }
    if (kind == "enter" || kind == "leave") {
      moved.inside = kind == "enter";
      return reach(next);
    }
    if (kind == "fork") {
      if (next.threads.size() == most_)
        return;
      for (const std::vector<int> &local : combinations(program_.local)) {
        State forked = next;
        forked.threads.push_back({arrival(instruction.to), false, local, {}});
        reach(forked);
      }
      return;
    }
    if (kind == "signal" || kind == "broadcast")
      return wake(next, index, instruction);
    if (kind == "call" || kind == "return")
      return kind == "call" ? call(state, index, instruction) : leave(state, index, instruction);
    std::vector<int> shared = state.shared;
    Thread reading = thread;
    const bool lone = kind == ":=" && instruction.expression->kind == "*";
    const std::pair<int, int> any =
        lone ? std::pair(0, declared(instruction.statement->variable).most) : std::pair(0, 1);
    for (const int value : values(*instruction.expression, shared, reading, any)) {
      State after = next;
      if (kind == ":=") {
        assign(after, index, instruction.statement->variable, value);
      } else if (kind == "branch") {
        if (value == 0)
          after.threads[index].at = arrival(instruction.to);
        reach(after);
      } else if (value != 0) {
        reach(after);
      } else if (kind == "assert") {
        found_ = true;
      }
    }
  }

  /// A jump inside a section stays in it if nothing between the two ends leaves it; sections are not nested.
  bool inSection(std::size_t to, std::size_t from) const {
    for (std::size_t i = std::min(to, from); i < std::max(to, from); ++i) {
      if (code_[i].kind == "enter" || code_[i].kind == "leave")
        return false;
    }
    return true;
  }

  void assign(State after, std::size_t index, Name variable, int value) {
    if (value < 0 || value > declared(variable).most) {
      found_ = true;
      return;
    }
    place(variable, after.shared, after.threads[index]) = value;
    reach(after);
  }

  void wake(const State &next, std::size_t signaller, const Instruction &instruction) {
    std::vector<std::size_t> waiting;
    for (std::size_t i = 0; i < next.threads.size(); ++i) {
      const Instruction &at = code_[next.threads[i].at];
      if (i != signaller && at.kind == "wait" && at.statement->condition == instruction.statement->condition)
        waiting.push_back(i);
    }
    State together = next;
    for (const std::size_t i : waiting) {
      State woken = next;
      woken.threads[i].at = arrival(woken.threads[i].at + 1);
      together.threads[i].at = woken.threads[i].at;
      if (instruction.kind == "signal")
        reach(woken);
    }
    if (instruction.kind == "broadcast" || waiting.empty())
      reach(together);
  }

  void call(const State &state, std::size_t index, const Instruction &instruction) {
    std::vector<int> shared = state.shared;
    Thread reading = state.threads[index];
    const Expression &argument = *instruction.expression;
    const int most = program_.frame[0].most;
    for (const int value :
         values(argument, shared, reading, argument.kind == "*" ? std::pair(0, most) : std::pair(0, 1))) {
      if (value < 0 || value > most) {
        found_ = true;
        continue;
      }
      for (const int local : program_.frame[1].initial) {
        State after = state;
        Thread &moved = after.threads[index];
        Frame frame;
        frame.returnTo = arrival(moved.at + 1);
        frame.result = instruction.statement->hasResult ? 1 : 0;
        frame.variable = instruction.statement->variable;
        frame.values = {value, local};
        moved.frames.push_back(std::move(frame));
        moved.at = arrival(procedure_);
        reach(after);
      }
    }
  }

  void leave(const State &state, std::size_t index, const Instruction &instruction) {
    State after = state;
    Thread &moved = after.threads[index];
    const Frame frame = moved.frames.back();
    std::set<int> given;
    if (frame.result == 1) {
      for (int value = 0; value <= declared(frame.variable).most; ++value)
        given.insert(value);
    } else {
      given = {0};
    }
    if (instruction.statement != nullptr && instruction.statement->hasResult) {
      std::vector<int> shared = state.shared;
      Thread reading = state.threads[index];
      const bool lone = instruction.expression->kind == "*" && frame.result == 1;
      given = lone ? given : values(*instruction.expression, shared, reading, {0, 1});
    }
    moved.frames.pop_back();
    moved.at = frame.returnTo;
    moved.inside = moved.inside && callInside(frame.returnTo);
    for (const int value : given) {
      if (frame.result == 1)
        assign(after, index, frame.variable, value);
      else
        reach(after);
    }
  }

  /// Whether the instruction is inside an atomic section of the program.
  bool callInside(std::size_t at) const {
    bool inside = false;
    for (std::size_t i = 0; i < at; ++i) {
      inside = code_[i].kind == "enter" || (inside && code_[i].kind != "leave");
    }
    return inside;
  }

  const Program &program_;
  std::vector<Instruction> code_;
  std::size_t end_ = 0;
  std::size_t procedure_ = 0;
  std::size_t most_ = 1;
  std::set<State> seen_;
  std::vector<const State *> order_;
  bool found_ = false;
};

} // namespace

std::optional<bool> coverable(const Program &program, int threads) { return Machine(program).search(threads); }

} // namespace heddle::reference
