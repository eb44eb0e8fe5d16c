#include "support/log.hpp"

#include "support/log_output.hpp"

#include <spdlog/sinks/base_sink.h>
#include <spdlog/spdlog.h>

#include <algorithm>
#include <cstdio>
#include <mutex>
#include <optional>

namespace heddle::support {

namespace {

/// All loggers share one output, so that lines do not mix.
class Output final : public spdlog::sinks::base_sink<std::mutex> {
public:
  void sendTo(std::function<void(std::string_view)> write) {
    const std::lock_guard lock(mutex_);
    write_ = std::move(write);
  }

protected:
  void sink_it_(const spdlog::details::log_msg &message) override {
    spdlog::memory_buf_t line;
    formatter_->format(message, line);
    write_({line.data(), line.size()});
  }
  void flush_() override {}

private:
  std::function<void(std::string_view)> write_ = writeToStandardError;
};

const std::shared_ptr<Output> &output() {
  static const auto shared = std::make_shared<Output>();
  return shared;
}

std::optional<Log::Level> parseLevel(std::string_view text) {
  if (text == "info")
    return Log::Level::Info;
  if (text == "debug")
    return Log::Level::Debug;
  if (text == "trace")
    return Log::Level::Trace;
  return std::nullopt;
}

spdlog::level::level_enum levelOf(Log::Level level) {
  switch (level) {
  case Log::Level::Off:
    return spdlog::level::off;
  case Log::Level::Info:
    return spdlog::level::info;
  case Log::Level::Debug:
    return spdlog::level::debug;
  case Log::Level::Trace:
    return spdlog::level::trace;
  }
  return spdlog::level::off;
}

} // namespace

void sendLogTo(std::function<void(std::string_view line)> write) { output()->sendTo(std::move(write)); }

void writeToStandardError(std::string_view line) {
  std::fwrite(line.data(), 1, line.size(), stderr);
  std::fflush(stderr);
}

struct Log::Sink {
  explicit Sink(const std::string &name) : logger(name, output()) {
    logger.set_pattern("%H:%M:%S.%e %n %l: %v");
    logger.set_level(spdlog::level::trace);
  }
  spdlog::logger logger;
};

Log::Log(const std::string &name, Level level) : level_(level) {
  if (level != Level::Off)
    sink_ = std::make_shared<Sink>(name);
}

void Log::writeLine(Level level, const std::string &line) const { sink_->logger.log(levelOf(level), line); }

bool LogRequest::add(std::string_view text) {
  while (true) {
    const std::size_t comma = text.find(',');
    const std::string_view entry = text.substr(0, comma);
    const std::size_t colon = entry.find(':');
    const std::optional<Log::Level> level =
        colon == std::string_view::npos ? Log::Level::Info : parseLevel(entry.substr(colon + 1));
    const std::string_view name = entry.substr(0, colon);
    if (name.empty() || !level)
      return false;
    names_.emplace_back(name);
    levels_.push_back(*level);
    if (comma == std::string_view::npos)
      return true;
    text.remove_prefix(comma + 1);
  }
}

Log LogRequest::logOf(const std::string &name) const {
  Log::Level level = Log::Level::Off;
  for (std::size_t i = 0; i < names_.size(); ++i)
    if (names_[i] == name || names_[i] == "all")
      level = std::max(level, levels_[i]);
  return {name, level};
}

} // namespace heddle::support
