import { existsSync, readdirSync } from 'node:fs';
import { join, posix } from 'node:path';

/** A page of the documentation. */
export interface DocumentationPage {
  /** Below `/docs/`: `guide/photos`; empty for the first page. */
  readonly address: string;
  /** Its Markdown: path in the repository. */
  readonly file: string;
}

/** Folders of pages. */
const folders = ['guide', 'reference', 'internals', 'internals/experiments', 'decisions'];
/** READMEs of packages, by address. */
const packages: Readonly<Record<string, string>> = {
  'packages/sdk': 'sdk/README.md',
  'packages/react': 'react/README.md',
  'packages/tracker': 'tracker/README.md',
  'packages/elements': 'elements/README.md',
  'packages/instantsearch-client': 'instantsearch-client/README.md',
  'packages/medusa': 'medusa/README.md',
  'packages/storefront': 'examples/storefront/README.md',
};

/** Reads the pages by address. `root` is the folder of the repository, or of an image, which has the same files. */
export function loadDocumentationPages(root: string): ReadonlyMap<string, DocumentationPage> {
  const found = folders
    .map((folder) => posix.join('docs', folder))
    .filter((folder) => existsSync(join(root, folder)))
    .flatMap((folder) => readdirSync(join(root, folder)).map((name) => posix.join(folder, name)))
    .filter((file) => file.endsWith('.md'))
    .sort()
    .map((file) => ({ file, address: toPageAddress(file) }));
  const readmes = Object.entries(packages).map(([address, file]) => ({ file, address }));
  const pages = [{ file: 'docs/README.md', address: '' }, ...found, ...readmes];
  return new Map(
    pages.filter(({ file }) => existsSync(join(root, file))).map((page) => [page.address, page]),
  );
}

/** `guide/photos` of `docs/guide/photos.md`; the README of a folder has the address of the folder. */
function toPageAddress(file: string): string {
  return file.slice('docs/'.length, -'.md'.length).replace(/\/README$/, '');
}

/** The address of the Markdown of a page. */
export function buildMarkdownAddress({ address }: DocumentationPage): string {
  return address === '' ? '/docs/index.md' : `/docs/${address}.md`;
}

/** The address of a page. */
export function buildPageAddress({ address }: DocumentationPage): string {
  return address === '' ? '/docs' : `/docs/${address}`;
}
