// Which sanitizers this build has. They report faults and leaks themselves.
#pragma once

namespace heddle::support {

#if defined(__has_feature) // clang
#if __has_feature(address_sanitizer)
constexpr bool sanitizesAddresses = true;
#else
constexpr bool sanitizesAddresses = false;
#endif
#elif defined(__SANITIZE_ADDRESS__) // g++
constexpr bool sanitizesAddresses = true;
#else
constexpr bool sanitizesAddresses = false;
#endif

} // namespace heddle::support
