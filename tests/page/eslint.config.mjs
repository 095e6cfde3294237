// The rules that ESLint recommends, for the page's script and for its tests.
import js from '@eslint/js';
import globals from 'globals';

export default [
  js.configs.recommended,
  {
    files: ['report.js'],
    languageOptions: { sourceType: 'script', ecmaVersion: 2022, globals: globals.browser },
  },
  {
    files: ['*.mjs'],
    languageOptions: { globals: { ...globals.node, ...globals.browser } },
  },
];
