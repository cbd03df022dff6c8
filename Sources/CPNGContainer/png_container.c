#include "png_container.h"

#include <png.h>
#include <setjmp.h>
#include <stdlib.h>
#include <string.h>

static void fail(png_structp png, png_const_charp text) {
  png_container_output *output = png_get_error_ptr(png);
  strncpy(output->message, text, sizeof output->message - 1);
  longjmp(png_jmpbuf(png), 1);
}

static void ignore(png_structp png, png_const_charp text) {
  (void)png;
  (void)text;
}

static void append(png_structp png, png_bytep bytes, size_t count) {
  png_container_output *output = png_get_io_ptr(png);
  if (output->capacity - output->count < count) {
    size_t capacity = output->capacity * 2 + count + 256;
    uint8_t *grown = realloc(output->bytes, capacity);
    if (!grown) png_error(png, "no memory for the file");
    output->bytes = grown;
    output->capacity = capacity;
  }
  memcpy(output->bytes + output->count, bytes, count);
  output->count += count;
}

static void flush(png_structp png) { (void)png; }

static void write_all(png_structp png, png_infop info, const png_container_input *input) {
  png_set_user_limits(png, 0x7fffffff, 0x7fffffff);
  png_set_IHDR(png, info, input->width, input->height, input->bit_depth, input->color_type, PNG_INTERLACE_NONE,
               PNG_COMPRESSION_TYPE_DEFAULT, PNG_FILTER_TYPE_DEFAULT);
  if (input->palette_count > 0) {
    png_color palette[256];
    for (int i = 0; i < input->palette_count && i < 256; i++) {
      palette[i].red = input->palette[3 * i];
      palette[i].green = input->palette[3 * i + 1];
      palette[i].blue = input->palette[3 * i + 2];
    }
    png_set_PLTE(png, info, palette, input->palette_count);
  }
  if (input->alpha_count > 0) png_set_tRNS(png, info, input->alphas, input->alpha_count, NULL);
  if (input->has_key) {
    png_color_16 key = {0, input->key[0], input->key[1], input->key[2], input->key[0]};
    png_set_tRNS(png, info, NULL, 0, &key);
  }
  png_write_info(png, info);
  png_write_chunk(png, (png_const_bytep) "IDAT", input->data, input->data_count);
  png_write_chunk(png, (png_const_bytep) "IEND", NULL, 0);
}

int png_container_write(const png_container_input *input, png_container_output *output) {
  memset(output, 0, sizeof *output);
  // Both are set before setjmp and never after it, so a jump cannot lose them.
  png_structp png = png_create_write_struct(PNG_LIBPNG_VER_STRING, output, fail, ignore);
  png_infop info = png ? png_create_info_struct(png) : NULL;
  if (!info) {
    strcpy(output->message, "no memory for libpng");
    png_destroy_write_struct(&png, NULL);
    return 0;
  }
  if (setjmp(png_jmpbuf(png))) {
    png_destroy_write_struct(&png, &info);
    return 0;
  }
  png_set_write_fn(png, output, append, flush);
  write_all(png, info, input);
  png_destroy_write_struct(&png, &info);
  return 1;
}

void png_container_free(png_container_output *output) {
  free(output->bytes);
  output->bytes = NULL;
}
