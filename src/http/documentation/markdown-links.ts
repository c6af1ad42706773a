import { posix } from 'node:path';
import type { DocumentationPage } from './documentation-pages.ts';

/** A code span, which stays as it is, or the target of an inline link. */
const spanOrTarget = /`[^`]*`|\]\(([^()\s]+)\)/g;

/** Markdown with other targets of its links: `rewrite` gets each target, outside of code. */
export function withLinks(markdown: string, rewrite: (target: string) => string): string {
  let isCode = false;
  return markdown
    .split('\n')
    .map((line) => {
      const isFence = /^\s*```/.test(line);
      if (isFence) isCode = !isCode;
      if (isCode || isFence) return line;
      return line.replaceAll(spanOrTarget, (all: string, target: string | undefined) =>
        target === undefined ? all : `](${rewrite(target)})`,
      );
    })
    .join('\n');
}

/** The folder of pictures, which is served at the same path. */
export const pictureFolder = 'docs/pictures/';

/**
 * The target of a link as an address below `/docs/`: a relative path to the Markdown of a page becomes the address of the page, with its
 * fragment; one to a picture, that of the picture. Other targets stay as they are.
 */
export function createLinkRewriter(
  pages: ReadonlyMap<string, DocumentationPage>,
  from: DocumentationPage,
  address: (page: DocumentationPage) => string,
): (target: string) => string {
  const byFile = new Map([...pages.values()].map((page) => [page.file, page]));
  return (target) => {
    if (/^(?:[a-z]+:|[/#])/i.test(target)) return target;
    const [path = '', fragment] = target.split('#', 2);
    const file = posix.join(posix.dirname(from.file), path);
    if (file.startsWith(pictureFolder)) return `/${file}`;
    const page = byFile.get(file);
    if (page === undefined) return target;
    return address(page) + (fragment === undefined ? '' : `#${fragment}`);
  };
}

/** The fragment of a heading, as GitHub makes it: `reset-the-consoles-password`. */
export function formatFragment(heading: string): string {
  return heading
    .trim()
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
    .replaceAll(/\s/g, '-');
}

/** The fragment of a row of a table that begins with a name. No heading has it. */
export function formatRowFragment(name: string): string {
  return `row-${formatFragment(name)}`;
}
