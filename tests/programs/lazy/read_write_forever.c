// A lock for readers and writers made of two counters; a reader and a writer that go round for ever.
// Safe: all changes of the counters are atomic, so no thread writes while another one reads.
#include <assert.h>
#include <pthread.h>

void __VERIFIER_atomic_begin(void);
void __VERIFIER_atomic_end(void);
int __VERIFIER_nondet_int(void);

int readers, writing, value;

void *reader(void *arg) {
  while (1) {
    int in = 0;
    while (!in) {
      __VERIFIER_atomic_begin();
      if (writing == 0) {
        readers = readers + 1;
        in = 1;
      }
      __VERIFIER_atomic_end();
    }
    int before = value;
    assert(value == before);
    __VERIFIER_atomic_begin();
    readers = readers - 1;
    __VERIFIER_atomic_end();
  }
  return arg;
}

void *writer(void *arg) {
  while (1) {
    int in = 0;
    while (!in) {
      __VERIFIER_atomic_begin();
      if (writing == 0 && readers == 0) {
        writing = 1;
        in = 1;
      }
      __VERIFIER_atomic_end();
    }
    value = __VERIFIER_nondet_int();
    writing = 0;
  }
  return arg;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, reader, 0);
  pthread_create(&b, 0, writer, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  return 0;
}
