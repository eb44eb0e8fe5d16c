// The state equation with trap refinement (Esparza, Ledesma-Garza, Majumdar, Meyer, Niksic: An SMT-based approach to
// coverability analysis, CAV 2014), as two linear programs over the rationals for a configuration c.
//
// The primal asks for an initial configuration, a number of firings of each transition and a number of threads that
// each transfer moves, such that the sum of their effects is a configuration above c. A solution is necessary for c to
// be coverable. Given a solution m, the largest trap among the places that are empty in m is computed. If it is marked
// initially, it stays marked, so m is not reachable, and the condition that the trap is marked is added.
//
// If the primal has no solution, its dual has one, and that is a certificate: weights of places such that no
// transition increases the weighted sum, which therefore stays within its initial bound, while c exceeds it. Weights,
// multiples of traps and the bound are those of `Weighting`. Further configurations are first compared with the known
// weightings: a scalar product instead of a linear program.
#include "coverability/state_equation.hpp"

#include "support/bits.hpp"

#include <z3++.h>

#include <algorithm>
#include <map>
#include <numeric>
#include <set>

namespace heddle::coverability {

namespace {

constexpr unsigned queryMilliseconds = 80; // the search polls its cancellation between queries
constexpr std::size_t mostPlaces = 1500;
constexpr std::size_t mostTransitions = 5000;
constexpr int mostTrapsPerQuery = 8;

using Wide = support::SignedBits;

/// Σ coefficient · variable.
using Row = std::vector<std::pair<std::int64_t, std::uint32_t>>;

Row effectOf(const System &system, const Transition &transition) {
  std::map<std::uint32_t, std::int64_t> effect;
  const LocalState locals = system.localStates();
  if (transition.from != transition.to) {
    ++effect[locals + transition.to];
    --effect[locals + transition.from];
  }
  for (const Entry &entry : system.put(transition))
    effect[entry.local] += entry.count;
  for (const Entry &entry : system.take(transition))
    effect[entry.local] -= entry.count;
  Row row;
  for (const auto &[place, change] : effect) {
    if (change != 0)
      row.emplace_back(change, place);
  }
  return row;
}

/// The distinct effects of transitions, and of single threads in transfers.
std::set<Row> effects(const System &system) {
  std::set<Row> rows;
  for (const Transition &transition : system.transitions()) {
    rows.insert(effectOf(system, transition));
    for (const Transfer &transfer : system.transfers(transition)) {
      if (transfer.to.empty())
        rows.insert(Row{{-1, transfer.from}});
      for (const LocalState to : transfer.to) {
        if (to != transfer.from)
          rows.insert(to < transfer.from ? Row{{1, to}, {-1, transfer.from}} : Row{{-1, transfer.from}, {1, to}});
      }
    }
  }
  rows.erase(Row{});
  return rows;
}

/// The largest trap among the places, by removing places from which a transition takes without putting into the set.
std::vector<std::uint32_t> largestTrap(const System &system, std::set<std::uint32_t> places) {
  const LocalState locals = system.localStates();
  const auto in = [&](std::uint32_t place) { return places.contains(place); };
  for (bool changed = true; changed && !places.empty();) {
    changed = false;
    const auto drop = [&](std::uint32_t place) { changed = places.erase(place) != 0 || changed; };
    for (const Transition &transition : system.transitions()) {
      const auto put = system.put(transition);
      if (in(locals + transition.to) ||
          std::any_of(put.begin(), put.end(), [&](const Entry &entry) { return in(entry.local); }))
        continue;
      drop(locals + transition.from);
      for (const Entry &entry : system.take(transition))
        drop(entry.local);
      for (const Transfer &transfer : system.transfers(transition)) {
        if (transfer.to.empty() || !std::all_of(transfer.to.begin(), transfer.to.end(), in))
          drop(transfer.from);
      }
    }
  }
  return {places.begin(), places.end()};
}

bool isMarkedInitially(const System &system, const std::vector<std::uint32_t> &places) {
  const auto in = [&](std::uint32_t place) { return std::binary_search(places.begin(), places.end(), place); };
  return std::all_of(system.initial.begin(), system.initial.end(), [&](const InitialSet &set) {
    return in(system.localStates() + set.most.shared) ||
           std::any_of(set.least.begin(), set.least.end(), [&](const Entry &entry) { return in(entry.local); });
  });
}

z3::expr number(z3::context &context, std::int64_t value) { return context.real_val(std::to_string(value).c_str()); }

z3::expr sumOf(z3::context &context, const z3::expr_vector &summands) {
  return summands.empty() ? number(context, 0) : z3::sum(summands);
}

void limit(z3::context &context, z3::solver &solver) {
  z3::params parameters(context);
  parameters.set("timeout", queryMilliseconds);
  parameters.set("ctrl_c", false); // Z3's own handler of SIGINT is not made for searches in two threads
  solver.set(parameters);
}

/// Numerators over one common denominator; nullopt if they are too large.
std::optional<std::vector<std::int64_t>> toIntegers(const z3::model &model, const std::vector<z3::expr> &variables) {
  constexpr std::int64_t most = std::int64_t{1} << 31;
  std::vector<std::pair<std::int64_t, std::int64_t>> fractions;
  std::int64_t common = 1;
  for (const z3::expr &variable : variables) {
    const z3::expr value = model.eval(variable, true);
    std::int64_t above = 0;
    std::int64_t below = 1;
    if (!value.numerator().is_numeral_i64(above) || !value.denominator().is_numeral_i64(below) || below > most)
      return std::nullopt;
    common = std::lcm(common, below);
    if (common > most || above > most || above < -most)
      return std::nullopt;
    fractions.emplace_back(above, below);
  }
  std::vector<std::int64_t> result;
  for (const auto &[above, below] : fractions)
    result.push_back(above * (common / below)); // below 2^62
  return result;
}

} // namespace

struct StateEquation::Primal {
  z3::context context;
  z3::solver solver{context, "QF_LRA"};
  std::vector<z3::expr> marking; // by place
};

struct StateEquation::Dual {
  z3::context context;
  z3::solver solver{context, "QF_LRA"};
  std::vector<z3::expr> weights;   // by place
  std::vector<z3::expr> multiples; // by trap
};

bool StateEquation::suits(const System &system) {
  return std::size_t{system.sharedStates()} + system.localStates() <= mostPlaces &&
         system.transitions().size() <= mostTransitions;
}

StateEquation::StateEquation(const System &system)
    : system_(system), primal_(std::make_unique<Primal>()), dual_(std::make_unique<Dual>()) {
  const std::uint32_t places = system.localStates() + system.sharedStates();
  const std::set<Row> rows = effects(system);

  z3::context &dual = dual_->context;
  for (std::uint32_t place = 0; place < places; ++place) {
    dual_->weights.push_back(dual.real_const(("w" + std::to_string(place)).c_str()));
    if (place < system.localStates())
      dual_->solver.add(dual_->weights.back() >= 0);
  }
  for (const Row &row : rows) {
    z3::expr_vector summands(dual);
    for (const auto &[coefficient, place] : row)
      summands.push_back(number(dual, coefficient) * dual_->weights[place]);
    dual_->solver.add(sumOf(dual, summands) <= 0);
  }
  for (const InitialSet &set : system.initial) {
    for (const Entry &entry : set.most.threads) {
      if (entry.count == omega)
        dual_->solver.add(dual_->weights[entry.local] == 0);
    }
  }
  limit(dual, dual_->solver);

  z3::context &primal = primal_->context;
  std::vector<z3::expr_vector> changes; // added one by one: copies of a z3::expr_vector share their content
  for (std::uint32_t place = 0; place < places; ++place)
    changes.emplace_back(primal);
  std::uint32_t next = 0;
  for (const Row &row : rows) {
    const z3::expr times = primal.real_const(("n" + std::to_string(next++)).c_str());
    primal_->solver.add(times >= 0);
    for (const auto &[coefficient, place] : row)
      changes[place].push_back(number(primal, coefficient) * times);
  }
  const InitialSet &first = system.initial.front();
  for (std::uint32_t place = 0; place < places; ++place) {
    z3::expr start = number(primal, place == system.localStates() + first.most.shared ? 1 : 0);
    if (place < system.localStates()) {
      const Count least = count(first.least, place);
      const Count most = count(first.most.threads, place);
      start = number(primal, least);
      if (most != least) {
        start = primal.real_const(("i" + std::to_string(place)).c_str());
        primal_->solver.add(start >= number(primal, least));
        if (most != omega)
          primal_->solver.add(start <= number(primal, most));
      }
    }
    primal_->marking.push_back(primal.real_const(("m" + std::to_string(place)).c_str()));
    primal_->solver.add(primal_->marking.back() >= 0);
    primal_->solver.add(primal_->marking.back() == start + sumOf(primal, changes[place]));
  }
  limit(primal, primal_->solver);
}

StateEquation::~StateEquation() = default;

std::optional<Weighting> StateEquation::exclude(const Configuration &configuration,
                                                support::Cancellation &cancellation) {
  if (system_.initial.size() != 1) // the primal knows one initial set only, and traps need it
    return weigh(configuration);
  for (int round = 0; round < mostTrapsPerQuery && !cancellation.poll(); ++round) {
    bool feasible = true;
    const auto trap = emptyTrap(configuration, feasible);
    if (!feasible)
      return weigh(configuration);
    if (!trap)
      return std::nullopt;
    z3::expr_vector tokens(primal_->context);
    const z3::expr multiple = dual_->context.real_const(("t" + std::to_string(traps_.size())).c_str());
    dual_->multiples.push_back(multiple);
    dual_->solver.add(multiple >= 0);
    for (const std::uint32_t place : trap->places)
      tokens.push_back(primal_->marking[place]);
    primal_->solver.add(sumOf(primal_->context, tokens) >= 1);
    traps_.push_back(*trap);
    // A weight minus the multiples of traps must not be negative. Older conditions are weaker and may stay.
    for (const std::uint32_t place : trap->places) {
      if (place >= system_.localStates())
        continue;
      z3::expr left = dual_->weights[place];
      for (std::size_t other = 0; other < traps_.size(); ++other) {
        if (std::binary_search(traps_[other].places.begin(), traps_[other].places.end(), place))
          left = left - dual_->multiples[other];
      }
      dual_->solver.add(left >= 0);
    }
  }
  return std::nullopt;
}

std::optional<Trap> StateEquation::emptyTrap(const Configuration &configuration, bool &feasible) {
  z3::solver &solver = primal_->solver;
  solver.push();
  for (const Entry &entry : configuration.threads)
    solver.add(primal_->marking[entry.local] >= number(primal_->context, entry.count));
  solver.add(primal_->marking[system_.localStates() + configuration.shared] >= 1);
  const z3::check_result answer = solver.check();
  feasible = answer != z3::unsat;
  std::optional<Trap> trap;
  if (answer == z3::sat) {
    const z3::model model = solver.get_model();
    std::set<std::uint32_t> empty;
    for (std::uint32_t place = 0; place < primal_->marking.size(); ++place) {
      std::int64_t value = 1;
      if (model.eval(primal_->marking[place], true).is_numeral_i64(value) && value == 0)
        empty.insert(place);
    }
    Trap largest{largestTrap(system_, std::move(empty))};
    if (!largest.places.empty() && isMarkedInitially(system_, largest.places))
      trap = std::move(largest);
  }
  solver.pop();
  return trap;
}

std::optional<Weighting> StateEquation::weigh(const Configuration &configuration) {
  z3::context &context = dual_->context;
  const std::uint32_t locals = system_.localStates();
  // The weight of the configuration without its part in traps, minus the initial weight, plus the least weight of the
  // traps, must be positive.
  z3::expr_vector has(context);
  has.push_back(dual_->weights[locals + configuration.shared]);
  for (const Entry &entry : configuration.threads)
    has.push_back(number(context, entry.count) * dual_->weights[entry.local]);
  for (std::size_t trap = 0; trap < traps_.size(); ++trap) {
    std::int64_t tokens = 0;
    for (const std::uint32_t place : traps_[trap].places)
      tokens += place < locals ? std::int64_t{count(configuration.threads, place)}
                               : std::int64_t{place == locals + configuration.shared};
    has.push_back(number(context, 1 - tokens) * dual_->multiples[trap]);
  }
  const z3::expr sum = sumOf(context, has);
  const auto initially = [&](const InitialSet &set) {
    z3::expr_vector summands(context);
    summands.push_back(dual_->weights[locals + set.most.shared]);
    for (const Entry &entry : set.most.threads) {
      if (entry.count != omega)
        summands.push_back(number(context, entry.count) * dual_->weights[entry.local]);
    }
    return z3::sum(summands);
  };
  z3::solver &solver = dual_->solver;
  solver.push();
  for (const InitialSet &set : system_.initial)
    solver.add(sum - initially(set) >= 1);
  std::optional<std::vector<std::int64_t>> values;
  if (solver.check() == z3::sat) {
    std::vector<z3::expr> variables = dual_->weights;
    variables.insert(variables.end(), dual_->multiples.begin(), dual_->multiples.end());
    values = toIntegers(solver.get_model(), variables);
  }
  solver.pop();
  if (!values)
    return std::nullopt;

  Weighting result;
  const auto places = static_cast<std::ptrdiff_t>(dual_->weights.size());
  result.weights.assign(values->begin(), values->begin() + places);
  result.combined = result.weights;
  Wide least = 0;
  for (std::size_t trap = 0; trap < traps_.size(); ++trap) {
    const std::int64_t multiple = (*values)[static_cast<std::size_t>(places) + trap];
    if (multiple == 0)
      continue;
    result.traps.push_back({static_cast<std::uint32_t>(trap), multiple});
    least += multiple;
    for (const std::uint32_t place : traps_[trap].places) {
      if (result.combined[place] < INT64_MIN + multiple)
        return std::nullopt;
      result.combined[place] -= multiple;
    }
  }
  std::optional<Wide> most;
  for (const InitialSet &set : system_.initial) {
    Wide weight = result.weights[locals + set.most.shared];
    for (const Entry &entry : set.most.threads) {
      if (entry.count != omega)
        weight += Wide{result.weights[entry.local]} * Wide{entry.count};
    }
    most = std::max(most.value_or(weight), weight);
  }
  const Wide bound = *most - least;
  if (bound > INT64_MAX || bound < INT64_MIN)
    return std::nullopt;
  result.bound = static_cast<std::int64_t>(bound);
  return excludes(result, system_, configuration) ? std::optional(std::move(result)) : std::nullopt;
}

} // namespace heddle::coverability
