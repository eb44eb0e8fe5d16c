// The functions of C11 annex K. What happens if a runtime-constraint is violated depends on the handler, of which
// nothing is known: such an execution is unsupported.
#include "formatting.h"

static const heddle_size largest = (heddle_size)-1 / 2;

void *memcpy(void *target, const void *source, heddle_size size);
void *memmove(void *target, const void *source, heddle_size size);
void *memset(void *target, int byte, heddle_size size);
heddle_size strnlen(const char *text, heddle_size limit);

static void constrain(_Bool holds) {
  if (!holds)
    __heddle_unsupported("a violation of a runtime-constraint of C11 annex K");
}

int memcpy_s(void *target, heddle_size targetSize, const void *source, heddle_size size) {
  constrain(target && source && targetSize <= largest && size <= targetSize);
  memcpy(target, source, size);
  return 0;
}

int memmove_s(void *target, heddle_size targetSize, const void *source, heddle_size size) {
  constrain(target && source && targetSize <= largest && size <= targetSize);
  memmove(target, source, size);
  return 0;
}

int memset_s(void *target, heddle_size targetSize, int byte, heddle_size size) {
  constrain(target && targetSize <= largest && size <= targetSize);
  memset(target, byte, size);
  return 0;
}

heddle_size strnlen_s(const char *text, heddle_size limit) { return text ? strnlen(text, limit) : 0; }

static void append(char *target, heddle_size targetSize, heddle_size at, const char *source, heddle_size most) {
  const heddle_size length = strnlen(source, most < targetSize ? most : targetSize);
  constrain(length < targetSize - at);
  for (heddle_size i = 0; i < length; ++i)
    target[at + i] = source[i];
  target[at + length] = 0;
}

int strcpy_s(char *target, heddle_size targetSize, const char *source) {
  constrain(target && source && targetSize != 0 && targetSize <= largest);
  append(target, targetSize, 0, source, (heddle_size)-1);
  return 0;
}

int strncpy_s(char *target, heddle_size targetSize, const char *source, heddle_size most) {
  constrain(target && source && targetSize != 0 && targetSize <= largest);
  append(target, targetSize, 0, source, most);
  return 0;
}

int strcat_s(char *target, heddle_size targetSize, const char *source) {
  constrain(target && source && targetSize != 0 && targetSize <= largest);
  const heddle_size at = strnlen(target, targetSize);
  constrain(at < targetSize);
  append(target, targetSize, at, source, (heddle_size)-1);
  return 0;
}

int strncat_s(char *target, heddle_size targetSize, const char *source, heddle_size most) {
  constrain(target && source && targetSize != 0 && targetSize <= largest);
  const heddle_size at = strnlen(target, targetSize);
  constrain(at < targetSize);
  append(target, targetSize, at, source, most);
  return 0;
}

int sprintf_s(char *target, heddle_size targetSize, const char *format, ...) {
  heddle_keep_formatting();
  constrain(target && format && targetSize != 0 && targetSize <= largest);
  const heddle_size length = __heddle_format(target, targetSize, format);
  constrain(length < targetSize);
  return (int)length;
}

int snprintf_s(char *target, heddle_size targetSize, const char *format, ...) {
  heddle_keep_formatting();
  constrain(target && format && targetSize != 0 && targetSize <= largest);
  return (int)__heddle_format(target, targetSize, format);
}
