/// What the bytes of a line are, as bits: one word for each 64 bytes and each class.
///
/// Words of bits let the tokenizers decide about 64 bytes at once and without branches, which
/// matters because where words end is what a processor cannot predict.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string_view>

#include "tercel/base/bits.hpp"
#include "tercel/base/isa.hpp"

namespace tercel {
namespace detail {

/// Number of a class, and of its word in a block.
enum ByteClass : unsigned {
  kSpaceByte,    ///< separates tokens
  kAloneByte,    ///< is a token by itself, whatever its neighbours
  kDigitByte,    ///< holds a mark at its side
  kMarkByte,     ///< is a token by itself unless digits hold it
  kDashByte,     ///< is a token by itself after a digit
  kRewriteByte,  ///< may begin what has to be replaced first
  kWideByte,     ///< begins a code point beyond ASCII that the tokenizer has to look at
  kByteClasses
};

inline constexpr std::size_t kBlockBytes = 64;

/// 64 bytes of a line; bit i of each word is about byte i.
struct ByteBlock {
  std::array<std::uint64_t, kByteClasses> is;
  std::uint64_t wide_mark;  ///< bytes of marks that are longer than a byte
  std::uint64_t edge;       ///< tokens do not reach across the front of these bytes
  std::uint64_t starts;     ///< first bytes of tokens
  std::uint64_t ends;       ///< bytes just behind tokens
};

/// The classes of each byte, in the two forms that the bodies below want. Only kWideByte has bytes
/// above 0x7f, and it has no others.
struct ClassTable {
  /// Bit 8 c is set if the byte is in class c.
  std::array<std::uint64_t, 256> spread{};
  /// Bit h of by_nibble[c][l] is set if byte 16 h + l is in class c; for kWideByte 128 more.
  std::array<std::array<std::uint8_t, 16>, kByteClasses> by_nibble{};

  /// A copy with more members of a class.
  constexpr ClassTable with(ByteClass byte_class, std::string_view bytes) const {
    ClassTable copy = *this;
    for (const char c : bytes) copy.add(byte_class, static_cast<std::uint8_t>(c));
    return copy;
  }
  constexpr ClassTable with(ByteClass byte_class, unsigned first, unsigned last) const {
    ClassTable copy = *this;
    for (unsigned byte = first; byte <= last; ++byte) copy.add(byte_class, byte);
    return copy;
  }

 private:
  constexpr void add(ByteClass byte_class, unsigned byte) {
    spread[byte] |= std::uint64_t{1} << (8 * byte_class);
    std::uint8_t& rows = by_nibble[byte_class][byte & 15];
    rows = static_cast<std::uint8_t>(rows | 1U << (byte >> 4 & 7));
  }
};

/// What all tokenizers have in common.
inline constexpr ClassTable kPlainClasses = ClassTable{}
                                                .with(kSpaceByte, '\t', '\r')
                                                .with(kSpaceByte, 0x1c, 0x20)
                                                .with(kDigitByte, '0', '9');

/// Fills the words `is` and clears `wide_mark`. Runs anywhere, and is the twin of the other bodies.
inline void classify_blocks_scalar(const ClassTable& table, const char* bytes, std::size_t n_blocks,
                                   ByteBlock* blocks) {
  for (std::size_t i = 0; i < n_blocks; ++i, bytes += kBlockBytes) {
    blocks[i].is = {};
    blocks[i].wide_mark = 0;
    for (unsigned at = 0; at < kBlockBytes; at += 8) {
      std::uint64_t classes = 0;  // bit 8 c + k: byte k of these eight is in class c
      for (unsigned k = 8; k-- > 0;) {
        classes = classes << 1 | table.spread[static_cast<std::uint8_t>(bytes[at + k])];
      }
      for (unsigned c = 0; c < kByteClasses; ++c) {
        blocks[i].is[c] |= (classes >> (8 * c) & 0xff) << at;
      }
    }
  }
}

#if TERCEL_X86
/// 32 bytes as the lookups want them.
struct NibblesAvx2 {
  __m256i low;
  __m256i ascii_row;  ///< bit h if the high nibble is h
  __m256i wide_row;   ///< bit h if the high nibble is h + 8
};

TERCEL_TARGET("avx2")
inline NibblesAvx2 load_nibbles_avx2(const char* bytes) {
  const __m256i text = _mm256_loadu_si256(reinterpret_cast<const __m256i*>(bytes));
  const __m256i nibble = _mm256_set1_epi8(15);
  const __m256i high = _mm256_and_si256(_mm256_srli_epi16(text, 4), nibble);
  const __m256i ascii_rows = _mm256_broadcastsi128_si256(
      _mm_setr_epi8(1, 2, 4, 8, 16, 32, 64, -128, 0, 0, 0, 0, 0, 0, 0, 0));
  const __m256i wide_rows = _mm256_broadcastsi128_si256(
      _mm_setr_epi8(0, 0, 0, 0, 0, 0, 0, 0, 1, 2, 4, 8, 16, 32, 64, -128));
  return {_mm256_and_si256(text, nibble), _mm256_shuffle_epi8(ascii_rows, high),
          _mm256_shuffle_epi8(wide_rows, high)};
}

/// A byte is in the class if its row is among those that its low nibble has there.
TERCEL_TARGET("avx2")
inline std::uint32_t outsiders_avx2(__m256i rows_of_nibble, __m256i low, __m256i row) {
  const __m256i both = _mm256_and_si256(_mm256_shuffle_epi8(rows_of_nibble, low), row);
  const __m256i outside = _mm256_cmpeq_epi8(both, _mm256_setzero_si256());
  return static_cast<std::uint32_t>(_mm256_movemask_epi8(outside));
}

TERCEL_TARGET("avx2")
inline void classify_blocks_avx2(const ClassTable& table, const char* bytes, std::size_t n_blocks,
                                 ByteBlock* blocks) {
  for (std::size_t i = 0; i < n_blocks; ++i, bytes += kBlockBytes) {
    blocks[i].wide_mark = 0;
    const NibblesAvx2 a = load_nibbles_avx2(bytes);
    const NibblesAvx2 b = load_nibbles_avx2(bytes + 32);
    for (unsigned c = 0; c < kByteClasses; ++c) {
      const auto* const rows = reinterpret_cast<const __m128i*>(table.by_nibble[c].data());
      const __m256i rows_of_nibble = _mm256_broadcastsi128_si256(_mm_loadu_si128(rows));
      const bool is_wide = c == kWideByte;
      const std::uint64_t first =
          outsiders_avx2(rows_of_nibble, a.low, is_wide ? a.wide_row : a.ascii_row);
      const std::uint64_t second =
          outsiders_avx2(rows_of_nibble, b.low, is_wide ? b.wide_row : b.ascii_row);
      blocks[i].is[c] = ~(second << 32 | first);
    }
  }
}
#endif

#if TERCEL_NEON
/// Bit i of the result is set if byte i of the 64 is not zero; each must be 0 or 255.
inline std::uint64_t bits_of_neon(const uint8x16_t (&is)[4]) {
  // Three pairwise sums add up eight distinct bits to a byte.
  const uint8x16_t bit = vreinterpretq_u8_u64(vdupq_n_u64(0x8040201008040201U));
  const uint8x16_t first = vpaddq_u8(vandq_u8(is[0], bit), vandq_u8(is[1], bit));
  const uint8x16_t second = vpaddq_u8(vandq_u8(is[2], bit), vandq_u8(is[3], bit));
  const uint8x16_t both = vpaddq_u8(first, second);
  return vgetq_lane_u64(vreinterpretq_u64_u8(vpaddq_u8(both, both)), 0);
}

/// As the body for AVX2: a byte is in a class if its row is among those of its low nibble.
inline void classify_blocks_neon(const ClassTable& table, const char* bytes, std::size_t n_blocks,
                                 ByteBlock* blocks) {
  const uint8x16_t row_bits = vreinterpretq_u8_u64(vdupq_n_u64(0x8040201008040201U));
  for (std::size_t i = 0; i < n_blocks; ++i, bytes += kBlockBytes) {
    blocks[i].wide_mark = 0;
    uint8x16_t low[4];
    uint8x16_t ascii_row[4];
    uint8x16_t wide_row[4];
    for (unsigned k = 0; k < 4; ++k) {
      const uint8x16_t text = vld1q_u8(reinterpret_cast<const std::uint8_t*>(bytes) + 16 * k);
      low[k] = vandq_u8(text, vdupq_n_u8(15));
      const uint8x16_t is_wide = vcgeq_u8(text, vdupq_n_u8(0x80));
      const uint8x16_t row = vqtbl1q_u8(row_bits, vshrq_n_u8(text, 4));
      ascii_row[k] = vbicq_u8(row, is_wide);
      wide_row[k] = vandq_u8(row, is_wide);
    }
    for (unsigned c = 0; c < kByteClasses; ++c) {
      const uint8x16_t rows_of_nibble = vld1q_u8(table.by_nibble[c].data());
      uint8x16_t is[4];
      for (unsigned k = 0; k < 4; ++k) {
        const uint8x16_t row = c == kWideByte ? wide_row[k] : ascii_row[k];
        is[k] = vtstq_u8(vqtbl1q_u8(rows_of_nibble, low[k]), row);
      }
      blocks[i].is[c] = bits_of_neon(is);
    }
  }
}
#endif

using ClassifyBlocks = void (*)(const ClassTable&, const char*, std::size_t, ByteBlock*);

inline ClassifyBlocks classify_blocks(Isa isa) {
#if TERCEL_X86
  if (isa == Isa::avx2 || isa == Isa::avx512) return classify_blocks_avx2;
#endif
#if TERCEL_NEON
  if (isa == Isa::neon) return classify_blocks_neon;
#endif
  static_cast<void>(isa);
  return classify_blocks_scalar;
}

/// Blocks that a line fills; there is always room for a space behind it.
inline constexpr std::size_t n_blocks_of(std::string_view line) {
  return line.size() / kBlockBytes + 1;
}

/// Classifies a line. It is followed by spaces, at least one, to the end of the last block.
inline void classify_line(const ClassTable& table, std::string_view line, Isa isa,
                          ByteBlock* blocks) {
  const std::size_t n_full = line.size() / kBlockBytes;
  const ClassifyBlocks classify = classify_blocks(isa);
  classify(table, line.data(), n_full, blocks);
  char rest[kBlockBytes];
  std::memset(rest, ' ', sizeof rest);
  if (line.size() % kBlockBytes != 0) {
    std::memcpy(rest, line.data() + n_full * kBlockBytes, line.size() % kBlockBytes);
  }
  classify(table, rest, 1, blocks + n_full);
}

}  // namespace detail
}  // namespace tercel
