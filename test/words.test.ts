import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { repositoryFiles } from './support/repository-files.ts';
import { root } from './support/service.ts';

/** Rules of the vocabulary: see docs/internals/glossary.md. */
const files = repositoryFiles();
const read = (file: string): string => readFileSync(join(root, file), 'utf8');
const sources = files.filter((file) => /\.(ts|tsx|mjs)$/.test(file) && !file.endsWith('.d.ts'));

/** Words with a plain or technical equivalent. */
const unclear = new RegExp(
  String.raw`\b(?:${[
    'anew',
    'as it likes',
    'beside',
    'by now',
    'crowds?',
    'dearest',
    'foretell\\w*',
    'goes by',
    'hears? of',
    'in hand',
    'learnt',
    'lived through',
    'lives through',
    'manners',
    'meanwhile',
    'mourn\\w*',
    'nobody',
    'of now',
    'so many',
    'taken up',
    'whoever',
  ].join('|')})\b`,
  'i',
);

/** The comments of a source, and the lines of a document without code, by line. */
function prose(file: string): [line: number, text: string][] {
  const lines = read(file).split('\n');
  const isDocument = file.endsWith('.md');
  let isCode = false;
  return lines.flatMap((text, index): [number, string][] => {
    if (!isDocument) return /^\s*(\/\/|\/?\*)/.test(text) ? [[index + 1, text]] : [];
    if (/^\s*```/.test(text)) isCode = !isCode;
    return isCode ? [] : [[index + 1, text.replaceAll(/`[^`]*`/g, '')]];
  });
}

test('comments and documents use plain words', () => {
  const own = 'test/words.test.ts';
  const found = [...sources, ...files.filter((file) => file.endsWith('.md'))]
    .filter((file) => file !== own)
    .flatMap((file) =>
      prose(file).flatMap(([line, text]) => {
        const [word] = unclear.exec(text) ?? [];
        return word === undefined ? [] : [`${file}:${line}: ${word}`];
      }),
    );
  assert.deepEqual(found, []);
});

test('no exported type name is declared twice in src', () => {
  const declared = new Map<string, string[]>();
  for (const file of sources.filter((one) => one.startsWith('src/') && !one.endsWith('.test.ts'))) {
    for (const [, name] of read(file).matchAll(
      /^export (?:declare |abstract )*(?:interface|type|class|enum) (\w+)/gm,
    ))
      declared.set(name!, [...(declared.get(name!) ?? []), file]);
  }
  assert.deepEqual(
    [...declared].filter(([, places]) => places.length > 1),
    [],
  );
});

test('constants have one casing', () => {
  const found = sources.filter((file) => /^(?:export )?const [A-Z][A-Z0-9_]*(?::| =)/m.test(read(file)));
  assert.deepEqual(found, []);
});

/** Limits of what remains: see below. */
const namedByResultMax = 2;
const namedByParticipleMax = 9;
const nullColonsMax = 1;
const ofBeginningsMax = 0;
const colonFragmentsMax = 0;

/** Sources without tests, fixtures and oracles. */
const products = sources.filter(
  (file) => file.startsWith('src/') && !/\.(?:test|fuzz|fixture)\.ts$|\/oracle\//.test(file),
);
const count = (pattern: RegExp): number =>
  products.reduce((sum, file) => sum + (read(file).match(pattern)?.length ?? 0), 0);

/** The parenthesis that opens the parameters of an arrow function or of its type, up to the arrow or the end of the line. */
const parameters = String.raw`\((?=[^()]*(?:$|\)(?:: [^=]+)? =>))`;

/** Counts functions, methods and function members, in classes, types and objects, whose name matches the pattern. */
const countNamed = (name: string): number =>
  count(
    new RegExp(
      String.raw`^\s*(?:export )?(?:async )?function ?\*? ?${name}\b|\b(?:const|let) ${name}(?: ?:[^=\n]*)? = (?:async )?(?:${parameters}|<|\w+ =>)`,
      'gm',
    ),
  ) +
  // A line such as `  readonly keyOf: (row: number) => number;`, `  keyOf(row: number): number {` or `  keyOf: (name) => name,`.
  count(
    new RegExp(
      String.raw`^ +(?:(?:static|async|readonly|override) )*\*?#?${name}(?:\??: ?(?:async )?(?:${parameters}|<|\w+ =>)|\??(?:<[^>\n]*>)?\((?=.*[;{(]$)(?!.*\);$))`,
      'gm',
    ),
  );

// These counts only shrink: lower a limit with the sources.
test('few functions are named by what they return instead of what they do', () => {
  const named = countNamed(String.raw`(?!indexOf|lastIndexOf)\w+Of`);
  assert.ok(named <= namedByResultMax, `${named} functions and methods end with Of`);
});

test('few functions are named by a participle instead of a verb', () => {
  const regular = String.raw`(?!(?:embed|exceed|feed|need|proceed|seed|shed)(?![a-z]))[a-z]+ed`;
  const irregular =
    'begun|bought|bound|built|chosen|done|drawn|found|given|held|hidden|kept|known|lost|made|proven|seen|sent|shown';
  const named = countNamed(
    `(?:${regular}|${irregular}|shrunk|sold|spent|taken|understood|written)(?:[A-Z]\\w*)?`,
  );
  assert.ok(named <= namedByParticipleMax, `${named} functions and methods begin with a participle`);
});

test('comments say in sentences what null means, and begin with their subject', () => {
  const colons = /^\s*(?:\/\/|\/?\*).*\bnull: /gim;
  assert.ok(count(colons) <= nullColonsMax, `${count(colons)} comments with "null:"`);
  const beginnings = count(/^\s*(?:\/\/|\/\*\*|\*) ?Of /gm);
  assert.ok(beginnings <= ofBeginningsMax, `${beginnings} comments begin with "Of"`);
  const fragments = count(/^\s*(?:\/\/|\/?\*).*`[\w.]+`: [a-z]/gm);
  assert.ok(
    fragments <= colonFragmentsMax,
    `${fragments} comments have a fragment such as "\`limit\`: at most"`,
  );
});
