import { hash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The path of the files of pages. */
export const partsPath = '/docs/parts/';

/** A file that pages load. Its name has a hash of the content, so that caches need not ask again. */
export interface PagePart {
  readonly name: string;
  readonly contentType: string;
  readonly text: string;
}

export interface PageParts {
  readonly style: PagePart;
  readonly script: PagePart;
  readonly icon: PagePart;
}

/** The typeface of the console, as its build names it. */
const fontName = /^inter-latin-wght-normal-[\w-]+\.woff2$/;

/**
 * Reads the style sheet, the script and the icon of pages. They have the typeface of the console, which is in its build, `consoleDir`, or one
 * of the system.
 */
export function loadPageParts(root: string, consoleDir: string): PageParts {
  const read = (name: string): string => readFileSync(join(root, 'site', 'page', name), 'utf8');
  return {
    style: createPart('docs.css', 'text/css', declareTypeface(consoleDir) + read('docs.css')),
    script: createPart('docs.js', 'text/javascript', read('docs.js')),
    icon: createPart('icon.svg', 'image/svg+xml', read('icon.svg')),
  };
}

function createPart(name: string, type: string, text: string): PagePart {
  const [stem = '', extension = ''] = name.split('.');
  return {
    name: `${stem}.${hash('sha256', text).slice(0, 12)}.${extension}`,
    contentType: `${type}; charset=utf-8`,
    text,
  };
}

function declareTypeface(consoleDir: string): string {
  const assets = join(consoleDir, 'assets');
  const file = existsSync(assets)
    ? readdirSync(assets)
        .sort()
        .find((name) => fontName.test(name))
    : undefined;
  if (file === undefined) return '';
  return `@font-face{font-family:'Inter Variable';font-weight:100 900;font-display:swap;src:url('/console/assets/${file}') format('woff2')}\n`;
}
