// What every program of the differential test is made of: functions that feed a checksum, and a main that
// calls `compare` for each of them and ends with `return finish();`.
//
// Compiled natively, `compare` prints the checksum. For Heddle, EXPECTED is the list of the values that
// were printed: a call of reach_error is a difference, or, with REACH_END, the proof that the end of main
// is reached. With ONLY, all programs but that one are left out of the comparison.
#pragma once

#include <limits.h>
#include <stddef.h>
#include <string.h>

static unsigned long long checksum;

static void mix(unsigned long long value) {
  checksum = (checksum ^ value) * 0x100000001b3ULL;
  checksum ^= checksum >> 29;
}

#define NOT_A_NUMBER 0x7ff8000000000000ULL

static inline void mixFloat(float value) {
  union {
    float value;
    unsigned bits;
  } view = {value};
  mix(value == value ? view.bits : NOT_A_NUMBER);
}

static inline void mixDouble(double value) {
  union {
    double value;
    unsigned long long bits;
  } view = {value};
  mix(value == value ? view.bits : NOT_A_NUMBER);
}

static inline void mixLongDouble(long double value) {
  union {
    long double value;
    struct {
      unsigned long long mantissa;
      unsigned short exponent;
    } bits;
  } view;
  view.value = value;
  mix(value == value ? view.bits.mantissa : NOT_A_NUMBER);
  mix(value == value ? view.bits.exponent : 0);
}

// Conversions of values that the integer type cannot hold are undefined, so they are left out.
static inline int toInt(double x) { return x > -2147483649.0 && x < 2147483648.0 ? (int)x : 1; }
static inline unsigned toUnsigned(double x) { return x > -1.0 && x < 4294967296.0 ? (unsigned)x : 2; }
static inline unsigned char toByte(float x) { return x > -1.0f && x < 256.0f ? (unsigned char)x : 3; }
static inline long toLong(long double x) { return x > -9e18L && x < 9e18L ? (long)x : 4; }
static inline unsigned long toUnsignedLong(double x) { return x > -1.0 && x < 1.8e19 ? (unsigned long)x : 5; }

#ifdef EXPECTED

void reach_error(void) {}

static const unsigned long long expected[] = {EXPECTED};

static void compare(unsigned index, void (*program)(void)) {
#ifdef ONLY
  if (index != ONLY)
    return;
#endif
  checksum = 0;
  program();
  if (checksum != expected[index])
    reach_error();
}

static int finish(void) {
#ifdef REACH_END
  reach_error();
#endif
  return 0;
}

#else

#include <stdio.h>

static void compare(unsigned index, void (*program)(void)) {
  (void)index;
  checksum = 0;
  program();
  printf("%llu\n", checksum);
}

static int finish(void) { return 0; }

#endif
