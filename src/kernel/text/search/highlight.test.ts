import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as fc from 'fast-check';
import { createAnalyzer } from '../language/analyzer.ts';
import {
  highlight as highlightBy,
  highlighter,
  packWords,
  valuesPerWord,
  InternedText,
  type HighlightOptions,
} from './highlight.ts';
import type { MatchedTerms } from '../query/query.ts';
import { defaultTextSettings } from '../schema/settings.ts';
import { WordInterner } from '../language/word-interner.ts';

const analyzer = createAnalyzer(defaultTextSettings);
const highlight = (value: string, terms: MatchedTerms, options?: HighlightOptions) =>
  highlightBy(value, terms, analyzer, options);

const terms = (stems: string[], prefixes: string[] = [], more: string[] = []): MatchedTerms => ({
  stems,
  prefixes,
  terms: more,
  phrases: [],
  infixes: [],
});

test('highlight() marks plurals, accents, prefixes and corrected words, and escapes the rest', () => {
  assert.equal(highlight('Crèmes & <b>', terms(['creme'])).value, '<em>Crèmes</em> &amp; &lt;b&gt;');
  assert.deepEqual(highlight('Laptops > tables', terms(['laptop'])), {
    value: '<em>Laptops</em> &gt; tables',
    matched: true,
    words: ['Laptops'],
  });
  assert.equal(highlight('Keyboard', terms([], ['key'])).value, '<em>Keyboard</em>');
  assert.equal(
    highlight('my headphones', terms(['haedphon'], [], ['headphones'])).value,
    'my <em>headphones</em>',
  );
  assert.equal(highlight('HP dv7-1211ea', terms(['dv71211ea'])).value, 'HP <em>dv7-1211ea</em>');
  assert.equal(highlight('HP dv7-1211ea', terms(['dv7'])).value, 'HP <em>dv7</em>-1211ea');
  assert.equal(highlight('nothing', terms(['laptop'])).matched, false);
});

test('highlight() marks only the matched part of a part number', () => {
  const marked = (value: string, infixes: string[], prefixes: string[] = []) =>
    highlight(value, { ...terms([], prefixes), infixes }).value;
  assert.equal(marked('HP DV7-1211ea', ['211e']), 'HP DV7-1<em>211e</em>a');
  assert.equal(marked('HP dv7-1211ea', ['71211']), 'HP dv<em>7-1211</em>ea');
  assert.equal(marked('HP dv7-1211ea', [], ['121']), 'HP dv7-<em>121</em>1ea');
  assert.equal(marked('keyboard 1211', ['eyb', '211']), 'keyboard 1211');
});

test('highlight() marks the words of a phrase only where they are adjacent', () => {
  const phrase = { ...terms([]), phrases: [['chest', 'drawer']] };
  assert.equal(
    highlight('Chest of drawers, chest, drawers', phrase).value,
    '<em>Chest</em> of <em>drawers</em>, <em>chest</em>, <em>drawers</em>',
  );
  assert.equal(highlight('Drawers, chest', phrase).matched, false);
});

test('highlight() cuts around the first match', () => {
  const long = `${'word '.repeat(100)}laptop${' word'.repeat(100)}`;
  const { value, matched } = highlight(long, terms(['laptop']), { pre: '[', post: ']', maxLength: 40 });
  assert.equal(matched, true);
  assert.match(value, /^…(?:word )+\[laptop\](?: word)+.*…$/);
});

test('highlight() returns the escaped value where the marks are empty', () => {
  const entities: Record<string, string> = {
    '&amp;': '&',
    '&lt;': '<',
    '&gt;': '>',
    '&quot;': '"',
    '&#39;': "'",
  };
  const text = fc.string({
    unit: fc.oneof(fc.constantFrom('a', 'b', ' ', '-', '<', '&', '"', '\ud83d'), fc.string()),
  });
  fc.assert(
    fc.property(text, fc.option(fc.nat({ max: 20 }), { nil: undefined }), (value, maxLength) => {
      const options = { pre: '', post: '', ...(maxLength === undefined ? {} : { maxLength }) };
      const shown = highlight(value, terms(['a'], ['b']), options).value;
      assert.doesNotMatch(shown, /[<>"']/);
      const unescaped = shown.replace(/&(?:amp|lt|gt|quot|#39);/g, (entity) => entities[entity]!);
      if (maxLength === undefined) assert.equal(unescaped, value);
      else assert.ok(value.includes(unescaped.replace(/^…|…$/g, '')) || value.includes('…'));
    }),
    { seed: 20261121, numRuns: 1000 },
  );
});

test('highlighter() with an interner marks as without one, also for interleaved searches', () => {
  const word = fc.constantFrom('oak', 'oaks', 'chair', 'dv7-1211ea', 'HP', 'Crèmes', 'key', 'keyboard', 'tv');
  const text = fc.array(word, { maxLength: 8 }).map((words) => words.join(' '));
  const searched = fc.record({
    stems: fc.uniqueArray(fc.constantFrom('oak', 'chair', 'creme', 'dv71211ea'), { maxLength: 2 }),
    prefixes: fc.uniqueArray(fc.constantFrom('ke', 'dv7', 'ch'), { maxLength: 2 }),
    infixes: fc.uniqueArray(fc.constantFrom('1211'), { maxLength: 1 }),
    phrases: fc.constantFrom<string[][]>([], [['oak', 'chair']]),
  });
  fc.assert(
    fc.property(fc.array(searched, { minLength: 1, maxLength: 3 }), fc.array(text), (searches, texts) => {
      const interner = new WordInterner(analyzer);
      const tokenized = texts.map((value) => {
        const packed = packWords(value, (word) => interner.idOf(word));
        const data = Uint32Array.of(7, ...packed, 7);
        return new InternedText(data, 1, packed.length / valuesPerWord, interner, () => value);
      });
      const highlighters = searches.map((search) => {
        const matched = { ...search, terms: [] };
        return { matched, mark: highlighter(matched, analyzer, undefined, interner) };
      });
      tokenized.forEach((one, i) => {
        for (const { matched, mark } of highlighters)
          assert.deepEqual(mark(one), highlight(texts[i]!, matched));
      });
    }),
    { seed: 20261121, numRuns: 300 },
  );
});
