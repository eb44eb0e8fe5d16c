// The report as one HTML file that needs no other: the viewer (web/), the reports as JSON, and the sources.
#pragma once

#include "report/json_text.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace heddle::report {

/// What a page shows of one verification, as JSON: its report, and the text of the files that the report refers to.
std::string pagePart(Json report);

/// The page for the parts, one for each property.
std::string page(const std::vector<std::string> &parts);

/// A page that is made by web/, with its data.
std::string pageWith(std::string_view page, std::string json);

} // namespace heddle::report
