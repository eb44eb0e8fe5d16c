#include "proof/proof.hpp"

#include <algorithm>

namespace heddle::proof {

const Object *Control::object(program::ObjectId id) const {
  const auto found =
      std::lower_bound(objects.begin(), objects.end(), id, [](const Object &o, auto key) { return o.id < key; });
  return found != objects.end() && found->id == id ? &*found : nullptr;
}

Object *Control::object(program::ObjectId id) {
  return const_cast<Object *>(static_cast<const Control *>(this)->object(id));
}

} // namespace heddle::proof
