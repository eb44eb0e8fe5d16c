// The log for developers and curious users: each engine tells what it does, on standard error.
//
// A disabled message costs one comparison: its arguments are not formatted. spdlog does the writing and is seen by
// log.cpp only, so that it costs no compile time elsewhere.
#pragma once

#include <fmt/format.h>

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace heddle::support {

class Log {
public:
  enum class Level : std::uint8_t {
    Off,
    Info,  // a few lines for each phase: depths, iterations, sizes
    Debug, // a line for each refinement, execution, cover
    Trace, // a line for each node, event, query to the solver
  };

  Log() = default; // off
  Log(const std::string &name, Level level);

  bool logs(Level level) const { return level <= level_; }
  Level level() const { return level_; }

  template <typename... Arguments> void info(fmt::format_string<Arguments...> text, Arguments &&...arguments) const {
    write(Level::Info, text, std::forward<Arguments>(arguments)...);
  }
  template <typename... Arguments> void debug(fmt::format_string<Arguments...> text, Arguments &&...arguments) const {
    write(Level::Debug, text, std::forward<Arguments>(arguments)...);
  }
  template <typename... Arguments> void trace(fmt::format_string<Arguments...> text, Arguments &&...arguments) const {
    write(Level::Trace, text, std::forward<Arguments>(arguments)...);
  }

private:
  template <typename... Arguments>
  void write(Level level, fmt::format_string<Arguments...> text, Arguments &&...arguments) const {
    if (logs(level))
      writeLine(level, fmt::format(text, std::forward<Arguments>(arguments)...));
  }
  void writeLine(Level level, const std::string &line) const;

  struct Sink;
  std::shared_ptr<Sink> sink_;
  Level level_ = Level::Off;
};

/// What `--log ENGINE[:LEVEL],…` asks for; `all` stands for every engine.
class LogRequest {
public:
  /// False if the text is not of that form or the level is unknown.
  bool add(std::string_view text);
  /// The names that were asked for, in order.
  const std::vector<std::string> &names() const { return names_; }
  bool isEmpty() const { return names_.empty(); }
  Log logOf(const std::string &name) const;

private:
  std::vector<std::string> names_;
  std::vector<Log::Level> levels_;
};

} // namespace heddle::support
