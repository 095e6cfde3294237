// The few loops that are written once per instruction set, and the table that chooses among them.
//
// Rules of this folder: a kernel takes and returns plain pointers and integers. kernels_*.cc must
// not include inline code of the standard library or abseil: the linker could pick a template that
// was instantiated there, with wider compile flags, for the whole program (a test looks for weak
// symbols). kernels_scalar.cc is the twin that every other set is compared with.
#pragma once

#include <cstdint>

#include "core/simd/kernel_tokens.h"

namespace mtgauge {

// Bytes that must be readable after the end of any text passed to a kernel. They may have any
// value.
inline constexpr uint32_t kTextPadding = 64;

// The state that a cutter keeps between calls for the same stream. Zero at the start of a stream.
struct CutState {
  uint64_t after_digit = 0;   // bit 0: the previous byte is an ASCII digit
  uint64_t after_split = 0;   // bit 0: the previous byte is a [.,] matched by rule R2
  uint64_t after_word = 0;    // bit 0: the previous byte is inside a word
  uint64_t after_single = 0;  // bit 0: the previous byte is a token by itself
  // Only for cut_classes, which sets the bits above for all bytes of a character:
  uint64_t after_white = 0;  // bit 0: the previous byte belongs to white space other than LF
  uint64_t in_line = 0;      // bit 0: the line has a character before this byte
  uint64_t open = 0;         // bits 0 to 2: the next bytes continue a character
};

// The class of a character for cut_classes: bits in CutRules. A character without any bit joins its
// neighbours.
enum CutClass : uint8_t {
  kCutWhite = 1,
  kCutSingle = 2,
  kCutPoint = 4,
  kCutDigit = 8,
  kCutHyphen = 16,
  kCutLf = 32,         // also white space
  kCutUndecided = 64,  // the next byte decides
  kCutSpecial = 128    // malformed, or NUL
};

// The rules of a tokenizer: those of CutByRules() (core/text/tokenizing/segment_cutter.h), except
// for space around the segment. Tables hold the class of every character.
struct CutRules {
  alignas(64) uint8_t of_byte[256];  // of ASCII characters, and of all characters that begin
                                     // with this byte if they share a class
  // For characters of three bytes. `row`, indexed by 6 bits of the first byte, has a bit for each
  // first byte that does not decide the class alone. `of_row`, indexed by 6 bits of the second
  // byte, has the rows in which all characters are kCutSingle, and those in which the third byte
  // decides.
  alignas(64) uint8_t row[64];
  alignas(64) uint8_t of_row[2][64];
  alignas(64) uint8_t of_bmp[65536];  // for characters of at most three bytes
  uint8_t (*of_astral)(uint32_t code_point);
  // Sets of bytes for blocks of Latin text: bit h % 8 of set[l] is for the byte 16 * h + l.
  alignas(16) uint8_t of_ascii[5][16];  // those of class 1 << i, below 80
  alignas(16) uint8_t barred[16];       // NUL, and bytes from C0 on that do not begin a letter of
                                        // two bytes; C3 does, unless a byte of latin_other follows
  uint8_t latin_other[2];
  // Frequent first two bytes of three-byte characters whose third byte decides.
  uint8_t often_pair[4][2];
  uint32_t often_pairs;
  bool has_points;
  bool by_character;  // a character is white space or a token
  bool trims_left;    // white space at the start of a line is not part of the segment
};

// The arrays that a cutter appends to. Each needs room for its current count, the number of bytes
// to cut and 64 more elements. Between calls, the caller may clear lines and specials (reset their
// counts to 0).
struct CutOutput {
  uint32_t* begin;       // offset of each token's first byte
  uint32_t* end;         // offset after each token's last byte
  uint32_t* line_token;  // number of tokens begun before each LF
  uint32_t* line_end;    // offset of each LF
  uint32_t* special;     // offsets of bytes that only the segment cutter can handle
  uint32_t begins = 0, ends = 0, lines = 0, specials = 0;
  uint64_t* key = nullptr;  // of each token; filled only when cut_classes cuts by character
};

// Eight lanes of xoshiro256++ (Blackman & Vigna 2021), one 64-byte vector a step, and a single
// stream for values that a vector cannot decide. A plain value: copying it copies the stream.
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

// The partial alignments (paths) of a beam; each has one element in every array. 8 more elements
// must be readable and writable; they may have any value.
struct BeamPaths {
  uint64_t* key;
  uint64_t* from;   // low half: the path it was made from; high half: the way that was taken
  uint64_t* place;  // low half: the end of the last pair in the hypothesis; all ones if none
  uint64_t* used;   // the set of words used so far
};
// One way to extend the paths.
struct BeamWay {
  uint64_t words, barred;  // words it uses, and words that must not have been used before
  uint64_t cost, chunk;  // added to each key; `chunk` only if a pair ends, but not at `hypothesis`
  uint64_t most;         // paths with a greater key are dropped
  uint64_t distance;     // added to the old key of every path that can be extended
  uint64_t way, place;   // of the new paths; `way` is in the high half, to be added to `from`
  uint32_t hypothesis;   // where a pair must end so that no chunk ends
};

// For edit_band.
inline constexpr uint32_t kBandPadding = 128;

// What find_bytes looks for: bytes below `below`, and two others.
struct WantedBytes {
  uint8_t below, one, other;
};

struct Kernels {
  const char* name;

  // Number of LF in text[0, bytes).
  uint64_t (*count_lines)(const char* text, uint64_t bytes);

  // Writes the offsets of the wanted bytes of text[0, bytes) to `at`, in order; there must be room
  // for all of them and 8 more. Returns their number.
  uint32_t (*find_bytes)(const char* text, uint32_t bytes, const WantedBytes* wanted, uint32_t* at);

  // Returns 1 if text[0, bytes) is UTF-8, else 0; reads nothing after it. If null, simdjson is
  // used.
  uint32_t (*is_utf8)(const char* text, uint64_t bytes);

  // Cuts text[from, to) by the rules of 13a, across lines, offsets relative to `text`. Calls cover
  // a stream in order; each but the last has a multiple of 64 bytes. The stream's last byte is LF.
  // Special bytes are NUL, 0xFF and those that begin an entity that 13a decodes, <skipped> or a
  // Unicode space beyond ASCII: Tokenizer::CutSegment must cut their lines.
  void (*cut_13a)(const char* text, uint32_t from, uint32_t to, CutState* state, CutOutput* out);
  // The same, but cuts only at whitespace (`none`); entities are not special.
  void (*cut_whitespace)(const char* text, uint32_t from, uint32_t to, CutState* state,
                         CutOutput* out);

  // The same, by the classes of characters in `rules`. Special bytes are NUL, those of malformed
  // characters (or the LF that ends a character too soon), and an LF after white space and a point.
  // Null if cutting segment by segment is faster.
  void (*cut_classes)(const CutRules* rules, const char* text, uint32_t from, uint32_t to,
                      CutState* state, CutOutput* out);

  // key[i] = TokenKey(text + begin[i], end[i] - begin[i]) (core/text/token_key.h) under xxh3, for
  // tokens without NUL or 0xFF bytes.
  void (*token_keys)(const char* text, const uint32_t* begin, const uint32_t* end, uint32_t n,
                     uint64_t* key);

  // matches[n-1] += clipped n-gram matches, n = 1..4, of hyp against one reference of at most 64
  // tokens. Every match of hashed keys is verified on the bytes.
  void (*match4)(const KernelTokens* hyp, const KernelTokens* ref, int64_t* matches);

  // The Levenshtein distance of tokens, at most 64 on either side. Verified.
  uint32_t (*edits)(const KernelTokens* hyp, const KernelTokens* ref);

  // masks[j * words + w]: bit b is set if token j of hyp equals token 64 * w + b of ref.
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

  // Decodes text[0, bytes), block by block, and stops before the first block that has a malformed
  // character, one of more than three bytes, white space beyond ASCII other than U+3000, or one of
  // a few other characters. Returns the number of bytes decoded. Appends the code points, without
  // white space unless keep_space, at points[*count], which needs room for `bytes` and 64 more. ORs
  // into *bits a mask that covers the code points. Null if it would not be faster.
  uint64_t (*decode)(const char* text, uint64_t bytes, bool keep_space, uint32_t* points,
                     uint32_t* count, uint32_t* bits);

  // The number of mask words per call, at most 4, with which the next three kernels are fastest.
  uint32_t char_words;
  // masks[words * j + w], words = 1 to 4: bit b is set if hyp[j] equals ref[64 * w + b] and
  // 64 * w + b is below `length`. 64 * words elements of ref must be readable.
  void (*char_masks8)(const uint8_t* ref, uint32_t length, const uint8_t* hyp, uint32_t count,
                      uint32_t words, uint64_t* masks);
  void (*char_masks16)(const uint16_t* ref, uint32_t length, const uint16_t* hyp, uint32_t count,
                       uint32_t words, uint64_t* masks);

  // matches[n-1] += clipped n-gram matches, n = 1..8, against the 64 * words positions of a
  // reference that the masks describe. A longer reference takes several calls, in order. `chain`
  // has two bytes per element of the hypothesis, zero before the first call, and passes on matches
  // that cross the boundary. It is null for a single call.
  void (*match_chars)(const uint64_t* masks, uint32_t words, uint32_t count, uint8_t* chain,
                      int64_t* matches);

  // Levenshtein distance of columns[0, length) and rows[0, count), as long as it is less than
  // 64 * words; else an upper bound of it. count <= length < count + 64 * words, words = 1 to 4.
  // kBandPadding more elements must be readable on either side of `columns`; those before it must
  // occur in no row. Null if it would not be faster.
  uint32_t (*edit_band)(const uint8_t* columns, uint32_t length, const uint8_t* rows,
                        uint32_t count, uint32_t words);

  // Extends paths[0, count) by `way` and puts the new paths into `out`, in order. Returns their
  // number.
  uint32_t (*beam_go)(const BeamPaths* paths, uint32_t count, const BeamWay* way,
                      const BeamPaths* out);
  // Returns the key that would be at index `nth` if keys[0, count) were sorted, nth < count. Adds
  // the number of smaller keys to *less. 8 more elements must be readable; `memory` has room for
  // twice as many elements.
  uint64_t (*nth_key)(const uint64_t* keys, uint32_t count, uint32_t nth, uint64_t* memory,
                      uint32_t* less);
  // Moves the paths whose keys are at most `most` to the front, in order. Returns their number.
  uint32_t (*beam_keep)(const BeamPaths* paths, uint32_t count, uint64_t most);
};

// The kernels in use: the best that the CPU supports, or the set that MTGAUGE_ISA names. An unknown
// or unsupported name is reported by ActiveKernelsError(), and the best set is used.
const Kernels& ActiveKernels();
// Empty, or one sentence on what is wrong with MTGAUGE_ISA.
const char* ActiveKernelsError();

// Every set in the build that this CPU can run; scalar is always first. For tests and benchmarks.
struct KernelList {
  const Kernels* const* begin_;
  const Kernels* const* end_;
  const Kernels* const* begin() const { return begin_; }
  const Kernels* const* end() const { return end_; }
};
KernelList RunnableKernels();

}  // namespace mtgauge
