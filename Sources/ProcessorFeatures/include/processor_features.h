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

typedef int processor_int4 __attribute__((ext_vector_type(4)));
typedef int processor_int8 __attribute__((ext_vector_type(8)));

/// Each lane's sum with all lanes before it; wraps round.
static inline processor_int8 processor_running_sums(processor_int8 lanes) {
  const processor_int8 zero = 0;
  lanes += __builtin_shufflevector(lanes, zero, 8, 0, 1, 2, 8, 4, 5, 6);
  lanes += __builtin_shufflevector(lanes, zero, 8, 8, 0, 1, 8, 8, 4, 5);
  const processor_int4 fourth = __builtin_shufflevector(lanes, lanes, 3, 3, 3, 3), none = 0;
  lanes += __builtin_shufflevector(none, fourth, 0, 1, 2, 3, 4, 5, 6, 7);
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

/// The larger one of each pair of lanes.
static inline processor_int8 processor_larger_lanes(processor_int8 a, processor_int8 b) {
  return __builtin_elementwise_max(a, b);
}

/// Ones where the left lane is the larger one.
static inline processor_int8 processor_is_larger(processor_int8 a, processor_int8 b) { return a > b; }

typedef unsigned processor_uint8 __attribute__((ext_vector_type(8)));

/// `yes` where the mask's lane has its highest bit set, else `no`.
static inline processor_uint8 processor_select(processor_uint8 mask, processor_uint8 yes, processor_uint8 no) {
  return (processor_int8)mask < 0 ? yes : no;
}

typedef unsigned char processor_uchar32 __attribute__((ext_vector_type(32)));

/// The highest byte of each lane, in its lowest byte and its third one.
static inline processor_int8 processor_highest_byte_twice(processor_int8 lanes) {
  const processor_uchar32 bytes = (processor_uchar32)lanes, zero = 0;
  return (processor_int8)__builtin_shufflevector(
      bytes, zero, 3, 32, 3, 32, 7, 32, 7, 32, 11, 32, 11, 32, 15, 32, 15, 32, 19, 32, 19, 32, 23, 32, 23, 32, 27, 32,
      27, 32, 31, 32, 31, 32);
}

typedef _Bool processor_bool8 __attribute__((ext_vector_type(8)));

/// A bit for each lane below 0, the first one lowest.
static inline unsigned processor_sign_bits(processor_int8 lanes) {
  const processor_int8 zero = 0;
  union { processor_bool8 lanes; unsigned char bits; } signs = {__builtin_convertvector(lanes < zero, processor_bool8)};
  return signs.bits;
}

/// Returns those of the numbers 0, 1, 2, 3 whose bit is set, bits 0, 2, 1 and 3 in this order, in two lanes each; what follows them is of no
/// meaning.
static inline processor_int8 processor_numbers_of_eights(unsigned bits) {
  static const processor_int8 numbers[16] = {
      {0},
      {0, 0},
      {2, 2},
      {0, 0, 2, 2},
      {1, 1},
      {0, 0, 1, 1},
      {1, 1, 2, 2},
      {0, 0, 1, 1, 2, 2},
      {3, 3},
      {0, 0, 3, 3},
      {2, 2, 3, 3},
      {0, 0, 2, 2, 3, 3},
      {1, 1, 3, 3},
      {0, 0, 1, 1, 3, 3},
      {1, 1, 2, 2, 3, 3},
      {0, 0, 1, 1, 2, 2, 3, 3},
  };
  return numbers[bits & 15];
}

typedef double processor_double4 __attribute__((ext_vector_type(4)));
typedef long long processor_long4 __attribute__((ext_vector_type(4)));

/// The upper half of `a`, the lower half of `b`.
static inline processor_double4 processor_middle_halves(processor_double4 a, processor_double4 b) {
  return __builtin_shufflevector(a, b, 2, 3, 4, 5);
}

/// Lanes 0 and 2 of both vectors in turn.
static inline processor_double4 processor_interleaved_low_doubles(processor_double4 a, processor_double4 b) {
  return __builtin_shufflevector(a, b, 0, 4, 2, 6);
}

/// Lanes 1 and 3 of both vectors in turn.
static inline processor_double4 processor_interleaved_high_doubles(processor_double4 a, processor_double4 b) {
  return __builtin_shufflevector(a, b, 1, 5, 3, 7);
}

/// Lanes 0 and 2 of both vectors in turn.
static inline processor_long4 processor_interleaved_low_longs(processor_long4 a, processor_long4 b) {
  return __builtin_shufflevector(a, b, 0, 4, 2, 6);
}

/// Lanes 1 and 3 of both vectors in turn.
static inline processor_long4 processor_interleaved_high_longs(processor_long4 a, processor_long4 b) {
  return __builtin_shufflevector(a, b, 1, 5, 3, 7);
}

/// The lower halves of lanes 0 and 1 of both vectors, then of lanes 2 and 3.
static inline processor_int8 processor_even_words(processor_double4 a, processor_double4 b) {
  return __builtin_shufflevector((processor_int8)a, (processor_int8)b, 0, 2, 8, 10, 4, 6, 12, 14);
}

/// Lanes 1, 3, 5, 7, twice each.
static inline processor_int8 processor_odd_lanes_twice(processor_int8 lanes) {
  return __builtin_shufflevector(lanes, lanes, 1, 1, 3, 3, 5, 5, 7, 7);
}

/// Each two lanes exchanged.
static inline processor_int8 processor_exchanged(processor_int8 lanes) {
  return __builtin_shufflevector(lanes, lanes, 1, 0, 3, 2, 5, 4, 7, 6);
}

/// Even lanes of `a`, odd lanes of `b`.
static inline processor_int8 processor_alternating(processor_int8 a, processor_int8 b) {
  return __builtin_shufflevector(a, b, 0, 9, 2, 11, 4, 13, 6, 15);
}

/// Ones where the lanes are equal.
static inline processor_int8 processor_is_equal(processor_int8 a, processor_int8 b) { return a == b; }

/// Each lane's distance from 0.
static inline processor_double4 processor_double_magnitudes(processor_double4 lanes) {
  return __builtin_elementwise_abs(lanes);
}

/// The smaller one of each pair of lanes.
static inline processor_long4 processor_smaller_longs(processor_long4 a, processor_long4 b) {
  return __builtin_elementwise_min(a, b);
}

/// The same lanes, of which the compiler knows nothing: it leaves what is done with them to vector instructions.
static inline processor_int4 processor_opaque_four(processor_int4 lanes) {
#if defined(__x86_64__)
  __asm__("" : "+x"(lanes));
#elif defined(__aarch64__)
  __asm__("" : "+w"(lanes));
#endif
  return lanes;
}

/// The left lanes less the right ones; wraps round.
static inline processor_int4 processor_four_differences(processor_int4 a, processor_int4 b) { return a - b; }

/// Ones where the lane is less than `low` or more than `high`.
static inline processor_int4 processor_four_outside(processor_int4 lanes, processor_int4 low, processor_int4 high) {
  return (lanes < low) | (lanes > high);
}

/// `yes` where the mask has ones, `no` where it has zeros.
static inline processor_int4 processor_four_selected(processor_int4 mask, processor_int4 yes, processor_int4 no) {
  return (mask & yes) | (~mask & no);
}

/// Lanes 1 and 3, twice each.
static inline processor_int4 processor_odd_of_four_twice(processor_int4 lanes) {
  return __builtin_shufflevector(lanes, lanes, 1, 1, 3, 3);
}

typedef float processor_float4 __attribute__((ext_vector_type(4)));

/// The same lanes, of which the compiler knows nothing.
static inline processor_float4 processor_opaque_floats(processor_float4 lanes) {
  return (processor_float4)processor_opaque_four((processor_int4)lanes);
}

/// The second where it is less than the first.
static inline processor_float4 processor_lesser(processor_float4 a, processor_float4 b) { return b < a ? b : a; }

/// The second where it is more than the first.
static inline processor_float4 processor_greater(processor_float4 a, processor_float4 b) { return b > a ? b : a; }

/// `yes` where the left lane is less than the right one, else `no`.
static inline processor_float4 processor_where_less(
    processor_float4 left, processor_float4 right, processor_float4 yes, processor_float4 no) {
  return left < right ? yes : no;
}

#ifdef __AVX2__
/// The same lanes, of which the compiler knows nothing: it leaves what is done with them to vector instructions.
static inline processor_int8 processor_opaque(processor_int8 lanes) {
  __asm__("" : "+x"(lanes));
  return lanes;
}
#endif

#endif
