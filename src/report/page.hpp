// The report as one HTML file that needs no other: the viewer (web/), the reports as JSON, and the sources.
#pragma once

#include "report/json_text.hpp"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace heddle::report {

/// What a page shows of one verification, as JSON: its report, and the text of the files that the report refers to.
std::string pagePart(Json report);

/// A page that loads itself again when a script beside it names another version.
struct LivePage {
  std::string version;
  std::string script; // its name
};

/// The page for the parts, one for each property.
std::string page(const std::vector<std::string> &parts, const std::optional<LivePage> &live = {});

/// A page that is made by web/, with its data.
std::string pageWith(std::string_view page, const std::string &json);

} // namespace heddle::report
