// Wrong: printf looks for the end of a string that has none.
#include <stdio.h>

int main(void) {
  char text[3] = {'a', 'b', 'c'};
  printf("%s\n", text);
  return 0;
}
