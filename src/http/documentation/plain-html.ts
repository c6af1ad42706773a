import { escapeHtml } from '../../lib/html-escape.ts';
import { createHash } from 'node:crypto';
import { formatFragment } from './markdown-links.ts';

/** The style of pages that are not built, in the colours of the console. */
const style = `:root{color-scheme:light dark;--ink:light-dark(#14211e,#e9f0ee);--soft:light-dark(#4a5a56,#b0beba);--line:light-dark(#d8e0dd,#28332f);--low:light-dark(#f1f4f3,#141c1a);--accent:light-dark(#0b5f53,#6fd6bd)}
body{margin:0 auto;max-width:52rem;padding:1rem 1.25rem 4rem;background:light-dark(#fff,#0c1211);color:var(--ink);font:1rem/1.6 ui-sans-serif,system-ui,sans-serif;overflow-wrap:break-word}
header{display:flex;flex-wrap:wrap;gap:.25rem 1.25rem;padding-bottom:.75rem;border-bottom:1px solid var(--line)}
h1,h2,h3,h4{font-weight:650;line-height:1.25;margin:2em 0 .5em}
h1{margin-top:1em}
a{color:var(--accent)}
pre{overflow-x:auto;padding:.75rem 1rem;border-radius:7px;background:var(--low);line-height:1.45}
code{font-family:ui-monospace,Menlo,Consolas,monospace;font-size:.875em}
blockquote{margin:0;color:var(--soft)}
.table{overflow-x:auto}
table{border-collapse:collapse}
th,td{padding:.4rem .75rem .4rem 0;border-bottom:1px solid var(--line);text-align:left;vertical-align:top}
.file{margin:1.25rem 0 -.5rem;color:var(--soft)}
img{max-width:100%;border:1px solid var(--line);border-radius:7px}
.nested{margin-left:1.5rem}`;

/** Pages without scripts or requests, but for pictures. */
export const plainPagePolicy = `default-src 'none'; img-src 'self'; style-src 'sha256-${createHash('sha256').update(style).digest('base64')}'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'`;

/**
 * A page of Markdown without its build: headings, paragraphs, lists, tables, code, pictures and links; other syntax is shown as it is.
 * Everything is escaped, so a text cannot add elements. `note` is HTML above the text.
 */
export function renderPlainPage(markdown: string, note: string): string {
  const blocks = splitBlocks(markdown);
  const title =
    blocks.find(({ kind }) => kind === 'heading')?.lines[0]?.replace(/^#+ /, '') ?? 'Documentation';
  const fragments = new Map<string, number>();
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)} · Vitrine</title>
<style>${style}</style>
</head>
<body>
<header>${note}</header>
<main>
${blocks.map((block) => renderBlock(block, fragments)).join('\n')}
</main>
</body>
</html>
`;
}

interface Block {
  readonly kind: 'heading' | 'code' | 'table' | 'list' | 'quote' | 'paragraph';
  /** The lines, which are the items if it is a list. */
  readonly lines: string[];
  /** The name of the file whose text a code block has. */
  readonly file?: string | undefined;
}

function splitBlocks(markdown: string): readonly Block[] {
  const blocks: Block[] = [];
  let open: Block | null = null;
  for (const line of markdown.split('\n')) {
    const kind = /^\s*```/.test(line) ? 'code' : classifyLine(line);
    if (open?.kind === 'code' && kind === 'code') open = null;
    else if (open?.kind === 'code') open.lines.push(line);
    else if (line.trim() === '') open = null;
    else if (open !== null && kind === 'paragraph' && open.kind === 'list')
      open.lines.push(`${open.lines.pop()} ${line.trim()}`);
    else if (
      open !== null &&
      kind !== 'heading' &&
      (kind === open.kind || (kind === 'paragraph' && open.kind === 'quote'))
    )
      open.lines.push(line);
    else if (kind === 'code')
      blocks.push((open = { kind, lines: [], file: /^\s*```\w+ (\S+\.\w+)$/.exec(line)?.[1] }));
    else blocks.push((open = { kind, lines: [line] }));
  }
  return blocks;
}

function classifyLine(line: string): Block['kind'] {
  if (/^#{1,6} /.test(line)) return 'heading';
  if (line.startsWith('|')) return 'table';
  if (line.startsWith('>')) return 'quote';
  return /^\s*(?:[-*]|\d+\.) /.test(line) ? 'list' : 'paragraph';
}

function renderBlock({ kind, lines, file }: Block, fragments: Map<string, number>): string {
  switch (kind) {
    case 'code':
      return `${file === undefined ? '' : `<p class="file"><code>${escapeHtml(file)}</code></p>`}<pre tabindex="0"><code>${escapeHtml(lines.join('\n'))}</code></pre>`;
    case 'heading':
      return renderHeading(lines.join(''), fragments);
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

function renderHeading(line: string, fragments: Map<string, number>): string {
  const level = line.indexOf(' ');
  const text = line.slice(level + 1);
  const fragment = formatFragment(text);
  const repeated = fragments.get(fragment) ?? 0;
  fragments.set(fragment, repeated + 1);
  const id = repeated === 0 ? fragment : `${fragment}-${repeated}`;
  return `<h${level} id="${escapeHtml(id)}">${renderInline(text)}</h${level}>`;
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
