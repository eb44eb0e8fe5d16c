// Wrong: a line may begin with any character.
#define _GNU_SOURCE
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>

int main(void) {
  char *line = 0;
  size_t size = 0;
  if (getline(&line, &size, stdin) > 0)
    assert(line[0] != 'x');
  free(line);
  return 0;
}
