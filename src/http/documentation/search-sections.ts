import type { DocumentSection } from '../../ports/search/document-search.ts';
import { formatFragment } from './markdown-links.ts';
import { removeMarkup } from './markdown-html.ts';

/** A section with the fragment of its heading; empty for the start of the page. */
export interface PageSection extends DocumentSection {
  readonly fragment: string;
}

/** A picture with its description, which is about how it looks. */
const picture = /!\[[^[\]]*\]\([^()\s]*\)/g;

/** Headings of deeper levels belong to the section before. */
const sectionLevelMax = 3;

interface OpenSection {
  readonly heading: string;
  readonly fragment: string;
  readonly text: string[];
  readonly code: string[];
}

/**
 * Splits a page at its headings. `page` is its address. With `hasRows`, each row of its tables that begins with a name, such as an error or a
 * variable, is a section of its own.
 */
export function splitSections(
  markdown: string,
  {
    page,
    note,
    isList,
    hasRows = false,
  }: Pick<DocumentSection, 'page' | 'note' | 'isList'> & { readonly hasRows?: boolean },
): readonly PageSection[] {
  const sections: OpenSection[] = [];
  const rows: OpenSection[] = [];
  const fragments = new Map<string, number>();
  let isCode = false;
  for (const line of markdown.split('\n')) {
    const isFence = /^\s*```/.test(line);
    if (isFence) isCode = !isCode;
    const last = sections.at(-1);
    const [, marks = '', heading] = isCode ? [] : (/^(#+) (.+)$/.exec(line) ?? []);
    const [, name, rest = ''] = hasRows ? (/^\| `([^`]+)` (\|.*)$/.exec(line) ?? []) : [];
    if (heading !== undefined) {
      const fragment = countFragment(formatFragment(heading), fragments);
      if (marks.length > sectionLevelMax && last !== undefined) last.text.push(`${heading}.`);
      else sections.push({ heading: removeMarkup(heading), fragment, text: [], code: [] });
    } else if (name !== undefined) {
      rows.push({ heading: name, fragment: locateText(name), text: [removeLineMarks(rest)], code: [] });
    } else if (isCode && !isFence) last?.code.push(line);
    else if (!isFence) {
      last?.text.push(removeLineMarks(line));
      last?.code.push(...(line.match(/`[^`]+`/g) ?? []));
    }
  }
  const [title = ''] = sections.map(({ heading }) => heading);
  return [...sections, ...rows].map(({ heading, fragment, text, code }, index) => ({
    page,
    title,
    note,
    isList,
    heading,
    fragment: index === 0 ? '' : fragment,
    text: removeMarkup(text.join(' ').replaceAll(picture, ' ')).replaceAll(/\s+/g, ' ').trim(),
    code: code.join(' '),
  }));
}

/** The fragment of a text, which browsers scroll to and mark. */
function locateText(text: string): string {
  return `:~:text=${encodeURIComponent(text)}`;
}

function countFragment(fragment: string, fragments: Map<string, number>): string {
  const repeated = fragments.get(fragment) ?? 0;
  fragments.set(fragment, repeated + 1);
  return repeated === 0 ? fragment : `${fragment}-${repeated}`;
}

/** A line without the marks of lists, quotes and tables. */
function removeLineMarks(line: string): string {
  const text = line.replace(/^\s*(?:[-*>]|\d+\.) /, '');
  if (!text.startsWith('|')) return text;
  if (/^[|\s:-]+$/.test(text)) return '';
  const cells = text.split(/(?<!\\)\|/).map((cell) => cell.trim().replace(/\.$/, ''));
  return `${cells.filter((cell) => cell !== '').join(': ')}.`;
}
