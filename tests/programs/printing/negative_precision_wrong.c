// Wrong: a negative precision is as good as none.
#include <stdio.h>

int main(void) {
  char text[3] = {'a', 'b', 'c'};
  printf("%.*s\n", -1, text);
  return 0;
}
