// A static semaphore is filled with bytes.
#include <assert.h>
#include <semaphore.h>
#include <string.h>
static sem_t object;
int main(void) {
  memset(&object, 0xff, sizeof object);
  sem_wait(&object);
  assert(0);
  return 0;
}
