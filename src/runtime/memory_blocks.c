// The mem* functions of <string.h>. They are not atomic: every word or byte is a separate step and a
// plain access that can race. Copies leave uninitialised bytes uninitialised.
#include "comparing.h"
#include "copying.h"

void *memcpy(void *target, const void *source, heddle_size size) {
  heddle_copy_upward(target, source, size);
  heddle_require_apart(target, source, size);
  return target;
}

void *mempcpy(void *target, const void *source, heddle_size size) {
  heddle_copy_upward(target, source, size);
  heddle_require_apart(target, source, size);
  return (char *)target + size;
}

// Comparing addresses in different objects is harmless here: either order of copying is correct for them.
void *memmove(void *target, const void *source, heddle_size size) {
  if ((heddle_address)target <= (heddle_address)source)
    heddle_copy_upward(target, source, size);
  else
    heddle_copy_downward(target, source, size);
  return target;
}

void bcopy(const void *source, void *target, heddle_size size) { memmove(target, source, size); }

void *memset(void *target, int value, heddle_size size) {
  const unsigned char byte = (unsigned char)value;
  char *const bytes = target;
  if ((((heddle_address)target | size) & 3) == 0) {
    for (heddle_size i = 0; i < size; i += 4)
      *(unsigned *)(void *)(bytes + i) = byte * 0x01010101U;
    return target;
  }
  for (heddle_size i = 0; i < size; ++i)
    bytes[i] = (char)byte;
  return target;
}

void bzero(void *target, heddle_size size) { memset(target, 0, size); }
void explicit_bzero(void *target, heddle_size size) { memset(target, 0, size); }

int memcmp(const void *first, const void *second, heddle_size size) {
  const unsigned char *const a = first;
  const unsigned char *const b = second;
  for (heddle_size i = 0; i < size; ++i) {
    const int difference = (int)a[i] - (int)b[i];
    if (difference != 0)
      return heddle_some_of_sign(difference);
  }
  return 0;
}

int bcmp(const void *first, const void *second, heddle_size size) { return memcmp(first, second, size); }

void *memchr(const void *block, int value, heddle_size size) {
  const unsigned char *const bytes = block;
  for (heddle_size i = 0; i < size; ++i)
    if (bytes[i] == (unsigned char)value)
      return (void *)(bytes + i);
  return 0;
}

void *memrchr(const void *block, int value, heddle_size size) {
  const unsigned char *const bytes = block;
  for (heddle_size i = size; i != 0; --i)
    if (bytes[i - 1] == (unsigned char)value)
      return (void *)(bytes + i - 1);
  return 0;
}
