// The str* functions of <string.h> that search in a string.
#include "heddle.h"

heddle_size strlen(const char *string);
int strncmp(const char *first, const char *second, heddle_size size);

static _Bool contains(const char *set, char byte) {
  for (heddle_size i = 0; set[i] != 0; ++i)
    if (set[i] == byte)
      return 1;
  return 0;
}

char *strchr(const char *string, int value) {
  const char byte = (char)value;
  for (heddle_size i = 0;; ++i) {
    const char here = string[i];
    if (here == byte)
      return (char *)(string + i);
    if (here == 0)
      return 0;
  }
}

char *index(const char *string, int value) { return strchr(string, value); }

char *strchrnul(const char *string, int value) {
  char *const found = strchr(string, value);
  return found ? found : (char *)(string + strlen(string));
}

char *strrchr(const char *string, int value) {
  const char byte = (char)value;
  const char *last = 0;
  for (heddle_size i = 0;; ++i) {
    const char here = string[i];
    if (here == byte)
      last = string + i;
    if (here == 0)
      return (char *)last;
  }
}

char *rindex(const char *string, int value) { return strrchr(string, value); }

char *strstr(const char *string, const char *part) {
  const heddle_size length = strlen(part);
  for (;; ++string) {
    if (strncmp(string, part, length) == 0)
      return (char *)string;
    if (*string == 0)
      return 0;
  }
}

heddle_size strspn(const char *string, const char *set) {
  heddle_size length = 0;
  while (string[length] != 0 && contains(set, string[length]))
    ++length;
  return length;
}

heddle_size strcspn(const char *string, const char *set) {
  heddle_size length = 0;
  while (string[length] != 0 && !contains(set, string[length]))
    ++length;
  return length;
}

char *strpbrk(const char *string, const char *set) {
  const heddle_size length = strcspn(string, set);
  return string[length] != 0 ? (char *)(string + length) : 0;
}

char *strtok_r(char *string, const char *separators, char **rest) {
  char *start = string ? string : *rest;
  start += strspn(start, separators);
  if (*start == 0) {
    *rest = start;
    return 0;
  }
  char *const end = start + strcspn(start, separators);
  if (*end == 0) {
    *rest = end;
  } else {
    *end = 0;
    *rest = end + 1;
  }
  return start;
}

char *__strtok_r(char *string, const char *separators, char **rest) { return strtok_r(string, separators, rest); }

// The static position makes concurrent use a data race, as it is in reality.
char *strtok(char *string, const char *separators) {
  static char *rest;
  return strtok_r(string, separators, &rest);
}

char *strsep(char **string, const char *separators) {
  char *const start = *string;
  if (!start)
    return 0;
  char *const end = start + strcspn(start, separators);
  if (*end == 0) {
    *string = 0;
  } else {
    *end = 0;
    *string = end + 1;
  }
  return start;
}
