// Metrics for C: versions, options out of range, and what is no metric. Codes, never a crash.
#define DOCTEST_CONFIG_IMPLEMENT_WITH_MAIN
#include <doctest/doctest.h>

#include <cstdint>
#include <limits>
#include <string>

#include "capi/fixtures.hpp"

using namespace capi_tests;

namespace {

constexpr double kNan = std::numeric_limits<double>::quiet_NaN();

}  // namespace

TEST_CASE("versions") {
  CHECK(tercel_abi_version() == TERCEL_ABI_VERSION);
  CHECK(std::string(tercel_version()) == "0.1.0");
}

TEST_CASE("options out of range give no metric") {
  // What is left of an earlier metric must not be taken for a new one.
  auto* metric = reinterpret_cast<tercel_metric*>(std::uintptr_t{8});
  SUBCASE("BLEU") {
    tercel_bleu_options options = TERCEL_BLEU_OPTIONS_INIT;
    SUBCASE("tokenizer") {
      options.tokenizer = "14a";
    }
    SUBCASE("no tokenizer") {
      options.tokenizer = nullptr;
    }
    SUBCASE("smoothing") {
      options.smooth_method = "Exp";
    }
    SUBCASE("no smoothing") {
      options.smooth_method = nullptr;
    }
    SUBCASE("a value without use") {
      options.smooth_value = 1.0;
    }
    SUBCASE("negative value") {
      (options.smooth_method = "floor", options.smooth_value = -1.0);
    }
    SUBCASE("nan") {
      (options.smooth_method = "add-k", options.smooth_value = kNan);
    }
    SUBCASE("order 0") {
      options.max_ngram_order = 0;
    }
    SUBCASE("order 101") {
      options.max_ngram_order = 101;
    }
    SUBCASE("order below 0") {
      options.max_ngram_order = std::numeric_limits<int>::min();
    }
    SUBCASE("flag") {
      options.lowercase = 2;
    }
    SUBCASE("other flag") {
      options.effective_order = -1;
    }
    CHECK(tercel_metric_create_bleu(&options, &metric) == TERCEL_ERROR_ARGUMENT);
    CHECK(error_contains("options->"));
  }
  SUBCASE("chrF") {
    tercel_chrf_options options = TERCEL_CHRF_OPTIONS_INIT;
    SUBCASE("no order") {
      options.char_order = 0;
    }
    SUBCASE("order below 0") {
      options.word_order = -1;
    }
    SUBCASE("order 101") {
      options.char_order = 101;
    }
    SUBCASE("beta 0") {
      options.beta = 0.0;
    }
    SUBCASE("beta nan") {
      options.beta = kNan;
    }
    SUBCASE("beta infinite") {
      options.beta = std::numeric_limits<double>::infinity();
    }
    SUBCASE("flag") {
      options.eps_smoothing = 7;
    }
    CHECK(tercel_metric_create_chrf(&options, &metric) == TERCEL_ERROR_ARGUMENT);
  }
  SUBCASE("TER") {
    tercel_ter_options options = TERCEL_TER_OPTIONS_INIT;
    options.exact = 2;
    CHECK(tercel_metric_create_ter(&options, &metric) == TERCEL_ERROR_ARGUMENT);
  }
  SUBCASE("a structure of another size") {
    tercel_ter_options options = TERCEL_TER_OPTIONS_INIT;
    options.struct_size = 0;
    CHECK(tercel_metric_create_ter(&options, &metric) == TERCEL_ERROR_SIZE);
    options.struct_size = kHuge;
    CHECK(tercel_metric_create_ter(&options, &metric) == TERCEL_ERROR_SIZE);
  }
  CHECK(metric == nullptr);
  CHECK(tercel_metric_create_bleu(nullptr, nullptr) == TERCEL_ERROR_ARGUMENT);
  CHECK(tercel_metric_create_chrf(nullptr, nullptr) == TERCEL_ERROR_ARGUMENT);
  CHECK(tercel_metric_create_ter(nullptr, nullptr) == TERCEL_ERROR_ARGUMENT);
}

TEST_CASE("a name that is none is shown, as far as any program can show it") {
  tercel_bleu_options options = TERCEL_BLEU_OPTIONS_INIT;
  tercel_metric* metric = nullptr;
  const auto error_of = [&] {
    CHECK(tercel_metric_create_bleu(&options, &metric) == TERCEL_ERROR_ARGUMENT);
    return std::string(tercel_last_error());
  };
  options.tokenizer = "13A";
  CHECK(error_of() == "options->tokenizer is '13A', expected 13a, intl, zh, char or none");
  options.tokenizer = "a\n\xc3\xa9";
  CHECK(error_of() == "options->tokenizer is 'a\?\?\?', expected 13a, intl, zh, char or none");
  const std::string long_name(1000, 'x');
  options.tokenizer = "13a";
  options.smooth_method = long_name.c_str();
  CHECK(error_of() == "options->smooth_method is '" + long_name.substr(0, 40) +
                          "...', expected exp, floor, add-k or none");
}

TEST_CASE("what is no metric is refused by every function") {
  alignas(16) unsigned char zeros[256] = {};
  tercel_metric* handle = nullptr;
  SUBCASE("NULL") {
  }
  SUBCASE("other memory") {
    handle = reinterpret_cast<tercel_metric*>(zeros);
  }
  SUBCASE("an odd address") {
    handle = reinterpret_cast<tercel_metric*>(zeros + 1);
  }
  Call call;
  std::size_t n = 5;
  double score = 0.0;
  CHECK(tercel_metric_n_statistics(handle, &n) == TERCEL_ERROR_HANDLE);
  CHECK(n == 0);
  CHECK(call.statistics(handle) == TERCEL_ERROR_HANDLE);
  CHECK(tercel_aggregate(handle, call.out.data(), 10, &score, 1) == TERCEL_ERROR_HANDLE);
  CHECK(tercel_sentence_scores(handle, call.hyps.data(), 1, call.refs.data(), 1, 1, &score) ==
        TERCEL_ERROR_HANDLE);
  CHECK(tercel_nbest_scores(handle, call.hyps.data(), 1, call.refs.data(), 1, 1, &score) ==
        TERCEL_ERROR_HANDLE);
  for (const PairedTest test : kTests) {
    tercel_test result;
    CHECK(test(handle, call.out.data(), call.out.data(), 10, 1, 100, 1, 0, 1, &result) ==
          TERCEL_ERROR_HANDLE);
    CHECK(result.p_value == 0.0);
  }
  CHECK(tercel_metric_free(handle) == (handle == nullptr ? TERCEL_OK : TERCEL_ERROR_HANDLE));
  auto* rescorer = reinterpret_cast<tercel_rescorer*>(std::uintptr_t{8});
  CHECK(tercel_rescorer_create(handle, call.refs.data(), 2, 1, &rescorer) == TERCEL_ERROR_HANDLE);
  CHECK(rescorer == nullptr);
}
