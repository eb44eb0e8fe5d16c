// An arena that several threads allocate from. Memory is not freed piece by piece: a reset frees all of it, when no
// thread is in a section that uses it.
#ifndef ARENA_H
#define ARENA_H

#include <stddef.h>

struct arena;

/// The arena grows by chunks of at least `chunk_size` bytes, up to `limit` bytes of chunks in all (0: no limit). Null
/// if there is not enough memory for the first chunk.
struct arena *arena_create(size_t chunk_size, size_t limit);

/// No section may be open.
void arena_destroy(struct arena *arena);

/// A section: what is allocated in it, and what other sections have left since the last reset, is valid until
/// arena_end. Sections of several threads may overlap. A thread must not open a section within another one.
void arena_begin(struct arena *arena);
void arena_end(struct arena *arena);

/// Memory for any type, with arbitrary content; null if there is not enough. Only in a section.
void *arena_allocate(struct arena *arena, size_t size);

/// A copy of the string; null if there is not enough memory. Only in a section.
char *arena_copy_string(struct arena *arena, const char *string);

/// Waits for the end of all sections, and frees everything but the first chunk. Sections that begin in the meantime
/// wait for the reset. Not in a section.
void arena_reset(struct arena *arena);

/// Bytes that chunks take up.
size_t arena_size(struct arena *arena);

#endif
