/* Entropy tables: writing with the sources' own takes one pass, finding the best ones another. */
#include "jpeg_lossless_parts.h"

/* Which symbols a table has a code for. */
typedef struct {
  unsigned char has[256];
} symbols;

static int read_symbols(const JHUFF_TBL *table, symbols *found) {
  memset(found, 0, sizeof *found);
  if (!table) return 0;
  int count = 0;
  for (int length = 1; length <= 16; length++) count += table->bits[length];
  if (count > 256) return 0;
  for (int i = 0; i < count; i++) found->has[table->huffval[i]] = 1;
  return 1;
}

/* Magnitudes of more than 10 bits occur in no JPEG of 8 bits a sample; the encoder must not meet them. */
static int is_sound(const symbols *ac) {
  for (int s = 0; s < 256; s++)
    if (ac->has[s] && (s & 15) > 10) return 0;
  return ac->has[0];
}

static int is_full(const symbols *dc, const symbols *ac) {
  for (int size = 0; size <= 11; size++)
    if (!dc->has[size]) return 0;
  for (int run = 0; run < 16; run++)
    for (int size = 1; size <= 10; size++)
      if (!ac->has[run << 4 | size]) return 0;
  return ac->has[0x00] && ac->has[0xF0];
}

static int covers(const symbols *table, const symbols *needed) {
  for (int s = 0; s < 256; s++)
    if (needed->has[s] && !table->has[s]) return 0;
  return 1;
}

static int size_of(int difference) {
  int size = 0;
  for (unsigned int rest = (unsigned int)abs(difference); rest; rest >>= 1) size++;
  return size;
}

static int dc_at(jpeg_work *work, int component, uint32_t column, uint32_t row) {
  int p = 0;
  while (p + 1 < work->count && column >= work->sources[p + 1].planes[component].offset) p++;
  JCOEF block[DCTSIZE2];
  jpeg_fetch(work, p, component, column - work->sources[p].planes[component].offset, row, block);
  return block[0];
}

/* The sizes of all differences that will be written, in the order of the scan. */
static void dc_sizes(jpeg_work *work, int component, symbols *sizes) {
  const jpeg_plane *plane = &work->sources[0].planes[component];
  uint32_t columns = 0, rows = 0;
  for (int p = 0; p < work->count; p++) {
    const jpeg_plane *own = &work->sources[p].planes[component];
    columns = own->offset + own->columns;
    if (own->rows > rows) rows = own->rows;
  }
  memset(sizes, 0, sizeof *sizes);
  sizes->has[0] = 1;
  int last = 0;
  for (uint32_t top = 0; top < rows; top += plane->v)
    for (uint32_t left = 0; left < columns; left += plane->h)
      for (uint32_t y = top; y < top + plane->v && y < rows; y++)
        for (uint32_t x = left; x < left + plane->h && x < columns; x++) {
          int dc = dc_at(work, component, x, y);
          sizes->has[size_of(dc - last)] = 1;
          last = dc;
        }
}

/* Whether every first coefficient is one that 8 bits a sample can give, so that differences have 11 bits. */
static int dc_in_range(jpeg_source *source, int component) {
  j_common_ptr info = (j_common_ptr)&source->info;
  const jpeg_component_info *plane = &source->info.comp_info[component];
  for (JDIMENSION row = 0; row < plane->height_in_blocks; row++) {
    JBLOCKROW blocks = info->mem->access_virt_barray(info, source->coefficients[component], row, 1, FALSE)[0];
    for (JDIMENSION column = 0; column < plane->width_in_blocks; column++)
      if (blocks[column][0] < -1024 || blocks[column][0] > 1023) return 0;
  }
  return 1;
}

static int is_padded(const jpeg_work *work) {
  for (int p = 0; p < work->count; p++)
    if (work->sources[p].height != work->height) return 1;
  return 0;
}

/* Whether the tables of one source will do for a component of all. */
static int component_covered(jpeg_work *work, int candidate, int component) {
  const struct jpeg_decompress_struct *info = &work->sources[candidate].info;
  symbols dc, ac;
  if (!read_symbols(info->dc_huff_tbl_ptrs[info->comp_info[component].dc_tbl_no], &dc)
      || !read_symbols(info->ac_huff_tbl_ptrs[info->comp_info[component].ac_tbl_no], &ac) || !is_sound(&ac))
    return 0;
  int full = is_full(&dc, &ac);
  for (int p = 0; p < work->count; p++) {
    const struct jpeg_decompress_struct *other = &work->sources[p].info;
    symbols used;
    if (!read_symbols(other->ac_huff_tbl_ptrs[other->comp_info[component].ac_tbl_no], &used) || !is_sound(&used)
        || !dc_in_range(&work->sources[p], component))
      return 0;
    /* Blocks that change their rows and columns have other runs of zeros than their table was made for. */
    if (!full && (!covers(&ac, &used) || work->sources[p].part->transpose)) return 0;
  }
  if (full) return 1;
  if (is_padded(work)) return 0;
  symbols sizes;
  dc_sizes(work, component, &sizes);
  return covers(&dc, &sizes);
}

static void take_tables(jpeg_work *work, const jpeg_source *source) {
  struct jpeg_compress_struct *out = &work->out;
  for (int t = 0; t < NUM_HUFF_TBLS; t++) {
    JHUFF_TBL *const stored[] = {source->info.dc_huff_tbl_ptrs[t], source->info.ac_huff_tbl_ptrs[t]};
    JHUFF_TBL **const own[] = {&out->dc_huff_tbl_ptrs[t], &out->ac_huff_tbl_ptrs[t]};
    for (int kind = 0; kind < 2; kind++) {
      if (!stored[kind]) continue;
      if (!*own[kind]) *own[kind] = jpeg_alloc_huff_table((j_common_ptr)out);
      memcpy((*own[kind])->bits, stored[kind]->bits, sizeof stored[kind]->bits);
      memcpy((*own[kind])->huffval, stored[kind]->huffval, sizeof stored[kind]->huffval);
      (*own[kind])->sent_table = FALSE;
    }
  }
  for (int c = 0; c < out->num_components; c++) {
    out->comp_info[c].dc_tbl_no = source->info.comp_info[c].dc_tbl_no;
    out->comp_info[c].ac_tbl_no = source->info.comp_info[c].ac_tbl_no;
  }
}

int jpeg_reuse_tables(jpeg_work *work) {
  /* With several scans, a table number may have stood for several tables. */
  for (int p = 0; p < work->count; p++) {
    struct jpeg_decompress_struct *info = &work->sources[p].info;
    if (info->arith_code || info->progressive_mode || jpeg_has_multiple_scans(info)) return 0;
  }
  for (int candidate = 0; candidate < work->count; candidate++) {
    int is_covered = 1;
    for (int c = 0; c < work->out.num_components && is_covered; c++)
      is_covered = component_covered(work, candidate, c);
    if (!is_covered) continue;
    take_tables(work, &work->sources[candidate]);
    return 1;
  }
  return 0;
}
