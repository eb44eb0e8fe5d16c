// The browser of the user.
#pragma once

#include <optional>
#include <string>

namespace heddle::cli {

/// The file as an address: file:///tmp/a%20b.html
std::string fileAddress(const std::string &path);

/// Opens the address in the background. Returns the program that does; none if there is no browser or no display.
std::optional<std::string> openInBrowser(const std::string &address);

} // namespace heddle::cli
