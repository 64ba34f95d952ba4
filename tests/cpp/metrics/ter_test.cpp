#define DOCTEST_CONFIG_IMPLEMENT_WITH_MAIN
#include "tercel/metrics/ter.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <numeric>
#include <string>
#include <vector>

#include "ter_random.hpp"
#include "ter_twin.hpp"

namespace {

using ter_random::Random;
using ter_random::Words;
using tercel::TerEdits;
using tercel::TerOperationKind;
using tercel::TerOptions;
using tercel::TerReference;
using tercel::TerWorkspace;

TerOptions exact() {
  TerOptions options;
  options.exact = true;
  return options;
}

/// One letter, one word.
Words words(const std::string& letters) {
  return Words(letters.begin(), letters.end());
}

Words count_up(std::size_t size) {
  Words out(size);
  std::iota(out.begin(), out.end(), 0U);
  return out;
}

TerEdits edits(const Words& hyp, const Words& ref, const TerOptions& options = {}) {
  static thread_local TerWorkspace workspace;
  return tercel::translation_edits(hyp, tercel::View<const std::uint32_t>(ref), workspace, options);
}

std::int64_t total(const Words& hyp, const Words& ref, const TerOptions& options = {}) {
  static thread_local TerWorkspace workspace;
  return tercel::translation_edit_total(hyp, tercel::View<const std::uint32_t>(ref), workspace,
                                        options);
}

TerEdits edits(const std::string& hyp, const std::string& ref) {
  return edits(words(hyp), words(ref));
}

void check_equals_twin(const Words& hyp, const Words& ref, bool without_beam) {
  const ter_twin::Result slow = ter_twin::translation_edits(hyp, ref, without_beam);
  TerOptions options;
  options.exact = without_beam;
  const TerEdits fast = edits(hyp, ref, options);
  std::vector<char> path = ter_twin::path(slow.matrix);
  INFO("hyp size " << hyp.size() << ", ref size " << ref.size());
  REQUIRE(fast.shifts == slow.shifts);
  REQUIRE(fast.total() == slow.shifts + slow.distance);
  REQUIRE(total(hyp, ref, options) == slow.shifts + slow.distance);
  REQUIRE(fast.insertions == std::count(path.begin(), path.end(), 'i'));
  REQUIRE(fast.deletions == std::count(path.begin(), path.end(), 'd'));
  REQUIRE(fast.substitutions == std::count(path.begin(), path.end(), 's'));
}

}  // namespace

TEST_CASE("edits that a reader can count") {
  CHECK(edits("", "").total() == 0);
  CHECK(edits("abc", "abc").total() == 0);
  CHECK(edits("abc", "").insertions == 3);
  CHECK(edits("", "abc").deletions == 3);
  CHECK(edits("abxc", "abc").insertions == 1);
  CHECK(edits("ac", "abc").deletions == 1);
  CHECK(edits("axc", "abc").substitutions == 1);
  CHECK(edits("axc", "abc").total() == 1);
  CHECK(edits("xyz", "abc").substitutions == 3);
}

TEST_CASE("a phrase that stands elsewhere is one shift") {
  const TerEdits swap = edits("defabc", "abcdef");
  CHECK(swap.shifts == 1);
  CHECK(swap.total() == 1);
  CHECK(edits("badc", "abcd").shifts == 2);
  // The example of Snover et al. (2006): one shift, two substitutions, one deletion.
  // "this week the saudis denied information published in the new york times" is the hypothesis,
  // "saudi arabia denied this week information published in the american new york times" the
  // reference.
  const Words hyp = {1, 2, 3, 4, 5, 6, 7, 8, 3, 9, 10, 11};
  const Words ref = {12, 13, 5, 1, 2, 6, 7, 8, 3, 14, 9, 10, 11};
  const TerEdits snover = edits(hyp, ref);
  CHECK(snover.shifts == 1);
  CHECK(snover.substitutions == 2);
  CHECK(snover.deletions == 1);
  CHECK(snover.total() == 4);
}

TEST_CASE("a shift reaches fifty words and carries ten") {
  for (const std::size_t distance : {30U, 49U, 50U, 51U, 52U, 60U}) {
    const Words ref = count_up(80);
    Words hyp = ref;
    std::rotate(hyp.begin(), hyp.begin() + 1, hyp.begin() + 1 + static_cast<int>(distance));
    CHECK(edits(hyp, ref).total() == (distance <= 50 ? 1 : 2));
  }
  const Words ref = count_up(40);
  for (const std::size_t size : {9U, 10U, 11U, 12U}) {
    Words hyp = ref;
    std::rotate(hyp.begin(), hyp.begin() + static_cast<int>(size),
                hyp.begin() + 2 * static_cast<int>(size));
    CHECK(edits(hyp, ref).total() == (size <= 10 ? 1 : 2));
  }
}

TEST_CASE("the round that reaches the limit of candidates is void") {
  Random random(2);
  bool seen = false;
  for (int k = 0; k < 20; ++k) {
    const Words ref = random.sequence(60, 2);
    const Words hyp = random.sequence(60, 2);
    const auto slow = ter_twin::translation_edits(hyp, ref);
    seen = seen || slow.limit_reached;
    REQUIRE(edits(hyp, ref).total() == slow.shifts + slow.distance);
    REQUIRE(total(hyp, ref) == slow.shifts + slow.distance);
  }
  CHECK(seen);
}

TEST_CASE("equal to the definition: short segments") {
  Random random(3);
  for (int k = 0; k < 6000; ++k) {
    const std::size_t alphabet = 1 + random.below(8);
    const Words ref = random.sequence(random.below(12), alphabet);
    check_equals_twin(random.sequence(random.below(12), alphabet), ref, k % 2 == 0);
  }
}

TEST_CASE("equal to the definition: sentences") {
  Random random(4);
  for (int k = 0; k < 1500; ++k) {
    const std::size_t alphabet = 10 + random.below(60);
    const Words ref = random.sequence(10 + random.below(40), alphabet);
    const Words hyp = random.translated(ref, alphabet, random.below(4), random.below(15));
    check_equals_twin(hyp, ref, k % 4 == 0);
  }
}

TEST_CASE("equal to the definition around the size of a machine word") {
  Random random(10);
  for (int k = 0; k < 100; ++k) {
    const Words ref = random.sequence(62 + random.below(4), 60);
    check_equals_twin(random.translated(ref, 60, 2, random.below(20)), ref, k % 2 == 0);
  }
}

TEST_CASE("equal to the definition where the beam is an obstacle") {
  Random random(5);
  for (int k = 0; k < 120; ++k) {
    const std::size_t alphabet = 5 + random.below(300);
    const Words ref = random.sequence(26 + random.below(110), alphabet);
    Words hyp = random.translated(ref, alphabet, 1 + random.below(3), random.below(20));
    const std::size_t kind = random.below(3);
    if (kind == 0) hyp.resize(1 + random.below(hyp.size()));
    if (kind == 1) hyp.erase(hyp.begin(), hyp.begin() + random.below(hyp.size()));
    check_equals_twin(hyp, ref, k % 5 == 0);
    if (k % 3 == 0) check_equals_twin(ref, hyp, false);
  }
}

TEST_CASE("equal to the definition where one side is many times longer") {
  Random random(6);
  for (int k = 0; k < 300; ++k) {
    const std::size_t alphabet = 2 + random.below(50);
    const Words longer = random.sequence(50 + random.below(500), alphabet);
    const Words shorter = random.sequence(1 + random.below(9), alphabet);
    check_equals_twin(shorter, longer, k % 3 == 0);
    if (longer.size() < 200) check_equals_twin(longer, shorter, k % 3 == 0);
  }
}

TEST_CASE("bounds that hold for every pair") {
  Random random(7);
  for (int k = 0; k < 3000; ++k) {
    const std::size_t alphabet = 2 + random.below(40);
    const Words ref = random.sequence(random.below(50), alphabet);
    const Words hyp = random.sequence(random.below(50), alphabet);
    const TerEdits got = edits(hyp, ref);
    const auto hyp_size = static_cast<std::int64_t>(hyp.size());
    const auto ref_size = static_cast<std::int64_t>(ref.size());
    CHECK(got.total() >= std::abs(hyp_size - ref_size));
    CHECK(got.total() <= std::max(hyp_size, ref_size));
    CHECK(got.insertions - got.deletions == hyp_size - ref_size);
    CHECK(edits(ref, ref).total() == 0);
    // Without a shift the beam can only raise the number.
    if (edits(hyp, ref, exact()).shifts == 0 && got.shifts == 0) {
      CHECK(edits(hyp, ref, exact()).total() <= got.total());
    }
  }
}

TEST_CASE("the total does not need the last shifts, but those before them") {
  Random random(11);
  int gains_of_one = 0;
  int gains_after_them = 0;
  TerWorkspace workspace;
  for (int k = 0; k < 20000; ++k) {
    const std::size_t alphabet = 4 + random.below(20);
    const Words ref = random.sequence(6 + random.below(20), alphabet);
    const Words hyp = random.translated(ref, alphabet, 2 + random.below(3), random.below(6));
    const TerEdits all = edits(hyp, ref);
    REQUIRE(total(hyp, ref) == all.total());
    REQUIRE(total(hyp, ref, exact()) == edits(hyp, ref, exact()).total());
    const auto distance = static_cast<std::int64_t>(
        tercel::edit_distance(hyp, tercel::View<const std::uint32_t>(ref)));
    gains_of_one += all.shifts > 0 && all.total() == distance ? 1 : 0;
    gains_after_them += all.shifts > 2 && all.total() < distance ? 1 : 0;
  }
  CHECK(gains_of_one > 100);
  CHECK(gains_after_them > 100);
}

TEST_CASE("the alignment explains the edits") {
  Random random(8);
  TerWorkspace workspace;
  for (int k = 0; k < 300; ++k) {
    const Words ref = random.sequence(random.below(90), 40);
    const Words hyp = random.translated(ref, 40, 2, random.below(20));
    const TerOptions options = k % 3 == 0 ? exact() : TerOptions{};
    const auto got = tercel::translation_alignment(hyp, TerReference(ref), workspace, options);
    Words order = count_up(hyp.size());
    for (const auto& shift : got.shifts) {
      const auto at = [&](std::size_t i) { return order.begin() + static_cast<int>(i); };
      std::rotate(at(shift.begin), at(shift.middle), at(shift.end));
    }
    std::size_t i = 0;
    std::size_t j = 0;
    std::int64_t wrong = 0;
    for (const auto& operation : got.operations) {
      if (operation.kind != TerOperationKind::deletion) {
        REQUIRE(operation.hypothesis == order[i++]);
      }
      if (operation.kind != TerOperationKind::insertion) REQUIRE(operation.reference == j++);
      if (operation.kind == TerOperationKind::match) {
        REQUIRE(hyp[operation.hypothesis] == ref[operation.reference]);
      } else {
        ++wrong;
      }
    }
    CHECK(i == hyp.size());
    CHECK(j == ref.size());
    CHECK(got.edits.shifts == static_cast<std::int64_t>(got.shifts.size()));
    CHECK(got.edits.total() == wrong + got.edits.shifts);
    CHECK(got.edits.total() == edits(hyp, ref, options).total());
  }
}

TEST_CASE("a long hostile segment ends soon") {
  Random random(9);
  const Words ref = random.sequence(3000, 2000);
  const Words hyp = random.translated(ref, 2000, 20, 1500);
  CHECK(edits(hyp, ref).total() > 0);
  CHECK(edits(Words(3000, 1), Words(2000, 1)).insertions == 1000);
}
