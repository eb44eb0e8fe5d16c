// How every report in JSON is printed.
#pragma once

#include <nlohmann/json.hpp>

#include <string>

namespace heddle::report {

using Json = nlohmann::ordered_json;

/// Bytes that are not valid UTF-8, which JSON cannot represent, are replaced: source files and file names may have
/// some.
inline std::string jsonText(const Json &json) {
  return json.dump(2, ' ', false, Json::error_handler_t::replace) + '\n';
}

/// The same in one line, as a part of a larger text.
inline std::string compactJsonText(const Json &json) {
  return json.dump(-1, ' ', false, Json::error_handler_t::replace);
}

} // namespace heddle::report
