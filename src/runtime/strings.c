// The str* functions of <string.h> that make, measure and compare strings, byte by byte as C defines
// them. Their accesses are plain: they can race and can leave the bounds of an object.
#include "comparing.h"
#include "copying.h"

void *malloc(heddle_size size);

heddle_size strlen(const char *string) {
  heddle_size length = 0;
  while (string[length] != 0)
    ++length;
  return length;
}

heddle_size strnlen(const char *string, heddle_size limit) {
  heddle_size length = 0;
  while (length < limit && string[length] != 0)
    ++length;
  return length;
}

char *stpcpy(char *target, const char *source) {
  heddle_size i = 0;
  for (; source[i] != 0; ++i)
    target[i] = source[i];
  target[i] = 0;
  heddle_require_apart(target, source, i + 1);
  return target + i;
}

char *strcpy(char *target, const char *source) {
  stpcpy(target, source);
  return target;
}

char *strncpy(char *target, const char *source, heddle_size size) {
  heddle_size i = 0;
  for (; i < size && source[i] != 0; ++i)
    target[i] = source[i];
  heddle_require_apart(target, source, i < size ? i + 1 : i);
  for (; i < size; ++i)
    target[i] = 0;
  return target;
}

char *strcat(char *target, const char *source) {
  stpcpy(target + strlen(target), source);
  return target;
}

char *strncat(char *target, const char *source, heddle_size size) {
  char *const end = target + strlen(target);
  heddle_size i = 0;
  for (; i < size && source[i] != 0; ++i)
    end[i] = source[i];
  end[i] = 0;
  heddle_require_apart(end, source, i + 1);
  return target;
}

char *strndup(const char *string, heddle_size limit) {
  const heddle_size length = strnlen(string, limit);
  char *const copy = malloc(length + 1);
  if (!copy)
    return 0;
  for (heddle_size i = 0; i < length; ++i)
    copy[i] = string[i];
  copy[length] = 0;
  return copy;
}

char *strdup(const char *string) {
  char *const copy = malloc(strlen(string) + 1);
  return copy ? strcpy(copy, string) : 0;
}

int strncmp(const char *first, const char *second, heddle_size size) {
  for (heddle_size i = 0; i < size; ++i) {
    const unsigned char a = (unsigned char)first[i];
    const unsigned char b = (unsigned char)second[i];
    if (a != b || a == 0)
      return heddle_some_of_sign((int)a - (int)b);
  }
  return 0;
}

int strcmp(const char *first, const char *second) { return strncmp(first, second, (heddle_size)-1); }

// In the "C" locale.
int strcoll(const char *first, const char *second) { return strcmp(first, second); }

static int lower(unsigned char byte) { return byte >= 'A' && byte <= 'Z' ? byte + ('a' - 'A') : byte; }

int strncasecmp(const char *first, const char *second, heddle_size size) {
  for (heddle_size i = 0; i < size; ++i) {
    const int a = lower((unsigned char)first[i]);
    const int b = lower((unsigned char)second[i]);
    if (a != b || a == 0)
      return heddle_some_of_sign(a - b);
  }
  return 0;
}

int strcasecmp(const char *first, const char *second) { return strncasecmp(first, second, (heddle_size)-1); }

char *strerror(int error) {
  (void)error;
  static char text[] = "error";
  return text;
}
