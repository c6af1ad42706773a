import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import {
  loadDocumentationPages,
  buildPageAddress,
  type DocumentationPage,
} from '../src/http/documentation/documentation-pages.ts';
import { createLinkRewriter, withLinks } from '../src/http/documentation/markdown-links.ts';
import { readNavigation, separateNotes, type NavigationGroup } from '../src/http/documentation/navigation.ts';

const root = join(import.meta.dirname, '..');
const pages = loadDocumentationPages(root);

/** The navigation; without docs/README.md there is nothing to build. */
export function navigation(): readonly NavigationGroup[] {
  const groups = readNavigation(root, pages);
  if (groups.length === 0) throw new Error('Cannot build the guides as docs/README.md has no navigation');
  return groups;
}

/** Writes the pages as the generator reads them: with a title, links to addresses, and names of files above their code. */
export function stagePages(folder: string): void {
  const notes = new Map(
    navigation().flatMap(({ items }) => items.map(({ link, note }) => [link, note] as const)),
  );
  for (const page of pages.values()) {
    const file = join(folder, `${page.address === '' ? 'index' : page.address}.md`);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, staged(page, notes.get(buildPageAddress(page))));
  }
}

function staged(page: DocumentationPage, note: string | undefined): string {
  const source = readFileSync(join(root, page.file), 'utf8');
  const title = /^# (.+)$/m.exec(source)?.[1]?.replaceAll('`', '') ?? page.address;
  const text = withLinks(source, createLinkRewriter(pages, page, buildPageAddress))
    .replace(/^# .+\n/m, '')
    // A second word after the language is the name of a file, or of a block in a test.
    .replaceAll(/^```(\w+) (\S+\.\w+)$/gm, '```$1 title="$2"')
    .replaceAll(/^```(\w+) [^\s=]+$/gm, '```$1');
  const members = [
    `title: ${JSON.stringify(title)}`,
    ...(note === undefined ? [] : [`description: ${JSON.stringify(note)}`]),
    // The search is for shops; design pages are found by their index.
    ...(/^(?:internals|decisions)/.test(page.address) ? ['pagefind: false'] : []),
    ...(page.address === '' ? ['tableOfContents: false', 'prev: false'] : []),
  ];
  const body = page.address === '' ? `<div class="groups">\n\n${separateNotes(text)}\n</div>\n` : text;
  return `---\n${members.join('\n')}\n---\n\n${body}`;
}
