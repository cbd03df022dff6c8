// What Swift has no word for: which instructions the processor knows, the wish to have memory at hand soon, a product's upper half.
#ifndef PROCESSOR_FEATURES_H
#define PROCESSOR_FEATURES_H

/// Returns 1 on an x86-64 processor that has all that Intel's Haswell brought (AVX2, FMA, BMI1 and BMI2), else 0.
int processor_has_haswell_instructions(void);

/// Asks for the cache line at `address`, to be written to. Never faults, whatever the address.
static inline void processor_prefetch(const void *address) { __builtin_prefetch(address, 1, 3); }

typedef unsigned short processor_ushort16 __attribute__((ext_vector_type(16)));
typedef unsigned int processor_uint16 __attribute__((ext_vector_type(16)));

/// Returns the upper halves of each number times 257: one multiplication, which Swift's vectors don't offer.
static inline processor_ushort16 processor_scale_by_257(processor_ushort16 numbers) {
  return __builtin_convertvector(__builtin_convertvector(numbers, processor_uint16) * 257 >> 16, processor_ushort16);
}

#endif
