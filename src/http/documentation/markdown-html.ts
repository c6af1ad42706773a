import { escapeHtml } from '../../lib/html-escape.ts';
import { highlightCode } from './highlight-code.ts';
import { formatFragment } from './markdown-links.ts';

export interface PageHeading {
  readonly level: number;
  /** Its fragment. */
  readonly id: string;
  /** Its text, without markup. */
  readonly text: string;
}

export interface RenderedMarkdown {
  /** The text of the first heading; empty without one. */
  readonly title: string;
  readonly html: string;
  readonly headings: readonly PageHeading[];
}

/**
 * Markdown as HTML: headings, paragraphs, lists, tables, code, pictures and links; other syntax is shown as it is. Everything is escaped,
 * so a text cannot add elements.
 */
export function renderMarkdown(markdown: string): RenderedMarkdown {
  const headings: PageHeading[] = [];
  const fragments = new Map<string, number>();
  const html = splitBlocks(markdown).map((block) => renderBlock(block, { headings, fragments }));
  return { title: headings[0]?.text ?? '', html: html.join('\n'), headings };
}

/** The headings so far, and how often each fragment was used. */
interface Outline {
  readonly headings: PageHeading[];
  readonly fragments: Map<string, number>;
}

interface Block {
  readonly kind: 'heading' | 'code' | 'table' | 'list' | 'quote' | 'paragraph';
  /** The lines, which are the items if it is a list. */
  readonly lines: string[];
  /** The file whose text a code block has, its language, and the number of spaces before its fence. */
  readonly file?: string | undefined;
  readonly language?: string | undefined;
  readonly indent?: number;
}

function splitBlocks(markdown: string): readonly Block[] {
  const blocks: Block[] = [];
  let open: Block | null = null;
  for (const line of markdown.split('\n')) {
    const kind = /^\s*```/.test(line) ? 'code' : classifyLine(line);
    if (open?.kind === 'code' && kind === 'code') open = null;
    else if (open?.kind === 'code') open.lines.push(removeIndent(line, open.indent ?? 0));
    else if (line.trim() === '') open = null;
    else if (open !== null && kind === 'paragraph' && open.kind === 'list')
      open.lines.push(`${open.lines.pop()} ${line.trim()}`);
    else if (
      open !== null &&
      kind !== 'heading' &&
      (kind === open.kind || (kind === 'paragraph' && open.kind === 'quote'))
    )
      open.lines.push(line);
    else if (kind === 'code') blocks.push((open = openCodeBlock(line)));
    else blocks.push((open = { kind, lines: [line] }));
  }
  return blocks;
}

function openCodeBlock(fence: string): Block {
  const [, indent = '', language, file] = /^(\s*)```([\w-]*)(?: (\S+\.\w+)$)?/.exec(fence) ?? [];
  return { kind: 'code', lines: [], file, language, indent: indent.length };
}

function removeIndent(line: string, spaces: number): string {
  return line.slice(0, spaces).trim() === '' ? line.slice(spaces) : line;
}

function classifyLine(line: string): Block['kind'] {
  if (/^#{1,6} /.test(line)) return 'heading';
  if (line.startsWith('|')) return 'table';
  if (line.startsWith('>')) return 'quote';
  return /^\s*(?:[-*]|\d+\.) /.test(line) ? 'list' : 'paragraph';
}

function renderBlock(block: Block, outline: Outline): string {
  const { kind, lines } = block;
  switch (kind) {
    case 'code':
      return renderCode(block);
    case 'heading':
      return renderHeading(lines.join(''), outline);
    case 'table':
      return renderTable(lines);
    case 'list':
      return renderList(lines);
    case 'quote':
      return `<blockquote>${renderInline(lines.map((line) => line.replace(/^>? ?/, '')).join(' '))}</blockquote>`;
    case 'paragraph':
      return `<p>${renderInline(lines.map((line) => line.trim()).join(' '))}</p>`;
  }
}

function renderCode({ lines, file, language = '' }: Block): string {
  const name = file === undefined ? '' : `<p class="file"><code>${escapeHtml(file)}</code></p>`;
  return `<div class="code">${name}<pre tabindex="0"><code>${highlightCode(lines.join('\n'), language)}</code></pre></div>`;
}

/** A heading has a link to itself, for an address that can be sent to others. */
function renderHeading(line: string, { headings, fragments }: Outline): string {
  const level = line.indexOf(' ');
  const html = renderInline(line.slice(level + 1));
  const fragment = formatFragment(line.slice(level + 1));
  const repeated = fragments.get(fragment) ?? 0;
  fragments.set(fragment, repeated + 1);
  const id = repeated === 0 ? fragment : `${fragment}-${repeated}`;
  const text = removeMarkup(line.slice(level + 1));
  headings.push({ level, id, text });
  const anchor =
    level === 1
      ? ''
      : ` <a class="anchor" href="#${escapeHtml(id)}" aria-label="Link to ${escapeHtml(text)}">#</a>`;
  return `<h${level} id="${escapeHtml(id)}">${html}${anchor}</h${level}>`;
}

function renderList(lines: readonly string[]): string {
  const number = /^\s*(\d+)\./.exec(lines[0] ?? '')?.[1];
  const items = lines.map((line) => {
    const text = line.trimStart().replace(/^(?:[-*]|\d+\.) /, '');
    return `<li${line.startsWith(' ') ? ' class="nested"' : ''}>${renderInline(text)}</li>`;
  });
  return number === undefined ? `<ul>${items.join('')}</ul>` : `<ol start="${number}">${items.join('')}</ol>`;
}

function renderTable(lines: readonly string[]): string {
  const [head = [], , ...rows] = lines.map((line) =>
    line
      .trim()
      .slice(1, -1)
      .split(/(?<!\\)\|/)
      .map((cell) => renderInline(cell.trim().replaceAll('\\|', '|'))),
  );
  const renderRow = (cells: readonly string[], tag: string): string =>
    `<tr>${cells.map((cell) => (cell === '' ? '<td></td>' : `<${tag}>${cell}</${tag}>`)).join('')}</tr>`;
  const isNamed = head.some((cell) => cell !== '');
  return `<div class="table" tabindex="0"><table>${isNamed ? `<thead>${renderRow(head, 'th')}</thead>` : ''}<tbody>${rows.map((cells) => renderRow(cells, 'td')).join('')}</tbody></table></div>`;
}

/** Code, a picture of the documentation, a link, strong or emphasised text; the text of a link may have code. */
const span =
  /`([^`]+)`|!\[([^[\]]*)\]\((\/docs\/pictures\/[\w.-]+)\)|\[((?:[^[\]`]|`[^`]*`)+)\]\(([^()\s]+)\)|\*\*([^*]+)\*\*|(?<![*\w])\*([^*\s][^*]*)\*(?![*\w])/g;

function renderInline(text: string): string {
  let html = '';
  let end = 0;
  for (const match of text.matchAll(span)) {
    const [all, code, alt, picture, label, target, strong, emphasised] = match;
    html += escapeHtml(text.slice(end, match.index));
    if (code !== undefined) html += `<code>${escapeHtml(code)}</code>`;
    else if (picture !== undefined)
      html += `<img src="${picture}" alt="${escapeHtml(alt ?? '')}" loading="lazy">`;
    else if (strong !== undefined) html += `<strong>${renderInline(strong)}</strong>`;
    else if (emphasised !== undefined) html += `<em>${renderInline(emphasised)}</em>`;
    else if (label !== undefined && target !== undefined && isSafe(target))
      html += `<a href="${escapeHtml(target)}">${renderInline(label)}</a>`;
    else html += escapeHtml(all);
    end = match.index + all.length;
  }
  return html + escapeHtml(text.slice(end));
}

/** Relative, or an address of the web: never `javascript:`. */
function isSafe(target: string): boolean {
  return /^https?:\/\//i.test(target) || !/^[^/?#]*:/.test(target);
}

/** The text of a paragraph of Markdown. */
export function removeMarkup(text: string): string {
  return text.replaceAll(span, (all: string, ...parts: (string | undefined)[]) => {
    const [code, alt, , label, , strong, emphasised] = parts;
    if (code !== undefined || alt !== undefined) return code ?? alt ?? '';
    const inner = label ?? strong ?? emphasised;
    return inner === undefined ? all : removeMarkup(inner);
  });
}
