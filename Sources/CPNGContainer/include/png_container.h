// Lets libpng write a PNG file around pixels that are already compressed. libpng reports errors by a long jump, which must not pass
// through Swift; here it starts and ends in C.
#ifndef PNG_CONTAINER_H
#define PNG_CONTAINER_H

#include <stddef.h>
#include <stdint.h>

/// What goes into the file.
typedef struct {
  uint32_t width, height;
  /// As in IHDR.
  int bit_depth, color_type;
  /// PLTE, three bytes an entry; none if the count is 0.
  const uint8_t *palette;
  int palette_count;
  /// tRNS of a palette, one byte an entry; none if the count is 0.
  const uint8_t *alphas;
  int alpha_count;
  /// Whether the colour `key` (red, green, blue, or grey alone) is transparent.
  int has_key;
  uint16_t key[3];
  /// The payload of IDAT: filtered rows as a zlib stream.
  const uint8_t *data;
  size_t data_count;
} png_container_input;

/// The file, or why there is none.
typedef struct {
  uint8_t *bytes;
  size_t count, capacity;
  char message[128];
} png_container_output;

/// Makes the file. Returns 1, or 0 with a message; either way the output is to be freed.
int png_container_write(const png_container_input *input, png_container_output *output);

/// Frees what an output holds.
void png_container_free(png_container_output *output);

#endif
