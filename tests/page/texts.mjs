// Texts of generated words, some of them hostile, the same in every run.
//   node texts.mjs FOLDER SEGMENTS              ref.txt, source.txt, documents.txt, the systems in `systems`, gold.jsonl, judge.jsonl
//   node texts.mjs --figures FOLDER SEGMENTS... FOLDER/figures-SEGMENTS: ref.txt, A, B, C, D
import fs from 'node:fs';
import path from 'node:path';

let state = 12345;
// From 0 to 1 (Mulberry32).
function random() {
  state = (state + 0x6d2b79f5) | 0;
  let t = Math.imul(state ^ (state >>> 15), 1 | state);
  t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
  return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
}
const below = (n) => Math.floor(random() * n);

const vocabulary = Array.from({ length: 5000 }, () =>
  Array.from({ length: 2 + below(8) }, () => 'etaoinshrdlucmfwypvbgk'[below(22)]).join(''));
const word = () => vocabulary[Math.floor(vocabulary.length * random() ** 3)];

export const hostile = [
  '</script><script>window.ran = 1; alert(1)</script>',
  '<!-- <script> --> ]]> </textarea></title></style>',
  '<img src=x onerror="window.ran = 2"> <svg onload=alert(1)>',
  'left \u202e turned \u2066 isolated',
  'a NUL \u0000 and a bell \u0007',
  '"><iframe src="https://example.invalid/"></iframe>',
  '&lt;b&gt; &#60; ${window.ran = 3} {{x}} javascript:alert(1)',
  'שלום world, עולם.',
  '日本語のテキストです。',
  '🙂🙃 beyond 16 bits 🙂',
  '',
];

function changed(words, rate) {
  return words.flatMap((own) => {
    const chance = random();
    if (chance < rate) return [word()];
    if (chance < rate * 1.3) return [];
    return chance < rate * 1.5 ? [own, word()] : [own];
  });
}

function writeLines(folder, name, lines) {
  fs.writeFileSync(path.join(folder, name), lines.join('\n') + '\n');
}

function writeTexts(folder, segments, systems, rates, odd) {
  const reference = [];
  const outputs = systems.map(() => []);
  for (let i = 0; i < segments; ++i) {
    const words = Array.from({ length: 6 + below(28) }, word);
    if (odd && i % 11 === 3) words.splice(2, 0, hostile[i % hostile.length]);
    reference.push(words.join(' ') + ' .');
    outputs.forEach((lines, s) => lines.push(changed(words, rates[s]).join(' ') + ' .'));
  }
  if (odd) {
    hostile.forEach((text, i) => { outputs[i % systems.length][20 + 3 * i] = text; });
    outputs[0][200] = 'a long <b>word '.repeat(70000);
  }
  writeLines(folder, 'ref.txt', reference);
  systems.forEach((name, s) => writeLines(folder, name, outputs[s]));
  return reference;
}

// A span in each output of the first 60 segments that is long enough; `place` has its ends in characters.
function writeSpans(folder, name, systems, place) {
  const records = systems.flatMap((system) =>
    fs.readFileSync(path.join(folder, system), 'utf8').split('\n').slice(0, 60).map((text, i) => {
      const [start, end] = place([...text].length);
      const span = { start, end, severity: ['minor', 'major', '"><b>'][i % 3], category: hostile[i % hostile.length] };
      return JSON.stringify({ system: system.replace('.txt', ''), segment: i + 1, spans: start < end ? [span] : [] });
    }));
  writeLines(folder, name, records);
}

const args = process.argv.slice(2);
if (args[0] === '--figures') {
  for (const count of args.slice(2)) {
    const folder = path.join(args[1], `figures-${count}`);
    fs.mkdirSync(folder);
    writeTexts(folder, Number(count), ['A', 'B', 'C', 'D'], [0.15, 0.2, 0.25, 0.3], false);
  }
} else if (args.length === 2) {
  const [folder, count] = [args[0], Number(args[1])];
  const systems = ['A.txt', 'B.txt', '<img src=x onerror=alert(1)>.txt'];
  const reference = writeTexts(folder, count, systems, [0.2, 0.22, 0.35], true);
  writeLines(folder, 'systems', systems);
  writeLines(folder, 'source.txt', reference.map((_, i) => `source ${i + 1} ${hostile[i % 3]}`));
  writeSpans(folder, 'gold.jsonl', systems, (length) => [1, Math.min(length, 9)]);
  writeSpans(folder, 'judge.jsonl', systems, (length) => [Math.min(4, length), length]);
  writeLines(folder, 'documents.txt',
    reference.map((_, i) => (i < 60 ? '"><script>alert(2)</script>' : `doc ${Math.floor(i / 60)}`)));
}
