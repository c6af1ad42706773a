import { existsSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import type { GuideTitle } from 'virtual:palette';

/** `- [Title](address): note` */
const navigationLine = /^- \[([^\]]+)\]\(([^)\s]+)\): (.+)$/gm;
const heading = /^#{2,3} (.+)$/gm;

/** Reads the guides from the navigation of the documentation, `docs/README.md`, and their headings from the guides. */
export function readGuideTitles(docs: string): readonly GuideTitle[] {
  const navigation = readFileSync(join(docs, 'README.md'), 'utf8');
  return [...navigation.matchAll(navigationLine)].map(([, title = '', link = '', note = '']) => {
    const file = join(docs, link);
    const text = link.endsWith('.md') && existsSync(file) ? readFileSync(file, 'utf8') : '';
    const headings = [...text.matchAll(heading)].map(([, words = '']) => words.replaceAll('`', '')).join(' ');
    return { title, note: note.replaceAll(/`|\[|\]\([^)]*\)/g, ''), address: toAddress(link), headings };
  });
}

/** `/docs/guide/photos` of `guide/photos.md`, and `/docs/packages/sdk` of `../sdk/README.md`, as the service serves them. */
function toAddress(link: string): string {
  if (link.startsWith('/')) return link;
  const name = link.replace(/\.md$/, '').replace(/\/README$/, '');
  return name.startsWith('..') ? `/docs/packages/${posix.basename(name)}` : `/docs/${name}`;
}
