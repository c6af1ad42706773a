import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { parseSync, visitorKeys } from 'oxc-parser';
import { analyse } from 'scslre';
import { repositoryFiles } from './support/repository-files.ts';
import { root } from './support/service.ts';

/**
 * A regular expression that takes more than linear time lets one short request hold up all others: by backtracking, or by a search
 * that runs to the end of the text from each of its starts.
 */
const files = repositoryFiles(
  'src',
  'sdk/src',
  'instantsearch-client/src',
  'medusa/src',
  'console/src',
).filter((file) => /\.tsx?$/.test(file) && !file.endsWith('.test.ts'));

interface Pattern {
  readonly source: string;
  readonly flags: string;
  readonly offset: number;
}

/** The regular expressions written in a source text, with their offsets. */
function patternsOf(name: string, source: string): Pattern[] {
  const patterns: Pattern[] = [];
  const visit = (node: unknown): void => {
    if (Array.isArray(node)) return node.forEach(visit);
    if (node === null || typeof node !== 'object' || !('type' in node)) return;
    if ('regex' in node && 'start' in node) {
      const { pattern, flags } = node.regex as { pattern: string; flags: string };
      patterns.push({ source: pattern, flags, offset: node.start as number });
    }
    for (const key of visitorKeys[node.type as string] ?? []) visit(node[key as keyof typeof node]);
  };
  const { program, errors } = parseSync(name, source);
  assert.deepEqual(errors, [], `${name} cannot be parsed`);
  visit(program);
  return patterns;
}

/** Why it takes more than linear time on some text; null where it does not. */
function superLinear({ source, flags }: Pick<Pattern, 'source' | 'flags'>): string | null {
  const [report] = analyse({ source, flags }).reports;
  if (report === undefined) return null;
  const kind = report.type === 'Move' ? 'each start of its search' : 'backtracking';
  return `/${source}/${flags} takes ${report.exponential ? 'exponential' : 'quadratic'} time by ${kind}`;
}

test('every regular expression takes linear time', () => {
  const slow = files.flatMap((file) => {
    const source = readFileSync(join(root, file), 'utf8');
    return patternsOf(file, source).flatMap((pattern) => {
      const reason = superLinear(pattern);
      const line = source.slice(0, pattern.offset).split('\n').length;
      return reason === null ? [] : [`${file}:${line}: ${reason}`];
    });
  });
  assert.deepEqual(slow, []);
});

test('regular expressions that take more than linear time are found', () => {
  const planted = [
    'const isShare = (text: string) => /^\\d*\\.?\\d+$/.test(text);',
    'const compact = text.replace(/=+$/, "");',
    'class Path { readonly parts = this.text.replace(/\\s*>\\s*/g, " > "); }',
    'const isList = (text: string) => /^(a+,?)+$/.test(text);',
  ];
  const found = planted.map((source) => patternsOf('planted.ts', source).map(superLinear));
  assert.ok(found.every(([reason]) => reason !== null));
  assert.deepEqual(patternsOf('planted.ts', 'const isId = /^[\\w-]{1,64}$/;').map(superLinear), [null]);
});
