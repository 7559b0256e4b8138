// The limit of page work on JPEGs: libjpeg-turbo alone decodes and encodes the same pages, in one process and
// on so many threads, and nothing happens in between.
//
//     cc -O2 codec_limit.c -lturbojpeg -lpthread -o codec_limit
//     codec_limit MODE THREADS FOLDER
//
// MODE: color; decode, which encodes nothing; or WIDTHxHEIGHT: luma alone is decoded, and so much of it encoded as a
// page made to fit has.
#include <dirent.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <turbojpeg.h>

static char *paths[4096];
static int count, next, is_gray, only_decodes, fit_width, fit_height;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static unsigned char *contents(const char *path, unsigned long *size) {
  FILE *file = fopen(path, "rb");
  if (!file) exit(1);
  fseek(file, 0, SEEK_END);
  *size = (unsigned long)ftell(file);
  rewind(file);
  unsigned char *bytes = malloc(*size);
  if (fread(bytes, 1, *size, file) != *size) exit(1);
  fclose(file);
  return bytes;
}

static void page(const char *path, unsigned char **raster, size_t *room) {
  unsigned long size, made = 0;
  unsigned char *bytes = contents(path, &size), *out = NULL;
  tjhandle decoder = tjInitDecompress(), encoder = tjInitCompress();
  int width, height, sampling, space;
  if (tjDecompressHeader3(decoder, bytes, size, &width, &height, &sampling, &space)) exit(1);
  int format = is_gray ? TJPF_GRAY : TJPF_RGBX;
  size_t need = (size_t)width * height * (is_gray ? 1 : 4);
  if (need > *room) *raster = realloc(*raster, *room = need);
  if (tjDecompress2(decoder, bytes, size, *raster, width, 0, height, format, 0)) exit(1);
  int pitch = width * (is_gray ? 1 : 4);
  if (is_gray && fit_width < width) width = fit_width;
  if (is_gray && fit_height < height) height = fit_height;
  if (!only_decodes && tjCompress2(encoder, *raster, width, pitch, height, format, &out, &made, is_gray ? TJSAMP_GRAY : sampling, 90, 0))
    exit(1);
  tjFree(out);
  tjDestroy(decoder);
  tjDestroy(encoder);
  free(bytes);
}

static void *work(void *unused) {
  unsigned char *raster = NULL;
  size_t room = 0;
  for (;;) {
    pthread_mutex_lock(&lock);
    int mine = next++;
    pthread_mutex_unlock(&lock);
    if (mine >= count) break;
    page(paths[mine], &raster, &room);
  }
  free(raster);
  return unused;
}

int main(int argc, char **argv) {
  if (argc != 4) return 2;
  only_decodes = !strcmp(argv[1], "decode");
  is_gray = sscanf(argv[1], "%dx%d", &fit_width, &fit_height) == 2;
  int threads = atoi(argv[2]);
  DIR *folder = opendir(argv[3]);
  if (!folder) return 1;
  for (struct dirent *entry; (entry = readdir(folder)) && count < 4096;) {
    if (!strstr(entry->d_name, ".jpg")) continue;
    paths[count] = malloc(strlen(argv[3]) + strlen(entry->d_name) + 2);
    sprintf(paths[count++], "%s/%s", argv[3], entry->d_name);
  }
  closedir(folder);
  pthread_t workers[64];
  for (int i = 0; i < threads && i < 64; i++) pthread_create(&workers[i], NULL, work, NULL);
  for (int i = 0; i < threads && i < 64; i++) pthread_join(workers[i], NULL);
  return 0;
}
