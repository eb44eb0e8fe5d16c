#include "portfolio/suppressions.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <fnmatch.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <fstream>
#include <iterator>
#include <numeric>
#include <sstream>
#include <string_view>
#include <utility>

namespace heddle::portfolio {

using program::Property;
using program::PropertySet;
using support::Error;

namespace {

struct Kind {
  std::string_view name;
  PropertySet properties;
};
constexpr std::array kinds{
    Kind{"race", {Property::NoDataRace}},
    Kind{"assertion", {Property::UnreachCall}},
    Kind{"deadlock", {Property::NoDeadlock}},
    Kind{"memory", {Property::ValidDeref, Property::ValidFree, Property::ValidMemtrack}},
    Kind{"overflow", {Property::NoOverflow}},
    Kind{"lock", {Property::LockDiscipline}},
    Kind{"any", PropertySet::all()},
};

bool matches(const std::string &pattern, const std::string &text) {
  return fnmatch(pattern.c_str(), text.c_str(), 0) == 0;
}

/// The whole path, or an end of it.
bool matchesPath(const std::string &pattern, const std::string &path) {
  for (std::size_t begin = 0; begin != std::string::npos;) {
    if (matches(pattern, path.substr(begin)))
      return true;
    const std::size_t slash = path.find('/', begin);
    begin = slash == std::string::npos ? slash : slash + 1;
  }
  return false;
}

} // namespace

std::optional<Error> Suppressions::addFile(const std::string &path) {
  std::ifstream stream(path);
  if (!stream)
    return Error{fmt::format("{}: cannot be read: {}", path, std::strerror(errno))};
  return add(std::string(std::istreambuf_iterator<char>(stream), {}), path);
}

std::optional<Error> Suppressions::add(const std::string &text, const std::string &path) {
  constexpr std::array<std::pair<std::string_view, Subject>, 4> subjects{{{"function:", Subject::Function},
                                                                          {"file:", Subject::File},
                                                                          {"at:", Subject::Place},
                                                                          {"variable:", Subject::Variable}}};
  std::istringstream lines(text);
  unsigned number = 0;
  for (std::string line; std::getline(lines, line);) {
    const std::string place = fmt::format("{}:{}", path, ++number);
    std::istringstream words(line);
    std::string word;
    if (!(words >> word) || word.starts_with('#'))
      continue;
    const auto *kind = std::ranges::find(kinds, word, &Kind::name);
    if (kind == kinds.end())
      return Error{fmt::format("{}: '{}' is not a kind of violation; there are race, assertion, deadlock, memory, "
                               "overflow, lock and any",
                               place, word)};
    Rule rule{kind->properties, {}, place};
    while (words >> word) {
      const auto *subject =
          std::ranges::find_if(subjects, [&](const auto &candidate) { return word.starts_with(candidate.first); });
      if (subject == subjects.end() || word.size() == subject->first.size())
        return Error{fmt::format("{}: '{}' is not a condition; there are function:NAME, file:NAME, at:FILE:LINE and "
                                 "variable:NAME",
                                 place, word)};
      rule.conditions.push_back({subject->second, word.substr(subject->first.size())});
    }
    if (rule.conditions.empty())
      return Error{
          fmt::format("{}: a rule without a condition would suppress everything of its kind; file:* says so", place)};
    rules_.push_back(std::move(rule));
  }
  return std::nullopt;
}

bool Suppressions::holds(const Condition &condition, const ViolationFacts &violation) {
  const auto fileOf = [](const std::string &place) { return place.substr(0, place.rfind(':')); };
  switch (condition.subject) {
  case Subject::Function:
    return std::ranges::any_of(violation.functions,
                               [&](const std::string &name) { return matches(condition.pattern, name); });
  case Subject::File:
    return std::ranges::any_of(violation.places,
                               [&](const std::string &place) { return matchesPath(condition.pattern, fileOf(place)); });
  case Subject::Place:
    return std::ranges::any_of(violation.places,
                               [&](const std::string &place) { return matchesPath(condition.pattern, place); });
  case Subject::Variable:
    return !violation.variable.empty() && matches(condition.pattern, violation.variable);
  }
  return false;
}

bool Suppressions::suppress(const ViolationFacts &violation) {
  for (Rule &rule : rules_) {
    if (!rule.properties.contains(violation.property) ||
        !std::ranges::all_of(rule.conditions, [&](const Condition &c) { return holds(c, violation); }))
      continue;
    ++rule.used;
    return true;
  }
  return false;
}

std::size_t Suppressions::count() const {
  return std::accumulate(rules_.begin(), rules_.end(), std::size_t{0},
                         [](std::size_t sum, const Rule &rule) { return sum + rule.used; });
}

std::string Suppressions::usedRules() const {
  std::vector<std::string> texts;
  for (const Rule &rule : rules_)
    if (rule.used != 0)
      texts.push_back(fmt::format("{}: {}", rule.place, rule.used));
  return fmt::format("{}", fmt::join(texts, ", "));
}

} // namespace heddle::portfolio
