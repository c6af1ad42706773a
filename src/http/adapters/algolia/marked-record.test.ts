import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as fc from 'fast-check';
import type { Json, JsonObject } from '../../../ports/catalog/json.ts';
import type { TextMarks } from '../../../ports/search/text-marks.ts';
import { recordMarker } from './marked-record.ts';
import { readSearch } from './search-parameters.ts';

const read = (sent: JsonObject) => readSearch(sent, {});

/** Marks whole words. */
const marksOf = (...words: string[]): TextMarks => ({
  words,
  find: ({ value }) =>
    [...value.matchAll(/\p{L}+/gu)].flatMap(({ index: start, 0: word }) => {
      const at = words.indexOf(word.toLowerCase());
      return at < 0 ? [] : [{ start, end: start + word.length, words: 1 << at }];
    }),
});

const bytesOf = (value: JsonObject): Uint8Array => Buffer.from(JSON.stringify(value));

const record = {
  _id: 'x',
  name: 'Oak chair',
  price: 20,
  colors: ['red', 'oak'],
  specs: { material: 'Solid oak', weight: 4 },
  variants: [{ size: 'S' }, { size: 'oak' }],
  empty: {},
  none: null,
};

function marked(sent: JsonObject, marks: TextMarks | null = marksOf('oak', 'chair')) {
  const { highlights, snippets } = recordMarker(marks, read(sent).display)(bytesOf(record));
  return {
    highlights: JSON.parse(highlights) as Record<string, unknown>,
    snippets: snippets === null ? null : (JSON.parse(snippets) as Record<string, unknown>),
  };
}

test('recordMarker() marks every text in the structure of the record, with the words that match', () => {
  const none = (value: string) => ({ value, matchLevel: 'none', matchedWords: [] });
  const oak = (value: string, fullyHighlighted = true) => ({
    value,
    matchLevel: 'partial',
    fullyHighlighted,
    matchedWords: ['oak'],
  });
  assert.deepEqual(marked({}).highlights, {
    name: {
      value: '<em>Oak</em> <em>chair</em>',
      matchLevel: 'full',
      fullyHighlighted: true,
      matchedWords: ['oak', 'chair'],
    },
    colors: [none('red'), oak('<em>oak</em>')],
    specs: { material: oak('Solid <em>oak</em>', false) },
    variants: [{ size: none('S') }, { size: oak('<em>oak</em>') }],
  });
  assert.deepEqual(marked({}, null).highlights['name'], none('Oak chair'));
});

test('recordMarker() takes attributes, markup and lists as requested', () => {
  const tags = { highlightPreTag: '[', highlightPostTag: ']' };
  assert.deepEqual(Object.keys(marked({ attributesToHighlight: ['name', 'specs', 'price'] }).highlights), [
    'name',
    'price',
    'specs',
  ]);
  assert.deepEqual(marked({ attributesToHighlight: [] }).highlights, {});
  assert.deepEqual(marked({ ...tags, attributesToHighlight: 'specs.material' }).highlights, {
    specs: {
      material: {
        value: 'Solid [oak]',
        matchLevel: 'partial',
        fullyHighlighted: false,
        matchedWords: ['oak'],
      },
    },
  });
  const only = marked({ restrictHighlightAndSnippetArrays: true }).highlights;
  assert.equal((only['colors'] as unknown[]).length, 1);
  assert.equal((only['variants'] as unknown[]).length, 1);
});

/** The highlights of a value, by its structure; null: it has no text. */
function naiveHighlights(value: Json, searched: TextMarks): Json {
  const { words } = searched;
  if (typeof value === 'string') {
    const marks = searched.find({ value, ascii: null });
    if (marks.length === 0) return { value, matchLevel: 'none', matchedWords: [] };
    const isMatched = (word: string): boolean => marks.some((one) => one.words === 1 << words.indexOf(word));
    const pieces = [0, ...marks.flatMap(({ start, end }) => [start, end]), value.length];
    const parts = pieces.slice(1).map((end, at) => value.slice(pieces[at], end));
    return {
      value: parts.map((part, at) => (at % 2 === 1 ? `<em>${part}</em>` : part)).join(''),
      matchLevel: words.every(isMatched) ? 'full' : 'partial',
      fullyHighlighted: parts.every((part, at) => at % 2 === 1 || !/[\p{L}\p{N}]/u.test(part)),
      matchedWords: words.filter(isMatched),
    };
  }
  if (value === null || typeof value !== 'object') return null;
  const members = Object.entries(value).map(([name, one]): [string, Json, Json] => [
    name,
    one,
    naiveHighlights(one, searched),
  ]);
  if (members.every(([, , found]) => found === null)) return null;
  if (!Array.isArray(value))
    return Object.fromEntries(
      members.flatMap(([name, , found]) => (found === null ? [] : [[name, found] as const])),
    );
  return members.flatMap(([, one, found]) =>
    found !== null
      ? [found]
      : Array.isArray(one)
        ? [[]]
        : one !== null && typeof one === 'object'
          ? [{}]
          : [],
  );
}

test('recordMarker() finds the highlights of a naive implementation in any record', () => {
  const text = fc.oneof(
    fc.constantFrom('Oak', 'oak chair', 'a\\b\n\u0001 "oak"', '😀 oak 😀', '日本 chair', '', '\ud800 oak'),
    fc.string({ unit: 'binary' }),
  );
  const name = fc.oneof(fc.constantFrom('a', 'b"', 'c\\', 'd.e', '_x', ''), fc.string({ maxLength: 4 }));
  const { value } = fc.letrec<{ value: Json }>((tie) => ({
    value: fc.oneof(
      { depthSize: 'small' },
      text,
      fc.constantFrom<Json>(null, true, -1.5e-7, 10, {}, []),
      fc.array(tie('value'), { maxLength: 4 }),
      fc.dictionary(name, tie('value'), { maxKeys: 4 }),
    ),
  }));
  const marks = marksOf('oak', 'chair');
  const mark = recordMarker(marks, read({}).display);
  fc.assert(
    fc.property(fc.dictionary(name, value, { maxKeys: 5 }), fc.constantFrom('', '\t'), (any, space) => {
      const { highlights } = mark(Buffer.from(JSON.stringify(any, null, space)));
      const own = Object.fromEntries(Object.entries(any).filter(([one]) => !one.startsWith('_')));
      assert.deepEqual(
        { ...(JSON.parse(highlights) as object) },
        { ...(naiveHighlights(own, marks) as object) },
      );
    }),
  );
});

test('recordMarker() cuts snippets around the first match', () => {
  const text = 'one two three four five six oak eight nine ten';
  const cut = (words: number, more: JsonObject = {}) => {
    const { display } = read({ attributesToSnippet: [`text:${words}`], ...more });
    const { snippets } = recordMarker(marksOf('oak'), display)(bytesOf({ text }));
    return (JSON.parse(snippets ?? '{}') as { text: { value: string; matchLevel: string } }).text;
  };
  assert.deepEqual(cut(3), { value: '…six <em>oak</em> eight…', matchLevel: 'full' });
  assert.equal(cut(4, { snippetEllipsisText: '...' }).value, '...six <em>oak</em> eight nine...');
  assert.equal(cut(100).value, text.replace('oak', '<em>oak</em>'));
  const { snippets } = recordMarker(
    null,
    read({ attributesToSnippet: ['*:2'] }).display,
  )(bytesOf({ text, name: 'Oak chair' }));
  assert.deepEqual(JSON.parse(snippets ?? ''), {
    text: { value: 'one two…', matchLevel: 'none' },
    name: { value: 'Oak chair', matchLevel: 'none' },
  });
});
