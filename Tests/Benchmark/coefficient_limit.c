/* Reads the coefficients of each JPEG named and writes them again, with standard entropy tables, to memory: what of
   joining pages without loss nobody can save. */
#include <stdio.h>
#include <stdlib.h>
#include <jpeglib.h>

static unsigned char *contents(const char *path, unsigned long *count) {
  FILE *file = fopen(path, "rb");
  if (!file) exit(1);
  fseek(file, 0, SEEK_END);
  *count = (unsigned long)ftell(file);
  rewind(file);
  unsigned char *bytes = malloc(*count);
  if (fread(bytes, 1, *count, file) != *count) exit(1);
  fclose(file);
  return bytes;
}

int main(int count, char **names) {
  for (int i = 1; i < count; i++) {
    unsigned long size, written = 0;
    unsigned char *bytes = contents(names[i], &size), *out = NULL;
    struct jpeg_error_mgr errors;
    struct jpeg_decompress_struct in = {.err = jpeg_std_error(&errors)};
    struct jpeg_compress_struct to = {.err = &errors};
    jpeg_create_decompress(&in);
    jpeg_create_compress(&to);
    jpeg_mem_src(&in, bytes, size);
    jpeg_read_header(&in, TRUE);
    jvirt_barray_ptr *coefficients = jpeg_read_coefficients(&in);
    jpeg_copy_critical_parameters(&in, &to);
    jpeg_mem_dest(&to, &out, &written);
    jpeg_write_coefficients(&to, coefficients);
    jpeg_finish_compress(&to);
    jpeg_destroy_compress(&to);
    jpeg_destroy_decompress(&in);
    free(bytes);
    free(out);
  }
  return 0;
}
