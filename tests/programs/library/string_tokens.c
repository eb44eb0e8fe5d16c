// strtok_r cuts a string at its separators.
#define _GNU_SOURCE
#include <assert.h>
#include <string.h>

int main(void) {
  char text[] = ",a,,bc";
  char *rest;
  char *token = strtok_r(text, ",", &rest);
  assert(strcmp(token, "a") == 0);
  token = strtok_r(0, ",", &rest);
  assert(strcmp(token, "bc") == 0);
  assert(strtok_r(0, ",", &rest) == 0);
  return 0;
}
