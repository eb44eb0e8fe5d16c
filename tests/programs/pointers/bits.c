// A pointer that is put together from its bits.
#include <pthread.h>
#include <stdint.h>

int x;
uintptr_t rebuilt;

void *writer(void *arg) {
  *(int *)rebuilt = 1;
  return arg;
}

int main(void) {
  const uintptr_t address = (uintptr_t)&x;
  for (int i = 0; i < 64; i++)
    rebuilt |= (uintptr_t)((address >> i & 1) != 0) << i;
  pthread_t thread;
  pthread_create(&thread, 0, writer, 0);
  int value = x;
  pthread_join(thread, 0);
  return value;
}
