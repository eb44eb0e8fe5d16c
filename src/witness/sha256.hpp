// SHA-256 (FIPS 180-4), by which witnesses identify the files of a program.
#pragma once

#include <string>
#include <string_view>

namespace heddle::witness {

/// 64 hexadecimal digits.
std::string sha256(std::string_view text);

} // namespace heddle::witness
