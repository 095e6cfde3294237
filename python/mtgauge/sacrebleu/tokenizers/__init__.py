"""The tokenizers, one module for each."""

from . import tokenizer_ter
from .tokenizer_base import BaseTokenizer

__all__ = ["BaseTokenizer", "tokenizer_ter"]
