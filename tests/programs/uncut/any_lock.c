// A lock or a semaphore is not data that is written, but a function that is given one may use it.
#include <assert.h>
#include <semaphore.h>

static sem_t slots;
void use(sem_t *semaphore);

int main(void) {
  int value;
  sem_init(&slots, 0, 1);
  use(&slots);
  sem_getvalue(&slots, &value);
  assert(value == 1);
  return 0;
}
