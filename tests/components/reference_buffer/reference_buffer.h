// Byte buffers with value semantics: copies and slices share their bytes until one of them is written.
//
// A `struct buffer` is a handle that belongs to one thread at a time. Handles of different threads may share bytes; the
// number of handles is counted, and a handle that writes makes a copy first unless it is the only one.
#ifndef REFERENCE_BUFFER_H
#define REFERENCE_BUFFER_H

#include <stdbool.h>
#include <stddef.h>

struct buffer_storage;

struct buffer {
  struct buffer_storage *storage; // null if the buffer is empty and has no memory
  size_t offset;
  size_t length;
};

/// An empty buffer, which needs no memory.
void buffer_init(struct buffer *buffer);

/// A buffer with a copy of these bytes and room for `spare` more. Returns 0 or ENOMEM; the buffer is empty then.
int buffer_create(struct buffer *buffer, const void *bytes, size_t length, size_t spare);

/// A second handle on the same bytes.
struct buffer buffer_share(const struct buffer *buffer);

/// A handle on a part of the bytes. Returns 0, or ERANGE if the part exceeds the buffer; `slice` is not changed then.
int buffer_slice(struct buffer *slice, const struct buffer *buffer, size_t offset, size_t length);

/// Gives up the handle, which is empty afterwards. The last handle frees the bytes.
void buffer_release(struct buffer *buffer);

/// The bytes, until the next call with this handle.
const unsigned char *buffer_bytes(const struct buffer *buffer);

/// Replaces bytes within the buffer; other handles do not see it. Returns 0, ERANGE or ENOMEM; nothing has changed
/// then.
int buffer_write(struct buffer *buffer, size_t offset, const void *bytes, size_t length);

/// Adds bytes at the end. Returns 0 or ENOMEM; nothing has changed then.
int buffer_append(struct buffer *buffer, const void *bytes, size_t length);

bool buffer_equal(const struct buffer *left, const struct buffer *right);

#endif
