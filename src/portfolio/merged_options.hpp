// The options of several engines as one list.
#pragma once

#include "engines/option.hpp"

#include <string_view>
#include <vector>

namespace heddle::portfolio {

struct OptionsOfEngine {
  std::string_view engine;
  engines::OptionList list;
};

/// An option that several engines have is one option: a value is set in every engine that accepts it, and is an error
/// if none does.
engines::OptionList merge(const std::vector<OptionsOfEngine> &all);

} // namespace heddle::portfolio
