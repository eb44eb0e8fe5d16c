// The file may not exist.
#include <assert.h>
#include <stdio.h>

int main(void) {
  FILE *file = fopen("input", "r");
  assert(file != NULL);
  fclose(file);
  return 0;
}
