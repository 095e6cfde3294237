// The few loops that are written once per instruction set, and the table that chooses among them.
//
// Rules of this folder: a kernel takes and returns plain pointers and integers; kernels_*.cc
// include neither the standard library's inline code nor abseil's, because a template instantiated
// there under wider compile flags could be picked by the linker for everybody (a test looks for
// weak symbols). kernels_scalar.cc is the twin that every other set is compared with.
#pragma once

#include <cstdint>

namespace mtgauge {

// Bytes that must be readable after the end of any text handed to a kernel. Their value is free.
inline constexpr uint32_t kTextPadding = 64;

// What a cutter carries from one call to the next over the same stream. Zero at its start.
struct CutState {
  uint64_t after_digit = 0;   // bit 0: the previous byte is an ASCII digit
  uint64_t after_split = 0;   // bit 0: the previous byte is a [.,] matched by rule R2
  uint64_t after_word = 0;    // bit 0: the previous byte is inside a word
  uint64_t after_single = 0;  // bit 0: the previous byte is a token by itself
  // Of cut_classes alone, where "byte" above means all bytes of a character:
  uint64_t after_white = 0;  // bit 0: the previous byte is of white space, but no LF
  uint64_t in_line = 0;      // bit 0: a character precedes in this line
  uint64_t open = 0;         // bits 0 to 2: the next bytes continue a character
};

// What a character is to cut_classes; bits of CutRules. None: it glues to its neighbours.
enum CutClass : uint8_t {
  kCutWhite = 1,
  kCutSingle = 2,
  kCutPoint = 4,
  kCutDigit = 8,
  kCutHyphen = 16,
  kCutLf = 32,         // white, too
  kCutUndecided = 64,  // the next byte decides
  kCutSpecial = 128    // not well-formed, or NUL
};

// The rules of a tokenizer: those of CutByRules() without space around the segment
// (core/text/tokenizer/segment_cutter.h), with every character's class in tables.
struct CutRules {
  alignas(64) uint8_t of_byte[256];  // of ASCII, and of what a byte begins where all is alike
  // Of what two bytes of three begin. row: by 6 bits of the first, a bit for each that leaves it to
  // the second. of_row: by 6 bits of the second, in which rows all are kCutSingle, and in which
  // the third decides.
  alignas(64) uint8_t row[64];
  alignas(64) uint8_t of_row[2][64];
  alignas(64) uint8_t of_bmp[65536];  // of characters of at most three bytes
  uint8_t (*of_astral)(uint32_t code_point);
  // Sets of bytes for blocks of Latin text: bit h % 8 of set[l] is for the byte 16 * h + l.
  alignas(16) uint8_t of_ascii[5][16];  // those of class 1 << i, below 80
  alignas(16) uint8_t barred[16];       // NUL, and those from C0 on that begin no letter of two
                                        // bytes; C3 does, unless one of latin_other follows
  uint8_t latin_other[2];
  // Two bytes of three that texts are full of and that leave it to the third.
  uint8_t often_pair[4][2];
  uint32_t often_pairs;
  bool has_points;
  bool by_character;  // a character is white space or a token
  bool trims_left;    // white space at the begin of a line is no part of the segment
};

// Where a cutter appends. Each array needs room for its count so far + the bytes cut + 64 elements;
// the caller may take away lines and specials (set the count back to 0) between calls.
struct CutOutput {
  uint32_t* begin;       // offset of each token's first byte
  uint32_t* end;         // offset behind each token's last byte
  uint32_t* line_token;  // number of tokens begun before each LF
  uint32_t* line_end;    // offset of each LF
  uint32_t* special;     // offsets of bytes that only the segment cutter can handle
  uint32_t begins = 0, ends = 0, lines = 0, specials = 0;
  uint64_t* key = nullptr;  // of each token, filled where cut_classes cuts by character
};

// One reference or hypothesis as the matcher sees it.
struct KernelTokens {
  const char* base;
  const uint32_t* begin;
  const uint32_t* end;
  const uint64_t* key;  // 16 elements may be read behind the last; their value is free
  uint32_t count;
};

// Eight lanes of xoshiro256++ (Blackman & Vigna 2021), one 64-byte vector a step, and a single
// stream for what a vector leaves undecided. A plain value: copying it copies the stream.
struct RandomLanes {
  uint64_t lane[4][8];
  uint64_t slow[4];
};

// How 64 random bits become a Poisson count below kTailBin: the number of thresholds <= the bits.
// The first 6 bits choose a bin. Its `low` is the count at the bin's lower end and, with kSplitBin,
// `edge` holds the next 8 bits of the threshold within; other bins hold none and have edge 255. The
// last bin, marked kTailBin too, may hold more: `second` is the edge of the next one, and from
// `third` on, or at an edge, 14 bits do not decide.
struct PoissonTable {
  uint64_t threshold[32];  // ascending
  uint32_t thresholds;
  uint8_t second, third;
  alignas(64) uint8_t low[64];
  alignas(64) uint8_t edge[64];
};
inline constexpr uint8_t kTailBin = 0x40, kSplitBin = 0x80;

// Partial alignments of a beam, an element of each array for each. 8 elements behind the last can
// be read and written; their values are free.
struct BeamPaths {
  uint64_t* key;
  uint64_t* from;   // the low half: the path that it was made from; the high half: by which way
  uint64_t* place;  // the low half: where the last pair ends in the hypothesis, all ones: nowhere
  uint64_t* used;   // a set of words
};
// How they may go on.
struct BeamWay {
  uint64_t words, barred;  // that are used then, and that must not be used before
  uint64_t cost, chunk;    // added to keys, and to those of paths that end, but not at `hypothesis`
  uint64_t most;           // the greatest key of use
  uint64_t distance;       // added to the old key of every path that can go on so
  uint64_t way, place;     // of those that do; `way` is a high half alone
  uint32_t hypothesis;
};

struct Kernels {
  const char* name;

  // Number of LF in text[0, bytes).
  uint64_t (*count_lines)(const char* text, uint64_t bytes);

  // 1 where text[0, bytes) is UTF-8, else 0; nothing behind it is read. Null: simdjson's is used.
  uint32_t (*is_utf8)(const char* text, uint64_t bytes);

  // Cuts text[from, to) by the rules of 13a, across lines, offsets relative to `text`. Calls cover
  // a stream in order, each but the last a multiple of 64 bytes; the stream's last byte is LF.
  // Special are the bytes that begin an entity that 13a decodes, <skipped> or a Unicode space
  // beyond ASCII, and NUL and 0xFF: their lines must be cut by Tokenizer::CutSegment.
  void (*cut_13a)(const char* text, uint32_t from, uint32_t to, CutState* state, CutOutput* out);
  // The same for whitespace alone (`none`); entities are not special.
  void (*cut_whitespace)(const char* text, uint32_t from, uint32_t to, CutState* state,
                         CutOutput* out);

  // The same by the classes of characters in `rules`. Special are what is not well-formed, be it
  // only the LF that ends a character too soon, NUL, and an LF with white space and a point before
  // it. Null: segment by segment is faster.
  void (*cut_classes)(const CutRules* rules, const char* text, uint32_t from, uint32_t to,
                      CutState* state, CutOutput* out);

  // key[i] = TokenKey(text + begin[i], end[i] - begin[i]) (core/text/token_key.h) under xxh3, for
  // tokens without NUL or 0xFF bytes.
  void (*token_keys)(const char* text, const uint32_t* begin, const uint32_t* end, uint32_t n,
                     uint64_t* key);

  // matches[n-1] += clipped n-gram matches, n = 1..4, of hyp against one reference of at most 64
  // tokens. Every match of hashed keys is verified on the bytes.
  void (*match4)(const KernelTokens* hyp, const KernelTokens* ref, int64_t* matches);

  // masks[j * words + w]: bit b is set when token j of hyp equals token 64 * w + b of ref.
  // Verified. words: ref->count / 64, rounded up, or ref->count / 64 + 1.
  void (*match_masks)(const KernelTokens* hyp, const KernelTokens* ref, uint32_t words,
                      uint64_t* masks);

  // out[i] = text[i], ASCII upper case lowered; returns the number of bytes >= 0x80.
  uint64_t (*lower_ascii)(const char* text, uint64_t bytes, char* out);

  // counts[0, 64 * groups), 64-byte aligned: independent Poisson counts. Returns their sum. A group
  // of 64 takes two steps of the lanes: the low 6 bits of a byte of the first are the first bits of
  // the unit at the same place, the byte of the second the next 8; where these do not decide, the
  // other 50 are the first of a word of the slow stream, in order of the units.
  uint32_t (*poisson_counts)(const PoissonTable* table, RandomLanes* random, uint32_t groups,
                             uint8_t* counts);
  // counts[0, 64 * groups), 64-byte aligned: fair coins, 0 or 1. A step of the lanes serves eight
  // groups, one lane each, low bit first; what is left of the last step is dropped.
  void (*coin_counts)(RandomLanes* random, uint32_t groups, uint8_t* counts);

  // sums[r * planes + p] = sum of counts[r * stride + i] * plane[p][i] over i < 64 * groups, exact:
  // counts are at most 64 and groups at most 64. counts and plane[p] are 64-byte aligned.
  void (*multiply)(const uint8_t* counts, uint32_t stride, uint32_t resamples,
                   const uint8_t* const* plane, uint32_t planes, uint32_t groups, uint32_t* sums);

  // Decodes text[0, bytes), block by block, as far as all is well-formed characters of at most
  // three bytes and plain: but for U+3000 white space beyond ASCII is not, nor are some other
  // characters. Returns the bytes decoded, 0 if the first block has more than that. Appends the
  // code points, without white space unless keep_space, to points[*count], which needs room for as
  // many as there are bytes and 64 more. Adds to *bits those that points have. Null: nothing is
  // gained.
  uint64_t (*decode)(const char* text, uint64_t bytes, bool keep_space, uint32_t* points,
                     uint32_t* count, uint32_t* bits);

  // How many words of masks the next three take at a time with the least work for each, at most 4.
  uint32_t char_words;
  // masks[words * j + w], words = 1 to 4: bit b says that hyp[j] equals ref[64 * w + b] and that
  // this is below `length`. 64 * words elements of ref can be read.
  void (*char_masks8)(const uint8_t* ref, uint32_t length, const uint8_t* hyp, uint32_t count,
                      uint32_t words, uint64_t* masks);
  void (*char_masks16)(const uint16_t* ref, uint32_t length, const uint16_t* hyp, uint32_t count,
                       uint32_t words, uint64_t* masks);

  // matches[n-1] += clipped n-gram matches, n = 1..8, against the 64 * words positions of a
  // reference that these masks are of. A longer reference takes several calls, in order; `chain`,
  // two bytes per element of the hypothesis, zero before the first, passes on what reaches across.
  // It is null for a single call.
  void (*match_chars)(const uint64_t* masks, uint32_t words, uint32_t count, uint8_t* chain,
                      int64_t* matches);

  // Puts what follows from paths[0, count) into `out`, in order. Returns how many that are.
  uint32_t (*beam_go)(const BeamPaths* paths, uint32_t count, const BeamWay* way,
                      const BeamPaths* out);
  // The key that would be at place `nth` if keys[0, count) were sorted, nth < count; adds to *less
  // how many are below it. 8 elements behind the last can be read; `memory` has room for twice as
  // many elements.
  uint64_t (*nth_key)(const uint64_t* keys, uint32_t count, uint32_t nth, uint64_t* memory,
                      uint32_t* less);
  // Moves those whose keys are at most `most` to the front, in order. Returns how many that are.
  uint32_t (*beam_keep)(const BeamPaths* paths, uint32_t count, uint64_t most);
};

// The kernels in use: the best the CPU runs, or the set that MTGAUGE_ISA names. An unknown or
// unsupported name is reported by ActiveKernelsError(), and the best set is used.
const Kernels& ActiveKernels();
// Empty, or one sentence on what is wrong with MTGAUGE_ISA.
const char* ActiveKernelsError();

// Every set compiled in that this CPU can run; scalar is always the first. For tests and
// benchmarks.
struct KernelList {
  const Kernels* const* begin_;
  const Kernels* const* end_;
  const Kernels* const* begin() const { return begin_; }
  const Kernels* const* end() const { return end_; }
};
KernelList RunnableKernels();

}  // namespace mtgauge
