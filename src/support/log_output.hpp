// Where the log goes: standard error, unless a process hands its lines to another one.
#pragma once

#include <functional>
#include <string_view>

namespace heddle::support {

/// From now on, `write` receives each line of every log of this process, with its line break.
void sendLogTo(std::function<void(std::string_view line)> write);

/// As the log does by default: the line as a whole, at once.
void writeToStandardError(std::string_view line);

} // namespace heddle::support
