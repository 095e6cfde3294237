// Opens the pages of FOLDER in Chromium and holds them against FOLDER/findings.json: page.html of
// `report`, and those of `compare` and `score`, which have some of its parts.
import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import puppeteer from 'puppeteer-core';

const folder = process.argv[2];
const findings = JSON.parse(fs.readFileSync(path.join(folder, 'findings.json'), 'utf8'));
const addressOf = (file) => pathToFileURL(path.join(folder, file)).href;
const plainPages = ['compare.html', 'score.html'];
const axe = fs.readFileSync(new URL('node_modules/axe-core/axe.min.js', import.meta.url), 'utf8');
const lines = (name) => fs.readFileSync(path.join(folder, name), 'utf8').split('\n').slice(0, -1);
const reference = lines('ref.txt');
const outputs = lines('systems').map(lines);
const segments = reference.length;
const faults = [];

const browser = await puppeteer.launch({
  executablePath: '/usr/bin/chromium', args: ['--no-sandbox', '--disable-gpu'],
});

async function open(width = 1280, theme = 'light', fragment = '', file = 'page.html') {
  const page = await browser.newPage();
  page.on('console', (message) => {
    if (['error', 'warn'].includes(message.type())) faults.push(`console: ${message.text()}`);
  });
  page.on('pageerror', (error) => faults.push(`error: ${error.message}`));
  page.on('dialog', (dialog) => {
    faults.push(`dialog: ${dialog.message()}`);
    dialog.dismiss();
  });
  page.on('request', (request) => {
    const url = request.url().replace(/#.*/, '');
    if (url !== addressOf(file) && !url.startsWith('data:')) faults.push(`request: ${url}`);
  });
  await page.setViewport({ width, height: 900 });
  await page.emulateMediaFeatures([{ name: 'prefers-color-scheme', value: theme }]);
  await page.goto(addressOf(file) + fragment);
  await page.waitForSelector(file === 'page.html' ? '#rows article dl' : '#summary .answer');
  return page;
}

// Cells of the table with this caption, as text; null: there is none.
function tableOf(page, caption) {
  return page.evaluate((wanted) => {
    const table = [...document.querySelectorAll('table')]
      .find((one) => one.caption.textContent === wanted);
    return table
      ? [...table.tBodies[0].rows].map((row) => [...row.cells].map((cell) => cell.textContent))
      : null;
  }, caption);
}

// The list after a change of the controls: its status and its first segments.
async function listed(page, change) {
  await page.evaluate(() => { document.getElementById('status').textContent = ''; });
  await change();
  await page.waitForFunction(() => / segments$/.test(document.getElementById('status').textContent));
  return page.evaluate(() => ({
    count: Number(document.getElementById('status').textContent.split(' ')[0].replace(/,/g, '')),
    first: [...document.querySelectorAll('#rows article')].map((row) => Number(row.dataset.segment)),
  }));
}

const choose = (page, id, value) => listed(page, () => page.select(`#${id}`, String(value)));
const type = (page, text) => listed(page, () => page.evaluate((typed) => {
  const field = document.getElementById('search');
  field.value = typed;
  field.dispatchEvent(new Event('input', { bubbles: true }));
}, text));
const reset = (page) => listed(page, () => page.click('button[type=reset]'));

const fixed = (value) => value.toFixed(2);
const range = ([low, high]) => `[${fixed(low)}, ${fixed(high)}]`;
const ranks = ({ ranks: [low, high] }) => (low === high ? `${low}` : `${low}-${high}`);
const signed = (value) => (value >= 0 ? '+' : '') + value.toFixed(2);
const pText = (p) => (p < 0.00005 ? '<0.0001' : p.toFixed(4));

async function checkScores(page) {
  const table = await tableOf(page, 'Scores of all systems');
  findings.systems.forEach((name, s) => {
    const cells = findings.comparison.metrics.flatMap(({ systems }) =>
      [fixed(systems[s].score), range(systems[s].interval), ranks(systems[s])]);
    assert.deepEqual(table[s], [name, ...cells]);
  });
  await checkTests(page);
  const text = await page.evaluate(() => document.getElementById('scores').textContent);
  assert.ok(text.includes(findings.citation));
  for (const { systems } of findings.details) {
    const parts = Object.values(systems)[0];
    for (const name of Object.keys(parts)) assert.ok(text.includes(name), name);
  }
}

async function checkTests(page) {
  for (const { metric, pairs } of findings.comparison.metrics) {
    const rows = await tableOf(page, `${metric}: tests of pairs`);
    assert.equal(rows.length, pairs.length);
    for (const pair of pairs) {
      const turned = !rows.some(([a, b]) => a === pair.a && b === pair.b);
      const row = rows.find(([a, b]) => (turned ? a === pair.b && b === pair.a : a === pair.a && b === pair.b));
      assert.equal(row[2], signed(turned ? -pair.difference : pair.difference));
      assert.equal(row[5], pText(pair.p));
      assert.equal(row[6], pText(pair.p_adjusted) + (pair.significant ? '*' : ''));
    }
  }
  const text = await page.evaluate(() => document.getElementById('scores').textContent);
  for (const { signature, test_signature: test } of findings.comparison.metrics) {
    assert.ok(text.includes(signature) && text.includes(test));
  }
}

async function checkKinds(page) {
  for (const { label, kinds, metrics } of findings.buckets) {
    for (const { metric } of findings.comparison.metrics) {
      const rows = await tableOf(page, `${metric} by ${label}`);
      const scored = metrics.filter((one) => one.metric === metric);
      assert.equal(rows.length, scored.length);
      scored.forEach(({ group, systems }, k) => {
        const count = kinds.find(({ name }) => name === group).segments;
        assert.deepEqual(rows[k].slice(0, 2), [group, String(count)]);
        assert.deepEqual(rows[k].slice(2, 2 + systems.length),
          systems.map(({ score, interval }) => `${fixed(score)} ${range(interval)}`));
      });
    }
  }
  for (const { by, kinds, systems } of findings.histograms) {
    const rows = await tableOf(page, `Numbers of segments by ${by}`);
    assert.deepEqual(rows, kinds.map((kind, k) => [kind, ...systems.map(({ counts }) => String(counts[k]))]));
  }
}

async function checkWords(page) {
  for (const { label, kinds } of findings.words) {
    const rows = await tableOf(page, `Words by ${label}`);
    assert.deepEqual(rows, kinds.map(({ name, reference: count, systems }) => [name, String(count),
      ...systems.flatMap(({ f1, precision, recall }) =>
        [f1, precision, recall].map((share) => share.toFixed(3)))]));
  }
  const shown = await page.evaluate(() => [...document.querySelectorAll('#words table')]
    .filter((table) => table.tHead.textContent.trim().startsWith('n-gram'))
    .flatMap((table) => [...table.tBodies[0].rows].map((row) => ({
      a: row.cells[1].textContent, b: row.cells[2].textContent, ngram: row.cells[0].textContent,
      segments: [...row.querySelectorAll('a')].map((link) => Number(link.hash.slice(2)) - 1),
    }))));
  const told = findings.ngrams.flatMap(({ a_better: a, b_better: b }) => [...a, ...b]);
  assert.equal(shown.length, told.length);
  told.forEach(({ ngram, a, b, segments: own }, i) => {
    assert.deepEqual([shown[i].a, shown[i].b, shown[i].segments], [String(a), String(b), own]);
    if (/^[a-z .]*$/.test(ngram)) assert.equal(shown[i].ngram, ngram);
  });
}

async function checkErrors(page) {
  for (const [side, last] of [['reference', 'missing'], ['hypothesis', 'extra']]) {
    const plural = { reference: 'references', hypothesis: 'hypotheses' }[side];
    const rows = await tableOf(page, `Errors per 100 words of the ${plural}, and their number`);
    findings.errors.forEach((errors, s) => {
      const words = errors[`${side}_words`];
      assert.deepEqual(rows[s], [errors.system, String(words), ...['order', 'lexical', last].map((name) =>
        `${((100 * errors[side][name]) / words).toFixed(2)} (${errors[side][name]})`)]);
    });
  }
}

// Segments with a text that has what is searched for.
function having(test) {
  return Array.from({ length: segments }, (_, i) => i)
    .filter((i) => [reference, lines('source.txt'), ...outputs].some((texts) => test(texts[i])));
}

async function checkControls(page) {
  for (const text of ['</script>', 'window.ran', 'e', 'no such text', '$&', '日本語']) {
    const { count, first } = await type(page, text);
    const told = having((line) => line.toLowerCase().includes(text.toLowerCase()));
    assert.equal(count, told.length, text);
    assert.deepEqual(first, told.slice(0, first.length).map((i) => i + 1));
  }
  await page.click('#regular');
  for (const text of ['^source 1\\d\\b', '\\p{Script=Hebrew}+', 'a\\s+[^x]+$', '^$', '\\.$', '\\s']) {
    const pattern = new RegExp(text, 'iu');
    const { count } = await type(page, text);
    assert.equal(count, having((line) => pattern.test(line)).length, text);
  }
  await page.evaluate(() => { document.getElementById('search').value = '('; });
  await page.evaluate(() => document.getElementById('search')
    .dispatchEvent(new Event('input', { bubbles: true })));
  await page.waitForFunction(() => document.getElementById('status').textContent.includes('not a regular'));
  assert.equal((await reset(page)).count, segments);

  for (const [b, { kinds }] of findings.buckets.entries()) {
    for (const [k, { segments: count }] of kinds.entries()) {
      assert.equal((await choose(page, `kind${b}`, k)).count, count);
    }
    await reset(page);
  }
}

// The scores that the first rows show.
function shownScores(page, system) {
  return page.evaluate((s) => [...document.querySelectorAll('#rows article')].map((row) => {
    const shown = [...row.querySelectorAll('.scores')].filter((cell) => cell.childElementCount > 0);
    return Number(shown[s].firstChild.textContent.split(' ')[1]);
  }), system);
}

async function checkSorting(page) {
  await choose(page, 'sort', 0);
  const { count } = await choose(page, 'first', 1);
  assert.equal(count, segments);
  const high = await shownScores(page, 1);
  assert.deepEqual(high, [...high].sort((a, b) => b - a));
  await choose(page, 'direction', 'up');
  const low = await shownScores(page, 1);
  assert.deepEqual(low, [...low].sort((a, b) => a - b));
  assert.ok(low[0] < high[0]);
  await choose(page, 'first', 0);
  await choose(page, 'second', 1);
  await choose(page, 'direction', 'down');
  const [a, b] = [await shownScores(page, 0), await shownScores(page, 1)];
  assert.equal(fixed(a[0] - b[0]), fixed(findings.examples[0].a_better[0].difference));
  await reset(page);
}

const focusedSegment = (page) =>
  page.evaluate(() => Number(document.activeElement.closest('article')?.dataset.segment));

async function isInView(page, segment) {
  return page.evaluate((wanted) => {
    const row = document.querySelector(`#rows article[data-segment="${wanted}"]`);
    if (!row) return false;
    const [own, list] = [row, document.getElementById('list')].map((one) => one.getBoundingClientRect());
    return own.top >= list.top - 2 && own.top < list.bottom - 20;
  }, segment);
}

async function checkLinks(page) {
  const wanted = findings.ngrams[0].a_better[0].segments[0] + 1;
  await page.evaluate((number) => document.querySelector(`#words a[href="#s${number}"]`).click(), wanted);
  await page.waitForFunction((number) =>
    document.activeElement.dataset.segment === String(number), {}, wanted);
  assert.ok(await isInView(page, wanted));
  for (const number of [1, 2, 150, segments - 1, segments]) {
    const other = await open(1280, 'light', `#s${number}`);
    await other.waitForFunction((own) =>
      document.activeElement.dataset.segment === String(own), {}, number);
    assert.ok(await isInView(other, number), `#s${number}`);
    await other.close();
  }
  // A segment that is not listed is listed again.
  await type(page, 'no such text');
  await page.evaluate(() => { location.hash = '#s7'; });
  await page.waitForFunction(() => document.activeElement.dataset.segment === '7');
  assert.equal((await listed(page, () => reset(page))).count, segments);
}

async function checkKeys(page) {
  await page.evaluate(() => document.getElementById('search').focus());
  for (let i = 0; i < 40 && !(await focusedSegment(page)); ++i) await page.keyboard.press('Tab');
  const first = await focusedSegment(page);
  assert.ok(first >= 1);
  await page.keyboard.press('PageDown');
  await page.keyboard.press('PageDown');
  assert.equal(await focusedSegment(page), first + 2);
  await page.keyboard.press('PageUp');
  assert.equal(await focusedSegment(page), first + 1);
}

// Wherever the list is scrolled to, rows fill it, in order and edge to edge.
async function checkScrolling(page) {
  const { gaps, seen } = await page.evaluate(() => {
    const list = document.getElementById('list');
    const result = { gaps: [], seen: [] };
    for (let step = 0; step <= 80; ++step) {
      const share = step / 80;
      list.scrollTop = share * (list.scrollHeight - list.clientHeight);
      list.dispatchEvent(new Event('scroll'));
      const box = list.getBoundingClientRect();
      const shown = [...document.querySelectorAll('#rows article')];
      const boxes = shown.map((row) => row.getBoundingClientRect());
      if (boxes[0].top > box.top + 2) result.gaps.push(['above', share]);
      if (boxes.at(-1).bottom < box.bottom - 3) result.gaps.push(['below', share]);
      boxes.slice(1).forEach((own, i) => {
        if (Math.abs(own.top - boxes[i].bottom) > 1.5) result.gaps.push(['between', share]);
      });
      result.seen.push(...shown.map((row) => Number(row.dataset.segment)));
    }
    return result;
  });
  assert.deepEqual(gaps, []);
  assert.equal(Math.min(...seen), 1);
  assert.equal(Math.max(...seen), segments);
}

// A text as it was before signs took the place of what does not show.
const plain = (text) => text.replace(/U\+[0-9A-F]{4}/g, (name) =>
  String.fromCodePoint(Number.parseInt(name.slice(2), 16)));

// The lines below outputs are below what was marked, in characters.
async function checkSpans(page) {
  for (const number of [5, 21, 24, 27, 36, 45, 51]) {
    await page.evaluate((own) => { location.hash = `#s${own}`; }, number);
    await page.waitForFunction((own) => document.activeElement.dataset.segment === String(own), {}, number);
    for (const by of [0, 1]) {
      const shown = await page.evaluate((own) => [...document.activeElement.querySelectorAll('dl > div')]
        .map((line) => [...line.querySelectorAll(`.error.by${own}`)].map((piece) => piece.textContent).join('')), by);
      outputs.forEach((texts, s) => {
        const characters = [...texts[number - 1]];
        const told = by === 0 ? characters.slice(1, 9) : characters.slice(4);
        assert.equal(plain(shown[2 + s]), told.join(''));
      });
    }
  }
  const titles = await page.evaluate(() => [...document.activeElement.querySelectorAll('[title]')].map((one) => one.title));
  assert.ok(titles.every((title) => title.startsWith('people: ') || title.startsWith('judge: ')), titles);
  assert.ok(titles.some((title) => /^people: .*\njudge: /.test(title)), titles);
}

async function checkTexts(page) {
  for (const number of [5, 24, 27, 30, 33, 36, 201]) {
    await page.evaluate((own) => { location.hash = `#s${own}`; }, number);
    await page.waitForFunction((own) => document.activeElement.dataset.segment === String(own), {}, number);
    const shown = await page.evaluate(() => [...document.activeElement.querySelectorAll('dl > div')]
      .map((line) => line.children[1].textContent));
    const told = [lines('source.txt')[number - 1], reference[number - 1],
      ...outputs.map((texts) => texts[number - 1])];
    told.forEach((text, i) => {
      if (text === '') assert.equal(shown[i], 'empty');
      else if (text.length < 4000) assert.equal(plain(shown[i]), text);
      else assert.ok(shown[i].startsWith(text.slice(0, 3900)) && shown[i].includes('Show all'));
    });
  }
  await page.evaluate(() => document.activeElement.querySelector('button').click());
  const whole = await page.evaluate(() => Math.max(...[...document.querySelectorAll('#rows .text')]
    .map((cell) => cell.textContent.length)));
  assert.equal(whole, outputs[0][200].length);
  assert.equal(await page.evaluate(() => window.ran), undefined);
}

async function checkTheme(page) {
  const colour = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  const before = await colour();
  await page.click('#theme');
  assert.notEqual(await colour(), before);
  await page.click('#theme');
  assert.equal(await colour(), before);
}

async function checkAccess(page, name) {
  await page.evaluate(() => document.querySelectorAll('details').forEach((part) => { part.open = true; }));
  const { violations } = await page.evaluate(`${axe}; axe.run()`);
  const serious = violations.filter(({ impact }) => ['serious', 'critical'].includes(impact));
  assert.deepEqual(serious.map(({ id, nodes }) => [id, nodes[0].html.slice(0, 300), nodes[0].failureSummary]),
    [], name);
  const wider = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  assert.ok(wider <= 0, `${name}: the page is ${wider} pixels too wide`);
}

// Charts are as wide as the page; where they or tables are cut, a shadow at their edge shows it.
async function checkWidths(page) {
  const { charts, cut } = await page.evaluate(() => {
    const wide = [...document.querySelectorAll('.wide')].filter((part) => part.clientWidth > 0);
    return {
      charts: wide.filter((part) => part.querySelector('.chart')).map((part) =>
        (part.querySelector('.chart').getBoundingClientRect().right - part.getBoundingClientRect().left) / part.clientWidth),
      cut: wide.filter((part) => part.scrollWidth > part.clientWidth)
        .map((part) => getComputedStyle(part).backgroundAttachment),
    };
  });
  assert.ok(charts.length > 0);
  charts.forEach((share) => assert.ok(share > 0.9, `a chart takes ${share} of the width`));
  if (page.viewport().width < 500) assert.ok(cut.length > 0);
  cut.forEach((attachment) => assert.ok(attachment.includes('local') && attachment.includes('scroll')));
}

async function checkPrint(page) {
  const pdf = Buffer.from(await page.pdf({ format: 'A4' })).toString('latin1');
  const pages = pdf.match(/\/Type\s*\/Page\b/g).length;
  assert.ok(pages > 1 && pages < 7, `${pages} printed pages`);
  await page.evaluate(() => dispatchEvent(new Event('beforeprint')));
  assert.equal(await page.evaluate(() => document.querySelectorAll('#printed article').length), 3);
  assert.equal(await page.evaluate(() => document.querySelectorAll('section > details:not([open])').length), 0);
  await page.evaluate(() => dispatchEvent(new Event('afterprint')));
  assert.equal(await page.evaluate(() => document.querySelectorAll('#printed article').length), 0);
}

// The first screen says what explain found of the best two systems, and its links lead somewhere.
async function checkSummary(page) {
  for (const [m, { metric, systems, pairs }] of findings.comparison.metrics.entries()) {
    await page.select('#metric', String(m));
    const [best, next] = [...systems].sort((a, b) => b.score - a.score);
    const { significant, difference } = pairs.find(({ a, b }) =>
      [best.name, next.name].includes(a) && [best.name, next.name].includes(b));
    const text = await page.evaluate(() => document.querySelector('#summary [data-metric]:not([hidden]) .answer').textContent);
    assert.ok(text.startsWith(significant ? `${best.name} is better than ${next.name}` : `${best.name} and ${next.name} cannot`), text);
    assert.ok(text.includes(`${Math.abs(difference).toFixed(2)} ${metric}`), text);
    assert.ok(text.includes(`${fixed(best.score)} against ${fixed(next.score)}`), text);
    const bottom = await page.evaluate(() => document.querySelector('#summary [data-metric]:not([hidden]) figure').getBoundingClientRect().bottom);
    assert.ok(bottom < 900, `the chart ends at ${bottom}`);
  }
  await page.select('#metric', '0');
  const links = await page.evaluate(() => [...document.querySelectorAll('#summary [data-metric="0"] li a')].map((link) => link.hash));
  assert.ok(links.length > 0 && links.length <= 3);
  for (const link of links) {
    await page.evaluate((hash) => document.querySelector(`#summary a[href="${hash}"]`).click(), link);
    await page.waitForFunction((hash) => {
      const part = document.querySelector(hash);
      const { top } = part.getBoundingClientRect();
      return part.closest('details')?.open !== false && top >= 0 && top < innerHeight;
    }, {}, link);
  }
}

// The pages of `compare` and `score` name the same best system and its score.
async function checkPlain(page, name) {
  for (const [m, { metric, systems }] of findings.comparison.metrics.entries()) {
    await page.select('#metric', String(m));
    const best = [...systems].sort((a, b) => b.score - a.score)[0];
    const text = await page.evaluate(() => document.querySelector('#summary [data-metric]:not([hidden]) .answer').textContent);
    assert.ok(text.startsWith(best.name) && text.includes(metric), text);
    assert.ok(text.includes(best.score.toFixed(name.startsWith('score') ? 1 : 2)), text);
  }
  if (name.startsWith('compare')) await checkTests(page);
  await page.click('#fold');
  assert.equal(await page.evaluate(() => document.querySelectorAll('section > details[open]').length), 0);
  await page.click('nav a[href="#scores"]');
  await page.waitForFunction(() => document.querySelector('section > details').open);
}

// Notebooks show pages in a frame without an address.
async function checkFrame(page) {
  const shown = fs.readFileSync(path.join(folder, 'compare.html'), 'utf8');
  await page.evaluate((text) => {
    const frame = document.createElement('iframe');
    frame.setAttribute('sandbox', 'allow-scripts');
    frame.srcdoc = text;
    document.body.replaceChildren(frame);
  }, shown);
  const frame = await (await page.waitForSelector('iframe')).contentFrame();
  await frame.waitForSelector('#summary .answer');
  await frame.select('#metric', '1');
  assert.deepEqual(await frame.evaluate(() => [...new Set([...document.querySelectorAll('[data-metric]:not([hidden])')].map((part) => part.dataset.metric))]), ['1']);
  await frame.evaluate(() => document.querySelector('nav a[href="#scores"]').click());
  await frame.waitForFunction(() => location.hash === '#scores' && document.getElementById('summary') !== null);
}

// The switch, the folds, and the navigation, which stays in sight.
async function checkSections(page) {
  const shown = () => page.evaluate(() => [...new Set([...document.querySelectorAll('[data-metric]:not([hidden])')].map((part) => part.dataset.metric))]);
  assert.deepEqual(await shown(), ['0']);
  await page.select('#metric', '1');
  assert.deepEqual(await shown(), ['1']);
  const open = () => page.evaluate(() => document.querySelectorAll('section > details[open]').length);
  assert.equal(await open(), 2);
  await page.click('#fold');
  assert.equal(await open(), 5);
  await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight));
  assert.equal(await page.evaluate(() => Math.round(document.querySelector('nav').getBoundingClientRect().top)), 0);
  await page.click('#fold');
  assert.equal(await open(), 0);
  // A link to a segment opens its list, which then has its rows.
  await page.evaluate(() => { location.hash = '#s7'; });
  await page.waitForFunction(() => document.activeElement.dataset.segment === '7');
  assert.ok(await isInView(page, 7));
}

// Charts and their tables are side by side on a wide page, and below each other on a narrow one.
async function checkBeside(page) {
  await page.click('#fold');
  await page.evaluate(() => new Promise((done) => { requestAnimationFrame(() => setTimeout(done)); }));
  const rows = await page.evaluate(() => [...document.querySelectorAll('#words .beside:has(> figure)')]
    .map((part) => [...part.children].map((child) => child.getBoundingClientRect().top)));
  assert.ok(rows.length > 0);
  const wide = page.viewport().width > 1000;
  for (const [chart, table] of rows) assert.equal(Math.abs(chart - table) < 10, wide);
  const cues = await page.evaluate(() => [...document.querySelectorAll('.wide')].filter((part) => part.checkVisibility())
    .map((part) => [part.scrollWidth > part.clientWidth, part.classList.contains('scrolls')]));
  for (const [scrolls, says] of cues) assert.equal(says, scrolls);
}

async function check(name, body, ...args) {
  const page = await open(...args);
  try {
    await body(page, name);
    console.log(`page: ${name}`);
  } catch (error) {
    faults.push(`${name}: ${error.stack}`);
  }
  await page.close();
}

await check('summary', checkSummary);
await check('sections', checkSections);
await check('scores', checkScores);
await check('kinds', checkKinds);
await check('words', checkWords);
await check('errors', checkErrors);
await check('controls', checkControls);
await check('sorting', checkSorting);
await check('links', checkLinks);
await check('keys', checkKeys);
await check('spans', checkSpans);
await check('texts', checkTexts);
await check('theme', checkTheme);
await check('print', checkPrint);
await check('frame', checkFrame, 1280, 'light', '', 'score.html');
for (const file of plainPages) await check(file, checkPlain, 1280, 'light', '', file);
for (const width of [1280, 390]) {
  await check(`scrolling at ${width}`, checkScrolling, width);
  await check(`widths at ${width}`, checkWidths, width);
  await check(`tables beside charts at ${width}`, checkBeside, width);
  for (const theme of ['light', 'dark']) {
    for (const file of ['page.html', ...plainPages]) {
      await check(`axe-core at ${width}, ${theme}, ${file}`, checkAccess, width, theme, '', file);
    }
  }
}
await browser.close();
if (faults.length > 0) {
  console.error(faults.join('\n\n'));
  process.exit(1);
}
