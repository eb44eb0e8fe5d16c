// One verification for several properties would be as hard as the hardest of them: engines that cannot decide one of
// the properties take no part, and an execution that violates one is not followed any further. A process for each keeps
// their limits of time and memory apart.
#include "cli/each_property.hpp"

#include "cli/apart.hpp"
#include "cli/exit_codes.hpp"
#include "cli/limits.hpp"
#include "cli/memory.hpp"
#include "cli/messages.hpp"
#include "report/page.hpp"
#include "report/sarif.hpp"
#include "report/summary.hpp"
#include "support/descriptors.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <cstring>
#include <filesystem>

namespace heddle::cli {

using support::Error;
using support::Expected;

namespace {

using SteadyClock = std::chrono::steady_clock;

/// For messages and file names: "no-data-race"; of a property file, its name.
std::string labelOf(const std::string &property) { return std::filesystem::path(property).stem().string(); }

VerificationOptions optionsFor(const std::string &property, const VerificationOptions &options) {
  VerificationOptions own = options;
  own.label = labelOf(property);
  own.input.properties = {property};
  own.counterexampleFile = withLabel(options.counterexampleFile, own.label);
  own.witnessFile = withLabel(options.witnessFile, own.label);
  for (auto &[option, value] : own.engine.given)
    if (option == "--proof" || option == "--invariant")
      value = withLabel(value, own.label);
  return own;
}

/// A file in memory, for what the process of one property adds to the page.
Expected<int> memoryFile() {
  const int descriptor = memfd_create("heddle-page", 0);
  if (descriptor < 0)
    return Error{fmt::format("no file in memory can be made: {}", std::strerror(errno))};
  return descriptor;
}

/// Its content; if its process has not come to that, the little that is known.
std::string takePart(int descriptor, const std::string &label) {
  lseek(descriptor, 0, SEEK_SET);
  std::string part = support::readAll(descriptor);
  close(descriptor);
  if (!part.empty())
    return part;
  return report::pagePart({{"verdict", "unknown"}, {"reason", "its process ended early"}, {"properties", {label}}});
}

} // namespace

std::vector<std::string> requestedProperties(const VerificationOptions &options) {
  std::vector<std::string> properties;
  for (const std::string &property : options.input.properties)
    if (std::ranges::find(properties, property) == properties.end())
      properties.push_back(property);
  return properties;
}

int verifyEach(const std::vector<std::string> &properties, const VerificationOptions &options,
               const std::function<int(const VerificationOptions &)> &verify) {
  const SteadyClock::time_point begin = SteadyClock::now();
  const Expected<Limits> limits = parseLimits(options.timeout, options.memoryLimit, defaultMemoryLimit());
  if (!limits)
    return reportError(limits.error());
  InputOptions all = options.input;
  all.verbose = false;
  if (const Expected<frontend::Options> input = resolveInput(all); !input) // before the first of them is verified
    return reportError(input.error());
  passSignalsOn();
  const bool isForPrograms = options.format != Format::Text;
  std::vector<std::string> documents;
  std::vector<std::string> parts; // of the page
  int exitCode = exitTrue;
  for (std::size_t i = 0; i < properties.size() && !isToStop(); ++i) {
    VerificationOptions own = optionsFor(properties[i], options);
    if (limits->time) {
      const auto used = std::chrono::duration_cast<std::chrono::milliseconds>(SteadyClock::now() - begin);
      const auto share = (*limits->time - used) / static_cast<std::chrono::milliseconds::rep>(properties.size() - i);
      own.timeout = fmt::format("{}ms", std::max<std::chrono::milliseconds::rep>(share.count(), 1));
    }
    if (!options.reportFile.empty()) {
      const Expected<int> file = memoryFile();
      if (!file)
        return reportError(file.error());
      own.pagePart = *file;
    }
    const Expected<Ended> ended = runApart(isForPrograms, "this property", [&] { return verify(own); });
    if (!ended)
      return reportError(ended.error());
    if (own.pagePart)
      parts.push_back(takePart(*own.pagePart, own.label));
    if (ended->exitCode == exitUsage) { // the next one would end in the same way
      if (options.live)
        if (const auto written = writeFile(options.reportFile, report::page({parts.back()}, options.live)); !written)
          return reportError(written.error());
      return exitUsage;
    }
    exitCode = worse(exitCode, ended->exitCode);
    if (isForPrograms && !ended->output.empty())
      documents.push_back(ended->output);
  }
  if (isToStop())
    exitCode = worse(exitCode, exitUnknown);
  if (options.format == Format::Json)
    print(fmt::format("[\n{}]\n", fmt::join(documents, ",\n")));
  if (options.format == Format::Sarif)
    print(report::mergedSarif(documents));
  if (options.reportFile.empty())
    return exitCode;
  if (const auto written = writeFile(options.reportFile, report::page(parts, options.live)); !written)
    return reportError(written.error());
  if (!isForPrograms && !options.quiet && !options.brief)
    reportNote(fmt::format("the report is in {}", options.reportFile));
  return exitCode;
}

} // namespace heddle::cli
