import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { buildPageAddress, type DocumentationPage } from './documentation-pages.ts';
import { createLinkRewriter, withLinks } from './markdown-links.ts';

export interface NavigationGroup {
  readonly label: string;
  readonly items: readonly NavigationLink[];
}

export interface NavigationLink {
  readonly label: string;
  readonly link: string;
  /** What the page is for. */
  readonly note: string;
}

/** The navigation: the lists of docs/README.md, by their headings. */
export function readNavigation(
  root: string,
  pages: ReadonlyMap<string, DocumentationPage>,
): readonly NavigationGroup[] {
  const index = pages.get('');
  if (index === undefined) return [];
  const text = withLinks(
    readFileSync(join(root, index.file), 'utf8'),
    createLinkRewriter(pages, index, buildPageAddress),
  );
  return text
    .split(/^## /m)
    .slice(1)
    .map((section) => ({
      label: section.split('\n', 1)[0] ?? '',
      items: [...section.matchAll(/^- \[([^\]]+)\]\(([^)]+)\): (.+)$/gm)].map(
        ([, label = '', link = '', note = '']) => ({ label, link, note }),
      ),
    }));
}

/** The notes of the lists as sentences of their own, for an index of cards. */
export function separateNotes(index: string): string {
  return index.replaceAll(
    /^(- \[[^\]]+\]\([^)]+\)): (.)/gm,
    (_all, link: string, letter: string) => `${link} ${letter.toUpperCase()}`,
  );
}
