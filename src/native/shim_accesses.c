// The calls that clang's thread sanitizer adds: one before each plain access, one in the place of each atomic one.
//
// An atomic operation is performed here, after the point. Threads take turns, so each is a plain read and write.
#include "shim.h"

#include <string.h>

static void access(const void *address, size_t size, bool isWrite, const void *caller) {
  const unsigned place = heddlePlaceOf(caller);
  heddlePoint();
  heddleCheckAccess(address, size, isWrite, place);
  heddleOrderPlain(address, size, isWrite, place);
  heddleEvent(isWrite ? WRITE : READ, place);
}

#define PLAIN(name, size, isWrite)                                                                                     \
  void __tsan_##name(void *address) { access(address, size, isWrite, __builtin_return_address(0)); }
#define BOTH(name, size)                                                                                               \
  void __tsan_##name(void *address) {                                                                                  \
    access(address, size, false, __builtin_return_address(0));                                                         \
    access(address, size, true, __builtin_return_address(0));                                                          \
  }
#define ACCESSES(size)                                                                                                 \
  PLAIN(read##size, size, false)                                                                                       \
  PLAIN(write##size, size, true)                                                                                       \
  PLAIN(unaligned_read##size, size, false)                                                                             \
  PLAIN(unaligned_write##size, size, true)                                                                             \
  PLAIN(volatile_read##size, size, false)                                                                              \
  PLAIN(volatile_write##size, size, true)                                                                              \
  PLAIN(unaligned_volatile_read##size, size, false)                                                                    \
  PLAIN(unaligned_volatile_write##size, size, true)                                                                    \
  BOTH(read_write##size, size)                                                                                         \
  BOTH(unaligned_read_write##size, size)
ACCESSES(1)
ACCESSES(2)
ACCESSES(4)
ACCESSES(8)
ACCESSES(16)

void __tsan_init(void) {}
void __tsan_func_entry(void *caller) { (void)caller; }
void __tsan_func_exit(void) {}

static void range(const void *address, size_t size, bool isWrite, unsigned place) {
  if (size == 0)
    return;
  heddleCheckAccess(address, size, isWrite, place);
  heddleOrderPlain(address, size, isWrite, place);
}

void __tsan_read_range(void *address, size_t size) {
  heddlePoint();
  range(address, size, false, heddlePlaceOf(__builtin_return_address(0)));
}

void __tsan_write_range(void *address, size_t size) {
  heddlePoint();
  range(address, size, true, heddlePlaceOf(__builtin_return_address(0)));
}

static void block(void *target, const void *source, size_t size, const void *caller) {
  const unsigned place = heddlePlaceOf(caller);
  heddlePoint();
  if (source != NULL)
    range(source, size, false, place);
  range(target, size, true, place);
  heddleManyEvents(place);
}

void *__tsan_memcpy(void *target, const void *source, size_t size) {
  block(target, source, size, __builtin_return_address(0));
  return memmove(target, source, size);
}

void *__tsan_memmove(void *target, const void *source, size_t size) {
  block(target, source, size, __builtin_return_address(0));
  return memmove(target, source, size);
}

void *__tsan_memset(void *target, int byte, size_t size) {
  block(target, NULL, size, __builtin_return_address(0));
  return memset(target, byte, size);
}

// The access of an atomic operation, apart from its value. `reads` and `writes`: what the operation does.
static void atomic(const void *address, size_t size, bool reads, bool writes, int order, unsigned place) {
  heddleCheckAccess(address, size, writes, place);
  heddleOrderAccess(address, size, writes, true, place);
  if (reads) {
    heddleOrderLoad(address, order);
    heddleEvent(READ, place);
  }
  if (writes) {
    heddleOrderStore(address, order, reads);
    heddleEvent(WRITE, place);
  }
}

// The instrumented code compares the old value with the expected one itself.
static void noteSpuriousFailure(void) {
  if (heddleInput("a weak compare-exchange fails spuriously") != 0)
    heddleNote("a weak compare-exchange that fails although the values are equal cannot be enforced");
}

#define MODIFY(bits, type, name, expression)                                                                           \
  type __tsan_atomic##bits##_##name(volatile type *address, type value, int order) {                                   \
    const unsigned place = heddlePlaceOf(__builtin_return_address(0));                                                 \
    heddlePoint();                                                                                                     \
    atomic((const void *)address, sizeof(type), true, true, order, place);                                             \
    const type old = *address;                                                                                         \
    *address = (type)(expression);                                                                                     \
    return old;                                                                                                        \
  }
#define ATOMICS(bits, type)                                                                                            \
  type __tsan_atomic##bits##_load(const volatile type *address, int order) {                                           \
    const unsigned place = heddlePlaceOf(__builtin_return_address(0));                                                 \
    heddlePoint();                                                                                                     \
    atomic((const void *)address, sizeof(type), true, false, order, place);                                            \
    return *address;                                                                                                   \
  }                                                                                                                    \
  void __tsan_atomic##bits##_store(volatile type *address, type value, int order) {                                    \
    const unsigned place = heddlePlaceOf(__builtin_return_address(0));                                                 \
    heddlePoint();                                                                                                     \
    atomic((const void *)address, sizeof(type), false, true, order, place);                                            \
    *address = value;                                                                                                  \
  }                                                                                                                    \
  MODIFY(bits, type, exchange, value)                                                                                  \
  MODIFY(bits, type, fetch_add, old + value)                                                                           \
  MODIFY(bits, type, fetch_sub, old - value)                                                                           \
  MODIFY(bits, type, fetch_and, old &value)                                                                            \
  MODIFY(bits, type, fetch_or, old | value)                                                                            \
  MODIFY(bits, type, fetch_xor, old ^ value)                                                                           \
  MODIFY(bits, type, fetch_nand, ~(old & value))                                                                       \
  type __tsan_atomic##bits##_compare_exchange_val(volatile type *address, type expected, type value, int order,        \
                                                  int failureOrder) {                                                  \
    const unsigned place = heddlePlaceOf(__builtin_return_address(0));                                                 \
    heddlePoint();                                                                                                     \
    noteSpuriousFailure();                                                                                             \
    const type old = *address;                                                                                         \
    const bool isEqual = old == expected;                                                                              \
    atomic((const void *)address, sizeof(type), true, isEqual, isEqual ? order : failureOrder, place);                 \
    if (isEqual)                                                                                                       \
      *address = value;                                                                                                \
    return old;                                                                                                        \
  }
ATOMICS(8, unsigned char)
ATOMICS(16, unsigned short)
ATOMICS(32, unsigned)
ATOMICS(64, unsigned long long)
ATOMICS(128, unsigned __int128)

void __tsan_atomic_thread_fence(int order) {
  const unsigned place = heddlePlaceOf(__builtin_return_address(0));
  heddlePoint();
  heddleOrderFence(order);
  heddleEvent(FENCE, place);
}

void __tsan_atomic_signal_fence(int order) { (void)order; }
