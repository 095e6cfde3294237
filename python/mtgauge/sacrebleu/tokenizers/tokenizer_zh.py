"""Chinese: each Chinese character is a token."""

from __future__ import annotations

import re

from .tokenizer_base import BaseTokenizer
from .tokenizer_re import separate_punctuation

# The characters that sacreBLEU treats as Chinese. 2001-2A6D comes from a mistake in its table that
# its scores depend on; characters above U+FFFF are missing for the same reason.
_CHINESE = re.compile(
    "(["
    "\u2001-\u2a6d\u2e80-\u2fdf\u2ff0-\u303f\u3100-\u312f\u31a0-\u31ef\u3200-\u4db5\u4e00-\u9fbb"
    "\uf900-\ufa2d\ufa30-\ufa6a\ufa70-\ufad9\ufe10-\ufe1f\ufe30-\ufe4f\uff00-\uffef"
    "])"
)


class TokenizerZh(BaseTokenizer):
    """Separates Chinese characters, then punctuation."""

    _ENGINE_NAME = "zh"

    def signature(self) -> str:
        return "zh"

    @staticmethod
    def _is_chinese_char(uchar: str) -> bool:
        return _CHINESE.match(uchar) is not None

    def __call__(self, line: str) -> str:
        return " ".join(separate_punctuation(_CHINESE.sub(r" \1 ", line.strip())).split())
