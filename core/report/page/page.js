// What all pages have: the theme, the switch of metrics, sections that fold, tables that scroll.
'use strict';

const byId = (id) => document.getElementById(id);

function setTheme(theme) {
  document.documentElement.dataset.theme = theme;
  byId('theme').textContent = theme === 'dark' ? 'Light' : 'Dark';
}

// A browser may forbid files to remember anything.
function remembered(theme) {
  try {
    if (theme) localStorage.setItem('mtgauge-theme', theme);
    return localStorage.getItem('mtgauge-theme');
  } catch {
    return null;
  }
}

function startTheme() {
  const dark = matchMedia('(prefers-color-scheme: dark)');
  setTheme(remembered() ?? (dark.matches ? 'dark' : 'light'));
  dark.addEventListener('change', () => setTheme(dark.matches ? 'dark' : 'light'));
  byId('theme').addEventListener('click', () => {
    setTheme(document.documentElement.dataset.theme === 'dark' ? 'light' : 'dark');
    remembered(document.documentElement.dataset.theme);
  });
}

// Shows the parts of one metric.
function showMetric(metric) {
  for (const part of document.querySelectorAll('[data-metric]')) {
    part.hidden = part.dataset.metric !== metric;
  }
}

const sections = () => [...document.querySelectorAll('section > details')];

function labelFold() {
  byId('fold').textContent = sections().every((part) => part.open) ? 'Close all' : 'Open all';
}

function startSections() {
  byId('metric')?.addEventListener('change', (event) => showMetric(event.target.value));
  if (byId('metric')) showMetric(byId('metric').value);
  byId('fold').addEventListener('click', () => {
    const open = sections().some((part) => !part.open);
    for (const part of sections()) part.open = open;
  });
  for (const part of sections()) part.addEventListener('toggle', labelFold);
  labelFold();
}

// What can be scrolled says so, and can be reached by keys.
function watchWidths() {
  const observer = new ResizeObserver((entries) => {
    for (const { target: box } of entries) {
      const wider = box.scrollWidth > box.clientWidth;
      box.classList.toggle('scrolls', wider);
      if (wider) box.tabIndex = 0; else box.removeAttribute('tabindex');
    }
  });
  for (const element of document.querySelectorAll('.wide')) observer.observe(element);
}

// All sections are open in print.
let opened = [];
function unfold() {
  opened = sections().filter((part) => !part.open);
  for (const part of opened) part.open = true;
}
function foldAgain() {
  for (const part of opened) part.open = false;
}

// Shows the part that the address names, in a section that may be folded.
function showPart() {
  const part = byId(location.hash.slice(1));
  const folded = part?.closest('section')?.querySelector('details:not([open])');
  if (!folded || folded.parentElement.tagName !== 'SECTION') return;
  folded.open = true;
  part.scrollIntoView();
}

// In the frame of a notebook, a link to a part would lead to the notebook.
function stayInFrame(event) {
  const link = event.target.closest('a[href^="#"]');
  if (!link || location.protocol !== 'about:') return;
  event.preventDefault();
  location.hash = link.hash;
}

// Calls `follow` whenever the address names a part.
function whenNamed(follow) {
  addEventListener('hashchange', follow);
  document.addEventListener('click', (event) => {
    // A link that was followed already changes no fragment.
    const link = event.target.closest('a');
    if (link && link.hash !== '' && link.hash === location.hash) follow();
  });
  follow();
}

startTheme();
startSections();
watchWidths();
addEventListener('beforeprint', unfold);
addEventListener('afterprint', foldAgain);
document.addEventListener('click', stayInFrame);
whenNamed(showPart);
