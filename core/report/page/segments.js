// The list of segments: reads them from the page, shows those in view, searches, sorts and filters.
// Texts of segments become nodes of text, never HTML.
/* global byId, whenNamed */
'use strict';

const about = JSON.parse(byId('about').textContent);
const systems = about.systems.length;
const metrics = about.metrics.length;
// The texts of a segment: its source, its references, its outputs.
const sources = about.source ? 1 : 0;
const firstSystem = sources + about.references;
const fields = firstSystem + systems;

// Made with text, attributes and children; false ones are left out.
function make(tag, attributes, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  element.append(...children.filter((child) => child !== false));
  return element;
}

// ---- Chunks of segments, packed in the page

const chunks = [];
const coming = [];

function bytesOf(base64) {
  const text = atob(base64);
  const bytes = new Uint8Array(text.length);
  for (let i = 0; i < text.length; ++i) bytes[i] = text.charCodeAt(i);
  return bytes;
}

// Error spans by segment of the chunk and system.
function spansIn(list) {
  const spans = new Map();
  for (const [segment, system, marker, start, end, severity, category, rater] of list) {
    const key = segment * systems + system;
    if (!spans.has(key)) spans.set(key, []);
    spans.get(key).push({ marker, start, end, severity, category, rater });
  }
  return spans;
}

async function readChunk(number) {
  const element = byId('c' + number);
  const packed = new Blob([bytesOf(element.textContent)]);
  element.remove();
  const stream = packed.stream().pipeThrough(new DecompressionStream('deflate'));
  const data = await new Response(stream).json();
  const starts = new Uint32Array(data.n.length + 1);
  data.n.forEach((length, i) => { starts[i + 1] = starts[i] + Math.max(length, 0) + 1; });
  chunks[number] = {
    text: data.t,
    starts,
    lengths: Int32Array.from(data.n),
    scores: Float64Array.from(data.s, (score) => score ?? NaN),
    kinds: data.b.map((kinds) => Uint32Array.from(kinds)),
    ids: data.i,
    documents: data.d,
    skipped: new Set(data.x),
    spans: spansIn(data.e),
    count: data.n.length / fields,
  };
  fillPlaces(number);
}

function chunkAt(number) {
  coming[number] ??= readChunk(number);
  return coming[number];
}

const pause = () => new Promise((resolve) => { setTimeout(resolve); });

const chunkCount = Math.ceil(about.segments / about.chunk);
const allChunks = (async () => {
  await new Promise((resolve) => { requestAnimationFrame(() => setTimeout(resolve)); });
  for (let number = 0; number < chunkCount; ++number) {
    await chunkAt(number);
    await pause();
  }
})();

// The text of a field, null for a missing reference.
function textOf(chunk, segment, field) {
  const i = (segment % about.chunk) * fields + field;
  if (chunk.lengths[i] < 0) return null;
  return chunk.text.slice(chunk.starts[i], chunk.starts[i] + chunk.lengths[i]);
}

function scoreOf(chunk, segment, system, metric) {
  return chunk.scores[((segment % about.chunk) * systems + system) * metrics + metric];
}

// ---- Search, filter and sort

// Marks the segments of a chunk with a text that matches, each text by itself.
function searchEach(chunk, pattern, hits) {
  for (let i = 0; i < chunk.lengths.length; ++i) {
    const segment = Math.floor(i / fields);
    if (hits[segment] || chunk.lengths[i] < 0) continue;
    pattern.lastIndex = 0;
    const start = chunk.starts[i];
    if (pattern.test(chunk.text.slice(start, start + chunk.lengths[i]))) hits[segment] = 1;
  }
}

// The last start that is not after `at`.
function fieldAt(starts, at) {
  let low = 0;
  let high = starts.length - 1;
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if (starts[middle] <= at) low = middle; else high = middle;
  }
  return low;
}

// The same in one walk over all texts, which is faster, unless a match goes beyond its text.
function searchChunk(chunk, pattern, hits) {
  const { text, starts, lengths } = chunk;
  pattern.lastIndex = 0;
  for (let match = pattern.exec(text); match !== null; match = pattern.exec(text)) {
    const field = fieldAt(starts, match.index);
    if (lengths[field] < 0 || match.index + match[0].length > starts[field] + lengths[field]) {
      hits.fill(0);
      searchEach(chunk, pattern, hits);
      return;
    }
    const segment = Math.floor(field / fields);
    hits[segment] = 1;
    pattern.lastIndex = starts[(segment + 1) * fields];
  }
}

// What to search for, null for nothing. Throws a SyntaxError.
function patternOf(text, regular) {
  if (text === '') return null;
  if (!regular) return new RegExp(text.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&'), 'gi');
  try {
    return new RegExp(text, 'gimu');
  } catch {
    return new RegExp(text, 'gim');  // older ways of writing
  }
}

const filterSelects = () => [...byId('filters').querySelectorAll('select')];

function readQuery() {
  const sort = byId('sort').value;
  return {
    pattern: patternOf(byId('search').value, byId('regular').checked),
    kinds: filterSelects().map((select) => (select.value === '' ? -1 : Number(select.value))),
    metric: sort === '' ? -1 : Number(sort),
    first: Number(byId('first').value),
    second: byId('second').value === '' ? -1 : Number(byId('second').value),
    up: byId('direction').value === 'up',
  };
}

// The segments of a chunk that the query asks for.
function findIn(number, query, found) {
  const chunk = chunks[number];
  const hits = new Uint8Array(chunk.count);
  if (query.pattern) searchChunk(chunk, query.pattern, hits); else hits.fill(1);
  const asked = query.kinds.map((kind, i) => [kind, chunk.kinds[i]]).filter(([kind]) => kind >= 0);
  for (let i = 0; i < hits.length; ++i) {
    if (hits[i] && asked.every(([kind, kinds]) => kinds[i] === kind)) {
      found.push(number * about.chunk + i);
    }
  }
}

// What a segment is sorted by, NaN for nothing.
function keyOf(segment, query) {
  const chunk = chunks[Math.floor(segment / about.chunk)];
  const score = scoreOf(chunk, segment, query.first, query.metric);
  if (query.second < 0) return score;
  return score - scoreOf(chunk, segment, query.second, query.metric);
}

// Segments without a score come last, equal ones stay in the order of the files.
function sortFound(found, query) {
  const keys = new Float64Array(about.segments);
  const last = query.up ? Infinity : -Infinity;
  for (const segment of found) {
    const key = keyOf(segment, query);
    keys[segment] = Number.isNaN(key) ? last : key;
  }
  const sign = query.up ? 1 : -1;
  return Uint32Array.from(found).sort(
    (a, b) => (keys[a] === keys[b] ? a - b : sign * (keys[a] < keys[b] ? -1 : 1)));
}

// The segments listed, in order; null: all, in the order of the files.
let listed = null;
let turn = 0;
const listedCount = () => (listed ? listed.length : about.segments);
const segmentAt = (place) => (listed ? listed[place] : place);

function say(text, wrong = false) {
  byId('status').textContent = text;
  byId('status').classList.toggle('wrong', wrong);
}

const numberText = (number) => number.toLocaleString('en');

// The segments that a query asks for; null if a later query came meanwhile.
async function findAll(query, mine) {
  const found = [];
  let since = performance.now();
  for (let number = 0; number < chunkCount; ++number) {
    findIn(number, query, found);
    if (performance.now() - since < 250) continue;
    await pause();  // a slow expression must not stop the page
    if (mine !== turn) return null;
    since = performance.now();
  }
  return query.metric < 0 ? Uint32Array.from(found) : sortFound(found, query);
}

function showListed() {
  say(`${numberText(listedCount())} of ${numberText(about.segments)} segments`);
  showList();
}

// Runs the query of the controls; a later one stops it.
async function update() {
  const mine = ++turn;
  let query;
  try {
    query = readQuery();
  } catch (error) {
    say(`This is not a regular expression: ${error.message}`, true);
    return;
  }
  for (const part of document.querySelectorAll('.sorted')) part.hidden = query.metric < 0;
  if (!query.pattern && query.metric < 0 && query.kinds.every((kind) => kind < 0)) {
    listed = null;
    showListed();
    return;
  }
  if (chunks.filter(Boolean).length < chunkCount) say('Reading the segments …');
  await allChunks;
  if (mine !== turn) return;
  const found = await findAll(query, mine);
  if (!found) return;
  listed = found;
  showListed();
}

// ---- Words of an output that its reference has in the same order

const kMostWords = 1500;  // of a text that is compared
// A character where words have no spaces between them, letters and digits, or any other sign.
const kScripts = ['Han', 'Hiragana', 'Katakana', 'Thai', 'Lao', 'Khmer', 'Myanmar'];
const kOneByOne = kScripts.map((script) => `\\p{sc=${script}}`).join('');
const kWord = new RegExp(`[${kOneByOne}]\\p{M}*|[\\p{L}\\p{M}\\p{N}]+|[^\\s]`, 'gu');

function wordsOf(text) {
  const words = [];
  for (const match of text.matchAll(kWord)) {
    if (words.length > kMostWords) return null;
    const word = about.lowercase ? match[0].toLowerCase() : match[0];
    words.push({ word, start: match.index, end: match.index + match[0].length });
  }
  return words;
}

// Which words of both are in a longest common subsequence.
function commonWords(a, b) {
  const inA = new Uint8Array(a.length);
  const inB = new Uint8Array(b.length);
  const width = b.length + 1;
  const longest = new Uint16Array((a.length + 1) * width);
  for (let i = a.length - 1; i >= 0; --i) {
    for (let j = b.length - 1; j >= 0; --j) {
      const at = i * width + j;
      longest[at] = a[i].word === b[j].word
        ? longest[at + width + 1] + 1
        : Math.max(longest[at + width], longest[at + 1]);
    }
  }
  for (let i = 0, j = 0; i < a.length && j < b.length;) {
    const at = i * width + j;
    if (a[i].word === b[j].word) {
      inA[i++] = 1;
      inB[j++] = 1;
    } else if (longest[at + width] >= longest[at + 1]) {
      ++i;
    } else {
      ++j;
    }
  }
  return [inA, inB];
}

// ---- One segment

const kMostShown = 4000;  // units of a text that are shown at first
const kHidden = new RegExp(
  '[\\u0000-\\u001f\\u007f-\\u009f\\u061c\\u200b\\u200e\\u200f\\u2028-\\u202e\\u2060-\\u206f' +
  '\\ufeff\\ufff9-\\ufffb\\u{e0000}-\\u{e007f}]', 'gu');

// Text with signs in place of characters that do not show or that turn the direction.
function visible(text) {
  const nodes = [];
  let done = 0;
  for (const match of text.matchAll(kHidden)) {
    nodes.push(text.slice(done, match.index));
    const code = match[0].codePointAt(0);
    const name = code === 10 ? '↵' : 'U+' + code.toString(16).toUpperCase().padStart(4, '0');
    nodes.push(make('span', { class: 'control' }, name));
    if (code === 10) nodes.push('\n');
    done = match.index + match[0].length;
  }
  nodes.push(text.slice(done));
  return nodes;
}

// The rest of a text.
const plain = (text, from = 0) => visible(text.slice(from));

// The rest of a text, where `words` that are not `known` stand in marks of the class `name`.
function marked(text, from, words, known, name) {
  const nodes = [];
  let done = from;
  for (let i = 0; i < words.length && words[i].start < text.length; ++i) {
    if (known[i] || words[i].end <= from) continue;
    const start = Math.max(words[i].start, from);
    while (i + 1 < words.length && !known[i + 1] && words[i + 1].start < text.length) ++i;
    nodes.push(...visible(text.slice(done, start)));
    done = Math.min(words[i].end, text.length);
    nodes.push(make('mark', { class: name }, ...visible(text.slice(start, done))));
  }
  return nodes.concat(visible(text.slice(done)));
}

const kSeverities = ['minor', 'major', 'critical'];  // that have a colour
const kMarkers = 4;                                  // that have a line of their own

function spanTitle(span) {
  const who = about.markers[span.marker] + (span.rater ? ` (${span.rater})` : '');
  const what = [span.severity, span.category].filter(Boolean).join(', ') || 'error';
  return visibleText(`${who}: ${what}`);
}

// A text whose pieces stand in an element for each error span that they are in. `nodesOf` has the
// nodes of the rest of a text.
function underlined(text, spans, nodesOf) {
  const ends = spans.flatMap((span) => [span.start, span.end]);
  const cuts = [...new Set([0, ...ends])].filter((cut) => cut < text.length).sort((a, b) => a - b);
  return cuts.flatMap((from, i) => {
    let nodes = nodesOf(text.slice(0, cuts[i + 1] ?? text.length), from);
    const over = spans.filter((span) => span.start <= from && from < span.end);
    for (const span of over) {
      const severity = kSeverities.includes(span.severity) ? ` ${span.severity}` : '';
      const line = `error by${Math.min(span.marker, kMarkers - 1)}${severity}`;
      nodes = [make('span', { class: line }, ...nodes)];
    }
    if (over.length > 0) nodes[0].title = over.map(spanTitle).join('\n');
    return nodes;
  });
}

// Where a text may be cut: not inside of a pair of units.
function cutOf(text) {
  return (text.charCodeAt(kMostShown - 1) & 0xfc00) === 0xd800 ? kMostShown - 1 : kMostShown;
}

// A text and, where it is cut, a button for the rest. `nodesOf` has nodes for a beginning of it.
function textCell(text, nodesOf) {
  if (text === null) return make('dd', { class: 'none' }, 'missing');
  if (text === '') return make('dd', { class: 'none' }, 'empty');
  const cell = make('dd', { class: 'text', dir: 'auto' });
  if (text.length <= kMostShown) {
    cell.append(...nodesOf(text));
    return cell;
  }
  const label = `Show all ${numberText(text.length)} characters`;
  const button = make('button', { type: 'button' }, label);
  button.addEventListener('click', () => {
    cell.tabIndex = 0;
    cell.replaceChildren(...nodesOf(text));
    cell.focus();
    showRows();
  });
  cell.tabIndex = 0;
  cell.append(...nodesOf(text.slice(0, cutOf(text))), '… ', button);
  return cell;
}

function scoreTexts(chunk, segment, system) {
  return about.metrics.flatMap((metric, m) => {
    const score = scoreOf(chunk, segment, system, m);
    const text = Number.isNaN(score) ? 'n/a' : score.toFixed(metric.digits);
    return [make('div', {}, `${metric.name} ${text}`)];
  });
}

function line(name, cell, ...scores) {
  const term = make('dt', {}, make('bdi', {}, ...visible(name)));
  return make('div', {}, term, cell, make('dd', { class: 'scores' }, ...scores));
}

function referenceName(r) {
  return about.references > 1 ? `reference ${r + 1}` : 'reference';
}

// The lines of texts, with words marked against the first reference that is there.
function textLines(chunk, segment) {
  const texts = Array.from({ length: fields }, (_, field) => textOf(chunk, segment, field));
  const first = texts.findIndex((text, f) => f >= sources && f < firstSystem && text !== null);
  const words = first < 0 ? null : wordsOf(texts[first]);
  const inAny = words && new Uint8Array(words.length);
  const outputs = about.systems.map((name, s) => {
    const text = texts[firstSystem + s];
    const own = words && wordsOf(text);
    let nodesOf = plain;
    if (own) {
      const [inOutput, inReference] = commonWords(own, words);
      inReference.forEach((there, i) => { inAny[i] |= there; });
      nodesOf = (part, from = 0) => marked(part, from, own, inOutput, 'other');
    }
    const spans = chunk.spans.get((segment % about.chunk) * systems + s);
    const shownAs = spans ? (part) => underlined(part, spans, nodesOf) : nodesOf;
    return line(name, textCell(text, shownAs), ...scoreTexts(chunk, segment, s));
  });
  const references = texts.slice(sources, firstSystem).map((text, r) => {
    const compared = words && sources + r === first;
    return line(referenceName(r), textCell(text,
      compared ? (part) => marked(part, 0, words, inAny, 'missed') : plain));
  });
  const source = about.source ? [line('source', textCell(texts[0], plain))] : [];
  return [...source, ...references, ...outputs];
}

function note(label, text) {
  return make('span', {}, label, ' ', make('bdi', {}, ...visible(text)));
}

function headOf(chunk, segment) {
  const own = segment % about.chunk;
  return make('h4', {},
    make('a', { href: `#s${segment + 1}` }, `Segment ${numberText(segment + 1)}`),
    chunk.ids.length > 0 && note('id', chunk.ids[own]),
    chunk.documents.length > 0 && note('document', chunk.documents[own]),
    chunk.skipped.has(own) && make('span', {}, 'left out of the scores'));
}

// The article of a segment; one that is not read yet says so.
function articleOf(segment, place) {
  const number = Math.floor(segment / about.chunk);
  const article = make('article', {
    tabindex: 0, 'data-segment': segment + 1, 'aria-label': `Segment ${segment + 1}`,
    'aria-posinset': place + 1, 'aria-setsize': listedCount(),
  });
  if (chunks[number]) {
    article.append(headOf(chunks[number], segment),
      make('dl', {}, ...textLines(chunks[number], segment)));
  } else {
    article.dataset.waits = number;
    article.append(make('p', {}, `Segment ${numberText(segment + 1)} is being read …`));
    chunkAt(number);
  }
  if (segment === target) article.classList.add('found');
  return article;
}

// ---- The list. A place is an index of the listed segments. How far the list is scrolled, from 0
// to 1, is how far the point in view is among all places, so that no error adds up and no part is
// blank.

const list = byId('list');
const space = byId('space');
const rows = byId('rows');
const kMostMeasured = 40;      // rows whose heights are all known
const kHighest = 15_000_000;   // pixels that browsers can scroll
const kBeyond = 200;           // pixels that are ready above and below
const shown = new Map();       // places to articles
let target = -1;               // the segment of the link that was followed

// The article of a place, put where it belongs among those shown.
function rowAt(place) {
  let article = shown.get(place);
  if (!article) {
    article = articleOf(segmentAt(place), place);
    const next = shown.get(place + 1);
    if (next) next.before(article); else rows.append(article);
    shown.set(place, article);
  }
  return article;
}

function placeRow(article, top) {
  article.style.transform = `translateY(${top}px)`;
  article.dataset.top = top;
}

function dropRows(first, last) {
  for (const [place, article] of shown) {
    if (place >= first && place <= last) continue;
    if (article.contains(document.activeElement)) list.focus({ preventScroll: true });
    article.remove();
    shown.delete(place);
  }
}

// In a folded section rows have no height.
const isFolded = () => !list.closest('details').open;

// Shows the rows around the point in view.
function showRows() {
  const count = listedCount();
  if (count === 0 || isFolded()) return;
  const height = list.clientHeight;
  const range = list.scrollHeight - height;
  const share = range > 0 ? Math.min(list.scrollTop / range, 1) : 0;
  const place = Math.min(Math.floor(share * count), count - 1);
  if (!shown.has(place)) dropRows(place - 1, place + 1);
  const anchor = rowAt(place);
  const anchorTop = share * height - (share * count - place) * anchor.offsetHeight;
  placeRow(anchor, anchorTop);
  let last = place;
  for (let top = anchorTop + anchor.offsetHeight; top < height + kBeyond && last + 1 < count;) {
    const article = rowAt(++last);
    placeRow(article, top);
    top += article.offsetHeight;
  }
  let first = place;
  for (let top = anchorTop; top > -kBeyond && first > 0;) {
    const article = rowAt(--first);
    top -= article.offsetHeight;
    placeRow(article, top);
  }
  dropRows(first, last);
}

// The height of all rows, or what it is about.
function measureSpace() {
  const count = listedCount();
  const measured = Math.min(count, kMostMeasured);
  let height = 0;
  for (let place = 0; place < measured; ++place) height += rowAt(place).offsetHeight;
  dropRows(0, -1);
  if (count > measured) {
    height = Math.min(Math.max((height / measured) * count, 2 * list.clientHeight), kHighest);
  }
  space.style.height = `${height}px`;
}

function fitSpace() {
  rows.style.height = `${list.clientHeight}px`;
  measureSpace();
}

function showList() {
  dropRows(0, -1);
  if (isFolded()) return;
  fitSpace();
  list.scrollTop = 0;
  showRows();
}

// Rows that waited for a chunk.
function fillPlaces(number) {
  let waited = false;
  for (const [place, article] of shown) {
    if (article.dataset.waits !== String(number)) continue;
    article.remove();
    shown.delete(place);
    waited = true;
  }
  if (!waited) return;
  if (list.scrollTop === 0) showList(); else showRows();
  if (target >= 0) seek(target);
}

// Scrolls until the place is in view as a whole, or its beginning is. Rows differ in height, so
// this takes some steps.
function bringInView(place) {
  const height = list.clientHeight;
  const range = list.scrollHeight - height;
  if (!shown.has(place)) {
    list.scrollTop = ((place + 0.5) / listedCount()) * range;
    showRows();
  }
  for (let step = 0; step < 8 && shown.has(place); ++step) {
    const article = shown.get(place);
    const top = Number(article.dataset.top);
    const below = Math.max(top + article.offsetHeight - height, 0);
    const wanted = top < 0 ? top : Math.min(below, top);
    if (Math.abs(wanted) < 2) break;
    const moved = (article.offsetHeight * listedCount() - height) / Math.max(range, 1);
    list.scrollTop += wanted / Math.max(moved, 0.1);
    showRows();
  }
}

function focusPlace(place) {
  if (place < 0 || place >= listedCount()) return;
  bringInView(place);
  rowAt(place).focus({ preventScroll: true });
}

// Shows a segment, whatever is listed.
function seek(segment) {
  target = segment;
  const place = listed ? listed.indexOf(segment) : segment;
  if (place < 0) {
    byId('controls').reset();  // which lists all segments, a little later
    setTimeout(() => seek(segment));
    return;
  }
  for (const article of shown.values()) {
    article.classList.toggle('found', article.dataset.segment === String(segment + 1));
  }
  if (isFolded()) {
    list.closest('details').open = true;
    onResize();
  }
  list.scrollIntoView({ block: 'nearest' });
  focusPlace(place);
}

// Shows the segment that the address names.
function followFragment() {
  const match = /^#s(\d+)$/.exec(location.hash);
  const segment = match ? Number(match[1]) - 1 : -1;
  if (segment >= 0 && segment < about.segments) seek(segment);
}

// In a feed these keys go from article to article.
function onKey(event) {
  const article = event.target.closest('article');
  const step = { PageDown: 1, PageUp: -1 }[event.key];
  if (!article || !step) return;
  for (const [place, other] of shown) {
    if (other !== article) continue;
    event.preventDefault();
    focusPlace(place + step);
    return;
  }
}

// ---- Controls

function addOptions(select, none, names) {
  if (none !== null) select.append(make('option', { value: '' }, none));
  select.append(...names.map((name, i) => make('option', { value: i }, visibleText(name))));
}

// As visible(), where there can be no elements.
function visibleText(text) {
  return visible(text).map((node) => (typeof node === 'string' ? node : `[${node.textContent}]`))
    .join('').slice(0, 100);
}

function fillControls() {
  addOptions(byId('sort'), 'order of the files', about.metrics.map((metric) => metric.name));
  addOptions(byId('first'), null, about.systems);
  addOptions(byId('second'), 'nothing', about.systems);
  about.buckets.forEach((bucket, i) => {
    const select = make('select', { id: `kind${i}` });
    addOptions(select, 'all', bucket.names);
    const label = make('label', { for: `kind${i}` }, visibleText(bucket.label));
    byId('filters').append(make('span', {}, label, ' ', select));
  });
  byId('filters').hidden = about.buckets.length === 0;
  byId('sort').disabled = metrics === 0;
}

let typing = 0;
function listenToControls() {
  const form = byId('controls');
  form.addEventListener('submit', (event) => event.preventDefault());
  form.addEventListener('reset', () => setTimeout(update));
  form.addEventListener('change', (event) => {
    if (event.target !== byId('search')) update();
  });
  byId('search').addEventListener('input', () => {
    clearTimeout(typing);
    typing = setTimeout(update, 150);
  });
}

// ---- Print, sizes, start

const kMostPrinted = 3;
function fillPrinted() {
  const count = Math.min(listedCount(), kMostPrinted);
  byId('printed').replaceChildren(
    make('p', {}, `The first ${count} of ${numberText(listedCount())} segments listed`),
    ...Array.from({ length: count }, (_, place) => articleOf(segmentAt(place), place)));
}

function onResize() {
  if (isFolded()) return;
  const share = list.scrollTop / Math.max(list.scrollHeight - list.clientHeight, 1);
  fitSpace();
  list.scrollTop = share * (list.scrollHeight - list.clientHeight);
  showRows();
}

function start() {
  fillControls();
  listenToControls();
  if (typeof DecompressionStream === 'undefined') {
    say('This browser is too old to show the segments.', true);
    return;
  }
  list.addEventListener('scroll', showRows, { passive: true });
  rows.addEventListener('keydown', onKey);
  list.closest('details').addEventListener('toggle', () => {
    if (shown.size === 0) onResize();
  });
  addEventListener('resize', onResize);
  addEventListener('beforeprint', fillPrinted);
  addEventListener('afterprint', () => byId('printed').replaceChildren());
  update();
  whenNamed(followFragment);
}

start();
