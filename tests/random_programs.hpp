// Small random concurrent programs: two or three threads of a few statements over few variables, so that about half of
// them violate their property in some interleaving.
#pragma once

#include "campaign_size.hpp"
#include "program_sketch.hpp"

#include <algorithm>
#include <optional>
#include <random>

namespace heddle::testing {

struct RandomProgramOptions {
  bool loops = false; // threads may wait actively for a variable
  bool gotos = false; // forward and backward, also into the middle of a cycle
  enum class Cycles { Bounded, Reading, Any } cycles = Cycles::Any; // what gotos may repeat without end
  bool stacks = false;                                              // threads access local variables of each other
  bool uninitialised = false;                                       // memory is read that was never written
  bool inputs = true;
  bool assumptions = true;
  bool memory = true;      // objects are allocated and freed
  bool earlyEnd = true;    // main may end the program without joining its threads
  unsigned statements = 4; // of each thread
};

/// The same programs for the same seed, whatever the compiler: each draw is a statement of its own.
class RandomProgram {
public:
  RandomProgram(std::uint64_t seed, PropertySet properties, RandomProgramOptions options = {})
      : random_(seed), options_(options), properties_(properties) {}

  Program make() { return buildProgram(sketch()); }

  ProgramSketch sketch() {
    ProgramSketch sketch;
    sketch.properties = properties_;
    sketch.threads.resize(2 + below(2));
    for (std::vector<SketchStatement> &thread : sketch.threads)
      for (unsigned i = sketch.threads.size() == 2 ? 0 : 1; i < options_.statements; ++i)
        if (const std::optional<SketchStatement> statement = makeStatement())
          thread.push_back(*statement);
    for (std::vector<SketchStatement> &thread : sketch.threads) {
      if (options_.stacks)
        addUsesOfStacks(thread);
      if (options_.uninitialised && below(2) == 0)
        insert(thread, {.kind = Kind::Uninitialised});
      if (options_.gotos)
        addGotos(thread);
    }
    sketch.endsEarly = options_.earlyEnd && below(3) == 0;
    sketch.variable = variable();
    sketch.value = value();
    return sketch;
  }

private:
  using Kind = SketchStatement::Kind;
  using Order = SketchStatement::Order;

  unsigned below(unsigned bound) { return static_cast<unsigned>(random_() % bound); }
  unsigned value() { return below(4); }
  unsigned variable() { return below(3); }
  Order order() {
    static constexpr Order orders[] = {Order::Plain, Order::Plain, Order::Relaxed, Order::Sequential};
    return orders[below(std::size(orders))];
  }

  /// Nothing if the options rule out the kind that was drawn.
  std::optional<SketchStatement> makeStatement() {
    if (properties_.contains(Property::ValidFree) && below(2) == 0)
      return memoryStatement();
    constexpr unsigned criticalSection = 5;
    const bool favoured = properties_.contains(Property::NoDeadlock) && below(2) == 0;
    SketchStatement statement{};
    switch (favoured ? criticalSection : below(12)) {
    case 0:
    case 1:
      statement.kind = Kind::Load;
      statement.order = order();
      statement.variable = variable();
      statement.second = below(2) != 0;
      return statement;
    case 2:
      statement.kind = Kind::Store;
      statement.order = order();
      statement.value = value();
      statement.variable = variable();
      return statement;
    case 3:
      statement.kind = Kind::StoreNext;
      statement.order = order();
      statement.variable = variable();
      return statement;
    case 4:
      statement.kind = Kind::FetchAdd;
      statement.variable = variable();
      return statement;
    case criticalSection:
      statement.kind = Kind::CriticalSection;
      statement.second = below(2) != 0;
      statement.nested = below(2) == 0;
      statement.variable = variable();
      return statement;
    case 6:
      statement.kind = Kind::Branch;
      statement.compared = value();
      statement.order = order();
      statement.value = value();
      statement.variable = variable();
      return statement;
    case 7:
      return comparison(Kind::Check, properties_.contains(Property::UnreachCall));
    case 8:
      return comparison(Kind::Assume, options_.assumptions);
    case 9:
      statement.kind = Kind::Input;
      return options_.inputs ? std::optional(statement) : std::nullopt;
    case 10:
      return options_.memory ? std::optional(memoryStatement()) : std::nullopt;
    default:
      return options_.loops ? std::optional(loop()) : std::nullopt;
    }
  }

  std::optional<SketchStatement> comparison(Kind kind, bool allowed) {
    if (!allowed)
      return std::nullopt;
    SketchStatement statement{};
    statement.kind = kind;
    statement.value = value();
    return statement;
  }

  SketchStatement memoryStatement() {
    static constexpr Kind kinds[] = {Kind::Allocate, Kind::HandOver, Kind::FreeHeld};
    SketchStatement statement{};
    statement.kind = kinds[below(3)];
    if (statement.kind == Kind::Allocate)
      statement.value = value();
    return statement;
  }

  SketchStatement loop() {
    SketchStatement statement{};
    statement.kind = Kind::Loop;
    statement.variable = variable();
    statement.compared = value();
    return statement;
  }

  /// Inserts the statement at a random position.
  void insert(std::vector<SketchStatement> &thread, const SketchStatement &statement) {
    const unsigned position = below(static_cast<unsigned>(thread.size()) + 1);
    thread.insert(thread.begin() + position, statement);
  }

  void addUsesOfStacks(std::vector<SketchStatement> &thread) {
    for (unsigned i = below(3); i > 0; --i) {
      SketchStatement statement{};
      statement.kind = below(2) == 0 ? Kind::OfferLocal : Kind::UseOffered;
      statement.second = below(2) == 0;
      statement.value = value();
      insert(thread, statement);
    }
  }

  /// Two labels and up to three gotos, anywhere: cycles overlap, and are entered in the middle.
  void addGotos(std::vector<SketchStatement> &thread) {
    for (unsigned label = 0; label < 2; ++label)
      insert(thread, {.kind = Kind::Label, .value = label});
    for (unsigned i = 1 + below(3); i > 0; --i) {
      SketchStatement statement{};
      statement.kind = Kind::Goto;
      statement.second = below(4) == 0;
      statement.value = below(2);
      statement.compared = below(2);
      statement.nested = below(2) == 0;
      insert(thread, statement);
    }
    for (SketchStatement &statement : thread)
      statement.nested = statement.nested && (statement.kind != Kind::Goto || mayRepeat(thread, statement));
  }

  /// Whether the goto leads forward, or may repeat the statements back to its label without end.
  bool mayRepeat(const std::vector<SketchStatement> &thread, const SketchStatement &jump) const {
    const auto label = std::find_if(thread.begin(), thread.end(), [&](const SketchStatement &statement) {
      return statement.kind == Kind::Label && statement.value == jump.value;
    });
    const auto here = thread.begin() + (&jump - thread.data());
    return label > here ||
           std::all_of(label, here, [this](const SketchStatement &statement) { return mayRepeat(statement.kind); });
  }
  bool mayRepeat(Kind kind) const {
    switch (kind) {
    case Kind::Load:
    case Kind::Check:
    case Kind::Assume:
    case Kind::Loop:
    case Kind::Label:
    case Kind::Goto:
      return options_.cycles != RandomProgramOptions::Cycles::Bounded;
    case Kind::Store:
    case Kind::Branch:
    case Kind::Input:
    case Kind::Allocate:
    case Kind::FreeHeld:
    case Kind::OfferLocal:
    case Kind::UseOffered:
    case Kind::Uninitialised:
      return options_.cycles == RandomProgramOptions::Cycles::Any;
    case Kind::StoreNext: // counts without end
    case Kind::FetchAdd:
    case Kind::CriticalSection:
    case Kind::HandOver:
      return false;
    }
    return false;
  }

  std::mt19937_64 random_;
  RandomProgramOptions options_;
  PropertySet properties_;
};

} // namespace heddle::testing
