// What Swift has no word for: which instructions the processor knows, the wish to have memory at hand soon, and vectors' operations that its
// own vectors don't have or make loops of.
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

typedef int processor_int8 __attribute__((ext_vector_type(8)));
typedef int processor_int16 __attribute__((ext_vector_type(16)));

/// Lanes 0, 2, 4, ….
static inline processor_int8 processor_even_lanes(processor_int16 lanes) { return lanes.even; }

/// Lanes 1, 3, 5, ….
static inline processor_int8 processor_odd_lanes(processor_int16 lanes) { return lanes.odd; }

/// Each lane's sum with all lanes before it; wraps round.
static inline processor_int8 processor_running_sums(processor_int8 lanes) {
  const processor_int8 zero = 0;
  lanes += __builtin_shufflevector(lanes, zero, 8, 0, 1, 2, 8, 4, 5, 6);
  lanes += __builtin_shufflevector(lanes, zero, 8, 8, 0, 1, 8, 8, 4, 5);
  lanes += __builtin_shufflevector(lanes, zero, 8, 8, 8, 8, 3, 3, 3, 3);
  return lanes;
}

/// The last lane, eight times.
static inline processor_int8 processor_last_lane(processor_int8 lanes) {
  return __builtin_shufflevector(lanes, lanes, 7, 7, 7, 7, 7, 7, 7, 7);
}

/// Each lane's distance from 0; of -2^31 itself.
static inline processor_int8 processor_magnitudes(processor_int8 lanes) { return __builtin_elementwise_abs(lanes); }

/// The smaller one of each pair of lanes.
static inline processor_int8 processor_smaller_lanes(processor_int8 a, processor_int8 b) {
  return __builtin_elementwise_min(a, b);
}

/// Whether a lane is not 0.
static inline int processor_is_any_lane_set(processor_int8 lanes) { return __builtin_reduce_or(lanes) != 0; }

#endif
