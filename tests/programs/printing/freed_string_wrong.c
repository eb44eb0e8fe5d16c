// Wrong: the string has been freed when it is printed.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(void) {
  char *text = malloc(4);
  strcpy(text, "abc");
  free(text);
  printf("%d: %s\n", 1, text);
  return 0;
}
