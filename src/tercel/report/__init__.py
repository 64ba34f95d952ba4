"""Results as text, JSON, CSV, Markdown, LaTeX and HTML."""

from tercel.report.comparisons import comparison_report
from tercel.report.scores import ScoreRow, score_report

__all__ = ["FORMATS", "ScoreRow", "comparison_report", "score_report"]

FORMATS = ("text", "json", "csv", "markdown", "latex", "html")
