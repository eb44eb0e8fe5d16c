#include "cli/assumptions.hpp"

#include "cli/suggest.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <optional>
#include <string_view>

namespace heddle::cli {

using frontend::ExternModel;
using support::Error;
using support::Expected;

namespace {

constexpr std::string_view externPrefix = "extern:";

std::optional<ExternModel> modelNamed(std::string_view text) {
  for (const ExternModel model : {ExternModel::Any, ExternModel::Pure, ExternModel::Fresh, ExternModel::Null})
    if (frontend::name(model) == text)
      return model;
  return std::nullopt;
}

/// FUNCTION=MODEL
std::optional<Error> addExtern(std::string_view text, Assumptions &assumptions) {
  const std::size_t equals = text.find('=');
  const std::string function(text.substr(0, equals));
  const std::optional<ExternModel> model =
      equals == std::string_view::npos ? std::nullopt : modelNamed(text.substr(equals + 1));
  if (function.empty() || !model)
    return Error{fmt::format("--assume extern:{}: what follows 'extern:' must be FUNCTION=any, FUNCTION=pure, "
                             "FUNCTION=fresh or FUNCTION=null",
                             text)};
  const auto [known, isNew] = assumptions.externs.try_emplace(function, *model);
  if (!isNew && known->second != *model)
    return Error{fmt::format("--assume extern:{}={} contradicts --assume extern:{}={}", function,
                             frontend::name(*model), function, frontend::name(known->second))};
  return std::nullopt;
}

} // namespace

Expected<Assumptions> parseAssumptions(const std::vector<std::string> &texts) {
  Assumptions assumptions;
  for (const std::string &text : texts) {
    if (text == "no-undefined-behaviour") {
      assumptions.noUndefinedBehaviour = true;
    } else if (text == "extern-pure") {
      assumptions.externPure = true;
    } else if (text == "no-outside-signals") {
      assumptions.noOutsideSignals = true;
    } else if (text.starts_with(externPrefix)) {
      if (std::optional<Error> error = addExtern(std::string_view(text).substr(externPrefix.size()), assumptions))
        return *error;
    } else {
      const std::vector<std::string> names{"no-undefined-behaviour", "no-outside-signals", "extern-pure",
                                           "extern:FUNCTION=any"};
      return Error{fmt::format("--assume {}: there is no such assumption{}; there are no-undefined-behaviour, "
                               "no-outside-signals, extern-pure and extern:FUNCTION=any, =pure, =fresh or =null",
                               text, didYouMean(text, names))};
    }
  }
  return assumptions;
}

void warnOfUnused(const Assumptions &assumptions, program::Program &program) {
  for (const auto &[function, model] : assumptions.externs) {
    const std::string name = fmt::format("{}{}={}", externPrefix, function, frontend::name(model));
    if (std::ranges::find(program.assumptions, name) == program.assumptions.end())
      program.warnings.push_back(
          {fmt::format("--assume {} has no effect: no reachable call of {} lacks a body and a model", name, function),
           {},
           false});
  }
}

} // namespace heddle::cli
