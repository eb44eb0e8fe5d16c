// The table has a function that reads without the mutex.
#include <pthread.h>

_Bool __VERIFIER_nondet_bool(void);

struct device;

struct operations {
  void (*write)(struct device *device, int value);
  int (*read)(struct device *device);
};

struct device {
  const struct operations *operations;
  pthread_mutex_t mutex;
  int content;
};

static void locked_write(struct device *device, int value) {
  pthread_mutex_lock(&device->mutex);
  device->content = value;
  pthread_mutex_unlock(&device->mutex);
}

static int locked_read(struct device *device) {
  const int value = device->content;
  return value;
}

static const struct operations locked = {locked_write, locked_read};
static struct device disk = {&locked, PTHREAD_MUTEX_INITIALIZER, 0};

static void *driver(void *argument) {
  struct device *device = argument;
  while (__VERIFIER_nondet_bool())
    device->operations->write(device, device->operations->read(device) / 2);
  return 0;
}

int main(void) {
  pthread_t thread;
  while (__VERIFIER_nondet_bool())
    pthread_create(&thread, 0, driver, &disk);
  return 0;
}
