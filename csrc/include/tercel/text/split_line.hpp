/// Where tokens begin and end, for tokenizers that only ever put spaces into a line.
///
/// sacreBLEU's tokenizers substitute patterns of two characters by the same with spaces between.
/// They differ in which characters are marks and which, called digits here, hold a mark. Matches do
/// not overlap and are found from the left, so parity matters in a run of marks:
///
///   (not digit)(mark) -> "\1 \2 "   After a character that is no digit, this pairs it with mark 1,
///                                   then 2 with 3, ...: all marks are apart, and the last one is
///                                   also apart from what follows it if the run's length is odd.
///                                   After a digit or nothing it pairs 1 with 2, 3 with 4, ...: the
///                                   last one is apart from what follows if the length is even.
///   (mark)(not digit) -> " \1 \2"   No two marks touch any more if the run had several. So each
///                                   mark that is followed by no digit, but by something, gets
///                                   apart on both sides.
///
/// Hence: a mark is joined to the left only if it is alone between two digits (or, at the end of an
/// unpadded line, between a digit and the end); it is joined to the right only if a digit follows
/// and it is *open*: a first mark after a digit or at the start of an unpadded line is open, a
/// first mark after anything else is not, and each further mark is what its left neighbour is not.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

#include "tercel/text/byte_classes.hpp"
#include "tercel/text/utf8.hpp"

namespace tercel {
namespace detail {

/// What a tokenizer takes a code point beyond ASCII for. A digit is whatever holds a mark.
enum class WideRole { plain, space, alone, digit, mark };

struct WideCharacter {
  WideRole role;
  std::size_t length;  ///< in bytes
};

/// A line as blocks of bits, while it is being split.
class LineBits {
 public:
  /// Classifies the bytes of a line. `padded` puts a space at both of its ends.
  void reset(std::string_view line, const ClassTable& table, bool padded, Isa isa) {
    line_ = line;
    padded_ = padded;
    wide_marks_.clear();
    n_blocks_ = n_blocks_of(line);
    if (blocks_.size() < n_blocks_) blocks_.resize(n_blocks_);
    classify_line(table, line, isa, blocks_.data());
    // The end holds a mark as a digit does, unless a space was put there.
    if (!padded) note({WideRole::digit, 1}, line.size());
  }

  /// Asks what begins at each byte of class kWideByte, and takes note of it. Call it once, before
  /// split. Returns whether a byte of class kRewriteByte was seen on the way.
  template <WideCharacter (*look)(const char* at, const char* end)>
  bool look_at_wide() {
    const char* const end = line_.data() + line_.size();
    std::uint64_t rewrite = 0;
    std::uint64_t carry = 0;  // edges in the next block
    for (std::size_t i = 0; i < n_blocks_; ++i) {
      rewrite |= blocks_[i].is[kRewriteByte];
      std::uint64_t edge = carry;
      carry = 0;
      for (std::uint64_t bits = blocks_[i].is[kWideByte]; bits != 0; bits &= bits - 1) {
        const std::size_t bit = lowest_bit(bits);
        const WideCharacter c = look(line_.data() + i * kBlockBytes + bit, end);
        if (c.role == WideRole::plain) continue;
        if (c.role == WideRole::alone) {
          // By far the most frequent role in Chinese, so the word stays in a register.
          const std::uint64_t both_ends = 1 | std::uint64_t{1} << c.length;
          edge |= both_ends << bit;
          carry |= both_ends >> 1 >> (63 - bit);
        } else {
          note(c, i * kBlockBytes + bit);
        }
      }
      blocks_[i].edge = edge;
    }
    return rewrite != 0;
  }

  /// Finds all tokens.
  void split(std::vector<std::string_view>& tokens) {
    cut_wide_marks();
    tokens.resize(find_tokens());
    write_tokens(tokens);
  }

 private:
  struct Span {
    std::size_t begin;
    std::size_t end;
  };

  /// The last bits of the words of the block before, at bit 0. A space comes before the line.
  struct Carry {
    std::uint64_t space = 1;
    std::uint64_t digit = 0;
    std::uint64_t mark = 0;
    std::uint64_t cut = 1;
  };

  void note(WideCharacter c, std::size_t position) {
    for (std::size_t i = position; i < position + c.length; ++i) {
      ByteBlock& block = blocks_[i / kBlockBytes];
      const std::uint64_t bit = std::uint64_t{1} << (i % kBlockBytes);
      if (c.role == WideRole::space) block.is[kSpaceByte] |= bit;
      if (c.role == WideRole::digit) block.is[kDigitByte] |= bit;
      if (c.role == WideRole::mark) block.wide_mark |= bit;
    }
    if (c.role == WideRole::mark) wide_marks_.push_back({position, position + c.length});
  }
  void set_edge(std::size_t position) {
    blocks_[position / kBlockBytes].edge |= std::uint64_t{1} << (position % kBlockBytes);
  }

  static bool test(std::uint64_t word, std::size_t position) {
    return (word >> (position % kBlockBytes) & 1) != 0;
  }
  bool is_digit(std::size_t position) const {
    return test(blocks_[position / kBlockBytes].is[kDigitByte], position);
  }
  bool is_mark(std::size_t position) const {
    const ByteBlock& block = blocks_[position / kBlockBytes];
    return test(block.is[kMarkByte] | block.wide_mark, position);
  }

  /// Whether the mark that begins at `position` is open. Walks to the start of its run.
  bool is_open(std::size_t position) const {
    bool is_flipped = false;
    while (position > 0 && is_mark(position - 1)) {
      do --position;
      while (is_continuation(line_[position]));
      is_flipped = !is_flipped;
    }
    const bool first_is_open = position == 0 ? !padded_ : is_digit(position - 1);
    return first_is_open != is_flipped;
  }

  void cut_wide_marks() {
    for (const Span mark : wide_marks_) {
      const bool digit_follows = is_digit(mark.end);
      const bool is_held = digit_follows && mark.begin > 0 && is_digit(mark.begin - 1);
      if (!is_held) set_edge(mark.begin);
      if (!digit_follows || !is_open(mark.begin)) set_edge(mark.end);
    }
  }

  /// Those of `marks` that are apart from what follows.
  std::uint64_t cut_behind_marks(std::size_t i, std::uint64_t after_digit, std::uint64_t held,
                                 const Carry& carry) const {
    const ByteBlock& block = blocks_[i];
    const std::uint64_t marks = block.is[kMarkByte];
    const std::uint64_t at_start = i == 0 && !padded_ ? 1 : 0;
    std::uint64_t cut = marks & ~(held & (after_digit | at_start));
    // Rare: a run of marks with a digit behind, as in "...5".
    const std::uint64_t after_mark = (marks | block.wide_mark) << 1 | carry.mark;
    for (std::uint64_t bits = marks & after_mark & held; bits != 0; bits &= bits - 1) {
      const std::size_t bit = lowest_bit(bits);
      if (is_open(i * kBlockBytes + bit)) cut &= ~(std::uint64_t{1} << bit);
    }
    return cut;
  }

  /// Fills the words `starts` and `ends`, and returns the number of tokens.
  std::size_t find_tokens() {
    Carry carry;
    std::size_t n_tokens = 0;
    for (std::size_t i = 0; i < n_blocks_; ++i) {
      ByteBlock& block = blocks_[i];
      const std::uint64_t next = i + 1 < n_blocks_ ? blocks_[i + 1].is[kDigitByte] : 0;
      const std::uint64_t space = block.is[kSpaceByte];
      const std::uint64_t digit = block.is[kDigitByte];
      const std::uint64_t marks = block.is[kMarkByte];
      const std::uint64_t after_digit = digit << 1 | carry.digit;
      const std::uint64_t before_digit = digit >> 1 | next << 63;
      const std::uint64_t alone =
          space | block.is[kAloneByte] | (block.is[kDashByte] & after_digit);
      const std::uint64_t cut = alone | cut_behind_marks(i, after_digit, before_digit, carry);
      const std::uint64_t edges =
          block.edge | alone | (marks & ~(after_digit & before_digit)) | cut << 1 | carry.cut;
      block.starts = edges & ~space;
      block.ends = edges & ~(space << 1 | carry.space);
      n_tokens += static_cast<std::size_t>(count_bits(block.starts));
      carry = {space >> 63, digit >> 63, (marks | block.wide_mark) >> 63, cut >> 63};
    }
    return n_tokens;
  }

  /// Walks over starts and ends side by side, as a token may end in a later block.
  void write_tokens(std::vector<std::string_view>& tokens) const {
    const ByteBlock* start_block = blocks_.data();
    const ByteBlock* end_block = blocks_.data();
    std::uint64_t starts = start_block->starts;
    std::uint64_t ends = end_block->ends;
    const char* start_text = line_.data();
    const char* end_text = line_.data();
    for (std::string_view& token : tokens) {
      for (; starts == 0; start_text += kBlockBytes) starts = (++start_block)->starts;
      for (; ends == 0; end_text += kBlockBytes) ends = (++end_block)->ends;
      const char* const begin = start_text + lowest_bit(starts);
      const char* const end = end_text + lowest_bit(ends);
      token = std::string_view(begin, static_cast<std::size_t>(end - begin));
      starts &= starts - 1;
      ends &= ends - 1;
    }
  }

  std::string_view line_;
  bool padded_ = false;
  std::size_t n_blocks_ = 0;
  std::vector<ByteBlock> blocks_;  // never shrinks
  std::vector<Span> wide_marks_;
};

}  // namespace detail
}  // namespace tercel
