// Takes pictures of a page's first screen: screens.mjs PAGE.html NAME writes NAME-light.webp and
// NAME-dark.webp. bench/screens.py calls it, with the packages of tests/page/run.sh.
import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';

const packages = new URL('../build/page/packages/package.json', import.meta.url);
const puppeteer = createRequire(packages)('puppeteer-core');

const [, , file, name] = process.argv;
const browser = await puppeteer.launch({
  executablePath: '/usr/bin/chromium', args: ['--no-sandbox', '--disable-gpu'],
});
for (const theme of ['light', 'dark']) {
  const page = await browser.newPage();
  await page.setViewport({ width: 1180, height: 720 });
  await page.emulateMediaFeatures([{ name: 'prefers-color-scheme', value: theme }]);
  await page.goto(pathToFileURL(file).href);
  await page.waitForSelector('#rows article dl');
  await page.screenshot({ path: `${name}-${theme}.webp`, type: 'webp', quality: 70 });
}
await browser.close();
