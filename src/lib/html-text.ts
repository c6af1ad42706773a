import { decodeEntities } from './html-entities.ts';

/** Tags inside a word: the text around them stays one word. */
const inline: ReadonlySet<string> = new Set([
  'a',
  'b',
  'strong',
  'i',
  'em',
  'u',
  'span',
  'font',
  'sub',
  'sup',
  'small',
]);
/** Elements without text for readers. */
const hidden: ReadonlySet<string> = new Set(['script', 'style']);

/** Extracts the text of HTML without tags, comments, scripts and styles, with single spaces. A text without tags stays as it is. */
export function extractHtmlText(html: string): string {
  if (!/<[a-zA-Z/!]|&[#a-zA-Z]/.test(html)) return html;
  const parts: string[] = [];
  /** In lower case, made once if an element is hidden. */
  let lower: string | null = null;
  let at = 0;
  while (at < html.length) {
    const open = html.indexOf('<', at);
    if (open === -1) break;
    // `3 < 4` is no tag.
    if (!/[a-zA-Z/!]/.test(html[open + 1] ?? '')) {
      parts.push(html.slice(at, open + 1));
      at = open + 1;
      continue;
    }
    const end = findTagEnd(html, open);
    // An unclosed tag is text.
    if (end === -1) break;
    parts.push(html.slice(at, open));
    const name = readTagName(html, open);
    if (!inline.has(name)) parts.push(' ');
    const isHidden = hidden.has(name) && html[open + 1] !== '/';
    if (isHidden) lower ??= html.toLowerCase();
    at = isHidden && lower !== null ? findElementEnd(lower, end, name) : end;
  }
  parts.push(html.slice(at));
  return decodeEntities(parts.join('')).replaceAll(/\s+/g, ' ').trim();
}

function findTagEnd(html: string, open: number): number {
  const isComment = html.startsWith('<!--', open);
  const end = html.indexOf(isComment ? '-->' : '>', open);
  return end === -1 ? -1 : end + (isComment ? 3 : 1);
}

function readTagName(html: string, open: number): string {
  return (/^<\/?([a-zA-Z][a-zA-Z0-9]*)/.exec(html.slice(open, open + 20))?.[1] ?? '').toLowerCase();
}

function findElementEnd(lower: string, from: number, name: string): number {
  const close = lower.indexOf(`</${name}`, from);
  return close === -1 ? lower.length : close;
}
