// A stream that is closed twice: undefined behaviour.
#include <stdio.h>

int main(void) {
  FILE *file = fopen("input", "r");
  if (file == NULL)
    return 1;
  fclose(file);
  fclose(file);
  return 0;
}
