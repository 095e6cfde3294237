// How long a page takes in Chromium: until something shows, until all is read, and to search.
/* global update */
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import puppeteer from 'puppeteer-core';

const browser = await puppeteer.launch({
  executablePath: '/usr/bin/chromium', args: ['--no-sandbox', '--disable-gpu'],
});
const page = await browser.newPage();
await page.goto(pathToFileURL(path.resolve(process.argv[2])).href);
await page.waitForSelector('#rows article dl');
const paint = await page.evaluate(() => performance.getEntriesByName('first-contentful-paint')[0].startTime);
const list = await page.evaluate(() => performance.now());
await page.evaluate('allChunks');
const read = await page.evaluate(() => performance.now());
console.log(`first paint ${paint.toFixed(0)} ms, segments ${list.toFixed(0)} ms, all read ${read.toFixed(0)} ms`);

for (const [text, regular] of [['etao', 0], ['no such text', 0], ['e', 0], ['\\bet\\w+o\\b', 1], ['^the|s\\s.$', 1]]) {
  const milliseconds = await page.evaluate(async (typed, checked) => {
    document.getElementById('search').value = typed;
    document.getElementById('regular').checked = Boolean(checked);
    const start = performance.now();
    await update();
    return Math.round(performance.now() - start);
  }, text, regular);
  console.log(`search ${JSON.stringify(text)}: ${milliseconds} ms, ` +
    await page.evaluate(() => document.getElementById('status').textContent));
}
const sorted = await page.evaluate(async () => {
  document.getElementById('controls').reset();
  document.getElementById('sort').value = '0';
  document.getElementById('second').value = '1';
  const start = performance.now();
  await update();
  return Math.round(performance.now() - start);
});
console.log(`sort by a difference: ${sorted} ms`);
await browser.close();
