// Where a call comes from.
//
// The assembly of the program and of the models has an entry in the section heddle_calls for each call instruction
// (src/native/assembly.cpp): the distance to the address after it, and the number of its place. All code of the binary
// keeps frame pointers, so the callers of a function are found without unwind information.
#include "shim.h"

#include <stdlib.h>
#include <string.h>

struct call {
  int distance; // from this field to the return address
  unsigned place;
};
extern const struct call __start_heddle_calls[] __attribute__((weak));
extern const struct call __stop_heddle_calls[] __attribute__((weak));

// Open addressing; at most half of the slots are used.
static struct {
  uintptr_t address;
  unsigned place;
} *slots;
static size_t mask;

static uintptr_t addressOf(const struct call *call) {
  return (uintptr_t)&call->distance + (uintptr_t)(intptr_t)call->distance;
}

static size_t slotOf(uintptr_t address) {
  size_t slot = (size_t)(address * 0x9e3779b97f4a7c15ULL >> 32) & mask;
  while (slots[slot].address != 0 && slots[slot].address != address)
    slot = (slot + 1) & mask;
  return slot;
}

__attribute__((constructor)) static void fillSlots(void) {
  const size_t count = (size_t)(__stop_heddle_calls - __start_heddle_calls);
  size_t size = 16;
  while (size < 2 * count)
    size *= 2;
  slots = calloc(size, sizeof *slots);
  mask = size - 1;
  for (const struct call *call = __start_heddle_calls; call != __stop_heddle_calls && slots != NULL; ++call) {
    const size_t slot = slotOf(addressOf(call));
    slots[slot].address = addressOf(call);
    slots[slot].place = call->place;
  }
}

unsigned heddlePlaceOf(const void *returnAddress) {
  return slots == NULL ? NO_PLACE : slots[slotOf((uintptr_t)returnAddress)].place;
}

// The frame of the innermost function that was called from the user's files, and how many frames it is above the first.
static void **walk(void **frame, unsigned *frames) {
  enum { MOST_FRAMES = 200, LARGEST_FRAME = 1 << 20 };
  for (*frames = 0; *frames < MOST_FRAMES; ++*frames) {
    const unsigned place = heddlePlaceOf(frame[1]);
    if (place != NO_PLACE && !heddlePlaces[place].isModel)
      return frame;
    void **const next = frame[0];
    if (next <= frame || (uintptr_t)next - (uintptr_t)frame > LARGEST_FRAME)
      break;
    frame = next;
  }
  *frames = 0;
  return NULL;
}

unsigned heddleUserPlace(void) {
  unsigned frames = 0;
  void **const frame = walk(__builtin_frame_address(0), &frames);
  return frame == NULL ? NO_PLACE : heddlePlaceOf(frame[1]);
}

const char *heddleUserFrame(void) {
  unsigned frames = 0;
  void **const frame = walk(__builtin_frame_address(0), &frames);
  return frame == NULL ? NULL : (const char *)(frame + 2); // after the saved frame pointer and the return address
}

unsigned heddleFramesToUser(void) {
  unsigned frames = 0;
  walk(__builtin_frame_address(0), &frames);
  return frames;
}

bool heddleIsOnLine(unsigned place, const char *file, unsigned line) {
  return heddlePlaces[place].line == line && strcmp(heddlePlaces[place].file, file) == 0;
}
