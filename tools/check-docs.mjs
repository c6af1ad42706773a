// Reports sentences of more than 40 words and lines of more than 160 characters in the documentation.
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../bin/folders.mjs';

const wordsMax = 40;
const lengthMax = 160;
const files = execFileSync('git', ['ls-files', '-z', '*.md'], { cwd: root, encoding: 'utf8' })
  .split('\0')
  .filter((file) => file !== '');

/** Paragraphs, list items and table cells, each with its first line; code blocks are left out. */
function* blocks(lines) {
  let block = null;
  let isCode = false;
  for (const [index, line] of lines.entries()) {
    const isFence = /^\s*(```|~~~)/.test(line);
    if (isFence) isCode = !isCode;
    const startsBlock = /^\s*([-*+]|\d+\.)\s|^\s*$|^#|^\||^>/.test(line);
    if (block !== null && (isFence || isCode || startsBlock)) {
      yield block;
      block = null;
    }
    if (isFence || isCode || line.trim() === '') continue;
    if (line.startsWith('|')) {
      for (const cell of line.split(/(?<!\\)\|/)) yield { line: index + 1, text: cell };
    } else block = { line: block?.line ?? index + 1, text: `${block?.text ?? ''} ${line}` };
  }
  if (block !== null) yield block;
}

/** Code spans count as one word, links as their text. */
function sentences(text) {
  const plain = text
    .replaceAll(/`[^`]*`/g, 'Code')
    .replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replaceAll(/\b(e\.g|i\.e|etc|vs|cf)\./g, '$1');
  return plain.split(/(?<=[.!?:;])\s+(?=[^a-z])/);
}

const found = [];
for (const file of files) {
  const lines = readFileSync(join(root, file), 'utf8').split('\n');
  lines.forEach((line, index) => {
    // A table row cannot be wrapped, nor can a word such as an address.
    if (line.length > lengthMax && !line.startsWith('|') && /\s\S/.test(line.slice(0, lengthMax).trim()))
      found.push(`${file}:${index + 1}: ${line.length} characters`);
  });
  for (const { line, text } of blocks(lines)) {
    for (const sentence of sentences(text)) {
      const words = sentence.split(/\s+/).filter((word) => /\w/.test(word)).length;
      if (words > wordsMax)
        found.push(`${file}:${line}: a sentence of ${words} words: ${sentence.trim().slice(0, 60)} ...`);
    }
  }
}
if (found.length > 0) process.stdout.write(`${found.join('\n')}\n`);
process.exit(found.length > 0 ? 1 : 0);
