// The str* functions in common use.
#include <assert.h>
#include <string.h>
#include <strings.h>

int main(void) {
  char s[16];
  strcpy(s, "ab");
  strcat(s, "cd");
  assert(strlen(s) == 4 && strcmp(s, "abcd") == 0);
  strncat(s, "efgh", 2);
  assert(strcmp(s, "abcdef") == 0);
  assert(strncmp(s, "abxx", 2) == 0 && strncmp(s, "abxx", 3) < 0);
  assert(strchr(s, 'c') == s + 2 && strrchr(s, 'z') == 0 && strchr(s, 0) == s + 6);
  assert(strstr(s, "cde") == s + 2 && strstr(s, "ce") == 0);
  assert(strspn(s, "abx") == 2 && strcspn(s, "fe") == 4 && strpbrk(s, "ed") == s + 3);
  strncpy(s, "q", 3);
  assert(s[1] == 0 && s[2] == 0 && s[3] == 'd');
  assert(strcasecmp("HeLLo", "hEllO") == 0 && strnlen("abc", 2) == 2);
  return 0;
}
