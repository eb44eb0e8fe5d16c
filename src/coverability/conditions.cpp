#include "coverability/conditions.hpp"

#include <algorithm>

namespace heddle::coverability {

using support::Expected;

bool ConditionReader::acceptKeyword(std::string_view keyword) {
  Scanner ahead = scanner_;
  ahead.skipSpace();
  if (keyword.empty() || ahead.word() != keyword)
    return false;
  scanner_ = ahead;
  return true;
}

Expected<LocalState> ConditionReader::variable() {
  scanner_.skipSpace();
  const Scanner before = scanner_;
  std::string name;
  if (scanner_.accept("\"")) {
    while (!scanner_.atEnd() && scanner_.peek() != '"' && scanner_.peek() != '\n') {
      name += scanner_.peek();
      scanner_.accept(name.substr(name.size() - 1));
    }
    if (!scanner_.accept("\""))
      return before.error("no closing quotation mark");
  } else {
    name = scanner_.word();
  }
  if (name.empty())
    return before.error("expected a variable");
  const auto found = names_.find(name);
  if (found == names_.end())
    return before.error(fmt::format("unknown variable '{}'", name));
  return found->second;
}

Expected<Count> ConditionReader::number() {
  scanner_.skipSpace();
  return scanner_.number();
}

Expected<Range> ConditionReader::range() {
  const auto place = variable();
  if (!place)
    return place.error();
  Range range{.variable = *place};
  scanner_.skipSpace();
  if (acceptKeyword("in")) {
    scanner_.skipSpace();
    if (!scanner_.accept("["))
      return scanner_.error("expected '['");
    const auto least = number();
    if (!least)
      return least.error();
    scanner_.skipSpace();
    if (!scanner_.accept(","))
      return scanner_.error("expected ','");
    const auto most = number();
    if (!most)
      return most.error();
    scanner_.skipSpace();
    if (!scanner_.accept("]") || *most < *least)
      return scanner_.error("expected ']' after a number that is not smaller than the first");
    range.least = *least;
    range.most = *most;
    return range;
  }
  const bool exact = !scanner_.accept(">=");
  if (exact && !scanner_.accept("="))
    return scanner_.error("expected '>=', '=' or 'in'");
  const auto bound = number();
  if (!bound)
    return bound.error();
  range.least = *bound;
  if (exact)
    range.most = *bound;
  return range;
}

Expected<bool> ConditionReader::conjunct(std::map<LocalState, Range> &known) {
  scanner_.skipSpace();
  const Scanner before = scanner_;
  const auto condition = range();
  if (!condition)
    return condition.error();
  Range &common = known.try_emplace(condition->variable, *condition).first->second;
  common.least = std::max(common.least, condition->least);
  common.most = std::min(common.most, condition->most);
  if (common.least > common.most)
    return before.error("this contradicts what was said about the variable before");
  return true;
}

Expected<std::vector<std::vector<Range>>> ConditionReader::alternatives(std::string_view keyword) {
  std::vector<std::vector<Range>> result;
  while (!acceptKeyword(keyword)) {
    scanner_.skipSpace();
    if (scanner_.atEnd())
      break;
    std::map<LocalState, Range> conjunction;
    do {
      if (const auto read = conjunct(conjunction); !read)
        return read.error();
      scanner_.skipBlanks();
    } while (scanner_.accept(","));
    if (!scanner_.atEnd() && scanner_.peek() != '\n')
      return scanner_.error("expected ',' or the end of the line");
    result.emplace_back();
    for (const auto &[variable, condition] : conjunction)
      result.back().push_back(condition);
  }
  if (result.empty())
    return scanner_.error("expected a condition, as in x >= 1");
  return result;
}

Expected<std::vector<Configuration>> ConditionReader::targets(std::string_view keyword) {
  const Scanner before = scanner_;
  const auto conditions = alternatives(keyword);
  if (!conditions)
    return conditions.error();
  std::vector<Configuration> result;
  for (const auto &ranges : *conditions) {
    Configuration target;
    for (const Range &condition : ranges) {
      if (condition.most != omega)
        return before.error("targets must be upward closed: only >= is possible in them");
      assign(target.threads, condition.variable, condition.least);
    }
    result.push_back(std::move(target));
  }
  return result;
}

Expected<std::vector<Configuration>> parseNetTargets(const System &system, std::string_view text,
                                                     const std::string &path) {
  PlaceNames names;
  for (LocalState place = 0; place < system.localNames.size(); ++place)
    names.emplace(system.localNames[place], place);
  Scanner scanner(text, path, "#");
  return ConditionReader(scanner, names).targets("");
}

} // namespace heddle::coverability
