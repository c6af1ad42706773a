import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { JsonObject } from '../../../ports/json.ts';
import type { TextMarks } from '../../../ports/text-marks.ts';
import { recordMarker } from './marked-record.ts';
import { readSearch } from './search-parameters.ts';

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
  const { highlights, snippets } = recordMarker(marks, readSearch(sent).display)(bytesOf(record));
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

test('recordMarker() cuts snippets around the first match', () => {
  const text = 'one two three four five six oak eight nine ten';
  const cut = (words: number, more: JsonObject = {}) => {
    const { display } = readSearch({ attributesToSnippet: [`text:${words}`], ...more });
    const { snippets } = recordMarker(marksOf('oak'), display)(bytesOf({ text }));
    return (JSON.parse(snippets ?? '{}') as { text: { value: string; matchLevel: string } }).text;
  };
  assert.deepEqual(cut(3), { value: '…six <em>oak</em> eight…', matchLevel: 'full' });
  assert.equal(cut(4, { snippetEllipsisText: '...' }).value, '...six <em>oak</em> eight nine...');
  assert.equal(cut(100).value, text.replace('oak', '<em>oak</em>'));
  const { snippets } = recordMarker(
    null,
    readSearch({ attributesToSnippet: ['*:2'] }).display,
  )(bytesOf({ text, name: 'Oak chair' }));
  assert.deepEqual(JSON.parse(snippets ?? ''), {
    text: { value: 'one two…', matchLevel: 'none' },
    name: { value: 'Oak chair', matchLevel: 'none' },
  });
});
