// The rules that ESLint recommends, for the scripts of pages and for their tests.
import js from '@eslint/js';
import globals from 'globals';

export default [
  js.configs.recommended,
  {
    files: ['page.js', 'segments.js'],
    languageOptions: { sourceType: 'script', ecmaVersion: 2022, globals: globals.browser },
  },
  {
    files: ['*.mjs'],
    languageOptions: { globals: { ...globals.node, ...globals.browser } },
  },
];
