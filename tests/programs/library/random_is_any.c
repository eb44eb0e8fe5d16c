// rand gives any number, whatever the seed.
#include <stdlib.h>
extern void reach_error(void);

int main(void) {
  srand(1);
  if (rand() % 2 == 1 && random() % 2 == 0)
    reach_error();
  return 0;
}
