// Builds the guides into `dist`. Run by `npm run docs`, which installs the generator.
import { createHash } from 'node:crypto';
import { readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { build } from 'astro';
import { stagePages } from './stage.ts';

const site = import.meta.dirname;
const dist = join(site, 'dist');
/** Search boxes of Pagefind that the pages do not use: they have their own. */
const otherSearchBoxes = /pagefind-(?:ui|modular-ui|component-ui|highlight)\.\w+$/;
/** Smaller files are not compressed. */
const bytesMin = 1_024;

process.env['ASTRO_TELEMETRY_DISABLED'] = '1';
// Rendered pages in it would outlive a change of the configuration.
rmSync(join(site, '.cache'), { recursive: true, force: true });
stagePages(join(site, '.cache', 'pages'));
await build({ root: site, logLevel: 'error' });
const pages = filesIn(dist).filter((file) => file.endsWith('.html'));
for (const file of filesIn(join(dist, 'pagefind')).filter((one) => otherSearchBoxes.test(one))) rmSync(file);
const icon = asset(
  'icon',
  'svg',
  readFileSync(join(site, '..', 'console', 'src', 'styles', 'icon.svg'), 'utf8'),
);
for (const file of pages) {
  const html = focusableRegions(withoutEmptyHeaders(withoutInlineScripts(readFileSync(file, 'utf8'))));
  const alternate = file.endsWith('404.html')
    ? ''
    : `<link rel="alternate" type="text/markdown" href="${markdownOf(file)}">`;
  writeFileSync(file, html.replace('/docs/favicon.svg', icon).replace('</head>', `${alternate}</head>`));
}
for (const file of filesIn(dist).filter((one) => /\.(?:js|html)$/.test(one))) shareTheme(file);
filesIn(dist).forEach(compress);
process.stderr.write(
  `${pages.length} pages are in site/dist: the service serves them at /docs after a restart.\n`,
);

/** The address of the Markdown of a built page. */
function markdownOf(file: string): string {
  const address = relative(dist, dirname(file)).split(sep).join('/');
  return address === '' ? '/docs/index.md' : `/docs/${address}.md`;
}

/** The content security policy allows no inline script: each becomes a file, loaded at the same place. */
function withoutInlineScripts(html: string): string {
  return html.replaceAll(
    // Copy buttons have their code, possibly with scripts, in an attribute.
    / data-code="[^"]*"|<script(?![^>]*\ssrc=)([^>]*)>(.*?)<\/script>/gs,
    (all: string, attributes: string | undefined, code: string | undefined) =>
      code === undefined ? all : `<script${attributes ?? ''} src="${asset('inline', 'js', code)}"></script>`,
  );
}

/** Writes a file with a hash of its content in its name; returns its address. */
function asset(name: string, extension: string, content: string): string {
  const hash = createHash('sha256').update(content).digest('hex').slice(0, 12);
  writeFileSync(join(dist, 'assets', `${name}.${hash}.${extension}`), content);
  return `/docs/assets/${name}.${hash}.${extension}`;
}

/** A header cell without a text has no meaning for a screen reader. */
function withoutEmptyHeaders(html: string): string {
  return html.replaceAll(/<th([^>]*)><\/th>/g, '<td$1></td>');
}

/** Code and tables that scroll need the keyboard. Scripts of the page take out what does not scroll. */
function focusableRegions(html: string): string {
  return html
    .replaceAll('<pre data-language', '<pre tabindex="0" data-language')
    .replaceAll('<table>', '<table tabindex="0">');
}

/** Guides and console remember one choice of light or dark. */
function shareTheme(file: string): void {
  const text = readFileSync(file, 'utf8');
  if (text.includes('starlight-theme'))
    writeFileSync(file, text.replaceAll('starlight-theme', 'vitrine-theme'));
}

/** As the console's `precompress.ts`. */
function compress(file: string): void {
  const bytes = readFileSync(file);
  if (bytes.length < bytesMin || !/\.(?:css|html|js|svg)$/.test(file)) return;
  const quality = { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY };
  writeFileSync(`${file}.br`, brotliCompressSync(bytes, { params: quality }));
  writeFileSync(`${file}.gz`, gzipSync(bytes, { level: 9 }));
}

function filesIn(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
}
