#include "reference_buffer.h"

#include <errno.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

struct buffer_storage {
  atomic_size_t references;
  size_t capacity;
  unsigned char bytes[];
};

/// New storage with one reference; null if memory is exhausted.
static struct buffer_storage *make_storage(size_t capacity) {
  if (capacity > SIZE_MAX - sizeof(struct buffer_storage))
    return NULL;
  struct buffer_storage *storage = malloc(sizeof *storage + capacity);
  if (storage == NULL)
    return NULL;
  atomic_init(&storage->references, 1);
  storage->capacity = capacity;
  return storage;
}

static void add_reference(struct buffer_storage *storage) {
  // Relaxed: the caller has a handle, so the storage cannot go away meanwhile.
  if (storage != NULL)
    atomic_fetch_add_explicit(&storage->references, 1, memory_order_relaxed);
}

static void drop_reference(struct buffer_storage *storage) {
  if (storage == NULL)
    return;
#if defined(WRONG_TEST_LATER)
  atomic_fetch_sub_explicit(&storage->references, 1, memory_order_acq_rel);
  if (atomic_load_explicit(&storage->references, memory_order_acquire) == 0)
    free(storage);
#elif defined(WRONG_RELEASE_RELAXED)
  if (atomic_fetch_sub_explicit(&storage->references, 1, memory_order_relaxed) == 1)
    free(storage);
#else
  // Release: what this thread has read and written comes before the end of the storage. Acquire: the thread that ends
  // it comes after all others.
  if (atomic_fetch_sub_explicit(&storage->references, 1, memory_order_acq_rel) == 1)
    free(storage);
#endif
}

/// Whether the caller has the only handle. If so, there cannot be a second one meanwhile, as making it takes a handle.
static bool is_unique(struct buffer_storage *storage) {
  // Acquire: the reads of handles that have been released come before the writes that are to follow.
  return atomic_load_explicit(&storage->references, memory_order_acquire) == 1;
}

void buffer_init(struct buffer *buffer) {
  buffer->storage = NULL;
  buffer->offset = 0;
  buffer->length = 0;
}

int buffer_create(struct buffer *buffer, const void *bytes, size_t length, size_t spare) {
  buffer_init(buffer);
  if (spare > SIZE_MAX - length)
    return ENOMEM;
  if (length + spare == 0)
    return 0;
  struct buffer_storage *storage = make_storage(length + spare);
  if (storage == NULL)
    return ENOMEM;
  if (length != 0)
    memcpy(storage->bytes, bytes, length);
  buffer->storage = storage;
  buffer->length = length;
  return 0;
}

struct buffer buffer_share(const struct buffer *buffer) {
  add_reference(buffer->storage);
  return *buffer;
}

int buffer_slice(struct buffer *slice, const struct buffer *buffer, size_t offset, size_t length) {
#ifdef WRONG_SLICE_LEAK
  const struct buffer shared = buffer_share(buffer);
  if (offset > buffer->length || length > buffer->length - offset)
    return ERANGE;
#else
  if (offset > buffer->length || length > buffer->length - offset)
    return ERANGE;
  const struct buffer shared = buffer_share(buffer);
#endif
  slice->storage = shared.storage;
  slice->offset = shared.offset + offset;
  slice->length = length;
  return 0;
}

void buffer_release(struct buffer *buffer) {
  drop_reference(buffer->storage);
  buffer_init(buffer);
}

const unsigned char *buffer_bytes(const struct buffer *buffer) {
  static const unsigned char nothing[1];
  return buffer->storage == NULL ? nothing : buffer->storage->bytes + buffer->offset;
}

/// Moves the bytes of the buffer into storage of their own with this capacity. Returns 0 or ENOMEM.
static int move_to_new_storage(struct buffer *buffer, size_t capacity) {
  struct buffer_storage *storage = make_storage(capacity);
  if (storage == NULL)
    return ENOMEM;
#ifdef WRONG_RELEASE_BEFORE_COPY
  drop_reference(buffer->storage);
  memcpy(storage->bytes, buffer_bytes(buffer), buffer->length);
#else
  memcpy(storage->bytes, buffer_bytes(buffer), buffer->length);
  drop_reference(buffer->storage);
#endif
  buffer->storage = storage;
  buffer->offset = 0;
  return 0;
}

int buffer_write(struct buffer *buffer, size_t offset, const void *bytes, size_t length) {
  if (offset > buffer->length || length > buffer->length - offset)
    return ERANGE;
  if (length == 0)
    return 0;
  if (!is_unique(buffer->storage)) {
    const int error = move_to_new_storage(buffer, buffer->length);
    if (error != 0)
      return error;
  }
  memcpy(buffer->storage->bytes + buffer->offset + offset, bytes, length);
  return 0;
}

/// Whether bytes can be added to the buffer where it is.
static bool has_room(const struct buffer *buffer, size_t length) {
  if (buffer->storage == NULL)
    return false;
#ifndef WRONG_APPEND_SHARED
  // The bytes after the end of this handle may belong to another one, or be claimed by it at this moment.
  if (!is_unique(buffer->storage))
    return false;
#endif
  return length <= buffer->storage->capacity - buffer->offset - buffer->length;
}

int buffer_append(struct buffer *buffer, const void *bytes, size_t length) {
  if (length == 0)
    return 0;
  if (!has_room(buffer, length)) {
    if (length > SIZE_MAX / 2 - buffer->length)
      return ENOMEM;
    // Twice as much as is needed now, so that many small appends take linear time.
    const int error = move_to_new_storage(buffer, 2 * (buffer->length + length));
    if (error != 0)
      return error;
  }
  memcpy(buffer->storage->bytes + buffer->offset + buffer->length, bytes, length);
  buffer->length += length;
  return 0;
}

bool buffer_equal(const struct buffer *left, const struct buffer *right) {
  if (left->length != right->length)
    return false;
  return memcmp(buffer_bytes(left), buffer_bytes(right), left->length) == 0;
}
