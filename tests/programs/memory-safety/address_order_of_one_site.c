// Both objects are from the same call of malloc; which one has the lower address is not specified.
#include <assert.h>
#include <stdlib.h>

char *objects[2];

int main(void) {
  for (int i = 0; i < 2; i++)
    objects[i] = malloc(8);
  assert(objects[0] < objects[1]);
  return 0;
}
