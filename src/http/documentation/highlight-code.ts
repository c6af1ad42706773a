import { escapeHtml } from '../../lib/html-escape.ts';

/** Parts of code, which the style sheet colours by the first letter of their name. */
const parts = ['comment', 'string', 'keyword', 'number', 'tag'] as const;

const quoted = `"(?:[^"\\\\\\n]|\\\\.)*"|'(?:[^'\\\\\\n]|\\\\.)*'`;
const script = new RegExp(
  [
    '(?<comment>(?<![:"\'\\w])\\/\\/[^\\n]*|\\/\\*+[^*\\n]*\\*+\\/)',
    `(?<string>${quoted}|\`[^\`]*\`)`,
    '(?<keyword>\\b(?:as|async|await|break|case|catch|class|const|default|delete|else|export|extends|false|finally|for|from|function|if|import|in|interface|let|new|null|of|return|switch|this|throw|true|try|type|typeof|undefined|var|while)\\b(?![\'"]))',
    '(?<number>\\b\\d[\\d_.]*\\b)',
    '(?<tag><\\/?[\\w-]+(?=[\\s>\\/])(?! [=<]))',
  ].join('|'),
  'g',
);
const markup = /(?<comment><!--[^\n]*?-->)|(?<string>"[^"\n]*")|(?<tag><!?\/?[\w-]+|\/?>)/g;
const shell = new RegExp(
  `(?<comment>(?<=^|\\s)#[^\\n]*)|(?<string>${quoted})|(?<number>\\$\\w+|\\$\\{[^}\\n]*\\})`,
  'gm',
);
const json = /(?<string>"(?:[^"\\\n]|\\.)*")|(?<keyword>\b(?:true|false|null)\b)|(?<number>-?\b\d[\d.]*\b)/g;

const patterns: Readonly<Record<string, RegExp>> = {
  js: script,
  mjs: script,
  jsx: script,
  ts: script,
  tsx: script,
  vue: script,
  svelte: script,
  html: markup,
  xml: markup,
  liquid: markup,
  twig: markup,
  sh: shell,
  yaml: shell,
  ini: shell,
  nginx: shell,
  json,
};

/** Code as HTML with its comments, strings, keywords and numbers marked; languages without a pattern are only escaped. */
export function highlightCode(code: string, language: string): string {
  const pattern = patterns[language];
  if (pattern === undefined) return escapeHtml(code);
  let html = '';
  let end = 0;
  for (const match of code.matchAll(pattern)) {
    const part = parts.find((name) => match.groups?.[name] !== undefined) ?? 'comment';
    html += `${escapeHtml(code.slice(end, match.index))}<span class="${part.charAt(0)}">${escapeHtml(match[0])}</span>`;
    end = match.index + match[0].length;
  }
  return html + escapeHtml(code.slice(end));
}
