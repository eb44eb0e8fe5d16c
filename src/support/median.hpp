// The median of measurements.
#pragma once

#include <algorithm>
#include <vector>

namespace heddle::support {

/// Of an even number of values, the mean of the middle ones; 0 without values.
inline double median(std::vector<double> values) {
  if (values.empty())
    return 0;
  std::ranges::sort(values);
  const std::size_t middle = values.size() / 2;
  return values.size() % 2 == 1 ? values[middle] : (values[middle - 1] + values[middle]) / 2;
}

} // namespace heddle::support
