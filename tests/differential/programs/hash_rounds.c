// Rounds of SHA-256 over one block: rotations, choices and additions modulo 2^32.
#include "checksum.h"

static const unsigned k[8] = {0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5,
                              0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5};

#define ROTATE(x, n) ((x) >> (n) | (x) << (32 - (n)))

static void rounds(void) {
  unsigned h[8] = {0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a, 0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19};
  unsigned w[24];
  for (unsigned i = 0; i < 16; i++)
    w[i] = i * 0x01234567U;
  for (unsigned i = 16; i < 24; i++) {
    const unsigned s0 = ROTATE(w[i - 15], 7) ^ ROTATE(w[i - 15], 18) ^ w[i - 15] >> 3;
    const unsigned s1 = ROTATE(w[i - 2], 17) ^ ROTATE(w[i - 2], 19) ^ w[i - 2] >> 10;
    w[i] = w[i - 16] + s0 + w[i - 7] + s1;
  }
  for (unsigned i = 0; i < 24; i++) {
    const unsigned s1 = ROTATE(h[4], 6) ^ ROTATE(h[4], 11) ^ ROTATE(h[4], 25);
    const unsigned choice = (h[4] & h[5]) ^ (~h[4] & h[6]);
    const unsigned first = h[7] + s1 + choice + k[i % 8] + w[i];
    const unsigned s0 = ROTATE(h[0], 2) ^ ROTATE(h[0], 13) ^ ROTATE(h[0], 22);
    const unsigned majority = (h[0] & h[1]) ^ (h[0] & h[2]) ^ (h[1] & h[2]);
    for (int j = 7; j > 0; j--)
      h[j] = h[j - 1];
    h[4] += first;
    h[0] = first + s0 + majority;
  }
  for (int i = 0; i < 8; i++)
    mix(h[i]);
}

int main(void) {
  compare(0, rounds);
  return finish();
}
