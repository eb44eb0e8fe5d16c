// Two threads drive a device through a table of function pointers; each operation locks the device.
#include <pthread.h>

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
  pthread_mutex_lock(&device->mutex);
  const int value = device->content;
  pthread_mutex_unlock(&device->mutex);
  return value;
}

static const struct operations locked = {locked_write, locked_read};
static struct device disk = {&locked, PTHREAD_MUTEX_INITIALIZER, 0};

static void *driver(void *argument) {
  struct device *device = argument;
  for (int i = 0; i < 2; i++)
    device->operations->write(device, device->operations->read(device) / 2);
  return 0;
}

int main(void) {
  pthread_t first, second;
  pthread_create(&first, 0, driver, &disk);
  pthread_create(&second, 0, driver, &disk);
  pthread_join(first, 0);
  pthread_join(second, 0);
  return 0;
}
