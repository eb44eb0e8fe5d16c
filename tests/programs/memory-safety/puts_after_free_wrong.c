// puts reads the string that it prints.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(void) {
  char *text = malloc(4);
  strcpy(text, "a");
  free(text);
  puts(text);
  return 0;
}
