// Pipes and event counters, from the side of the functions that read and write file descriptors. A program that opens
// none pays nothing for them.
#ifndef HEDDLE_CHANNELS_H
#define HEDDLE_CHANNELS_H

#include "heddle.h"

// A macro, so that a branch on it is one on a constant: what it excludes is not lowered.
#define HEDDLE_USES_CHANNELS (__heddle_is_used("pipe") || __heddle_is_used("pipe2") || __heddle_is_used("eventfd"))

// Whether the descriptor is an end of a pipe, or an event counter, or none at all.
_Bool __heddle_is_channel(int file);
long __heddle_read_channel(int file, void *block, heddle_size size);
long __heddle_write_channel(int file, const void *block, heddle_size size);

#endif
