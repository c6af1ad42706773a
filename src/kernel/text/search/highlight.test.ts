import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as fc from 'fast-check';
import { createAnalyzer, type Analyzer } from '../language/analyzer.ts';
import {
  createHighlighter,
  highlight as highlightBy,
  splitTextWords,
  createWordMatcher,
  type HighlightOptions,
} from './highlight.ts';
import type { MatchedTerms } from '../query/query.ts';
import { defaultTextSettings } from '../schema/settings.ts';

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

/** Marks words as `createHighlighter()` does, but looks at every word of the text. */
function naiveSpans(value: string, matched: MatchedTerms, by: Analyzer): string[] {
  const matchOf = createWordMatcher(matched, by);
  return splitTextWords(value)
    .words.filter(({ text }) => matchOf(text) !== null)
    .map(({ start, end }) => `${start}-${end}`);
}

test('createHighlighter() looks at all words that may match, in each language', () => {
  const spelled = fc.constantFrom(
    ...'oak Oaks chairs dv7-1211ea HP Crèmes key keyboard tv 16GB 17" 1,5 Über uebung Æble aeble straße ΣΟΦΙΑ йога Ёлка'.split(
      ' ',
    ),
    ..."登山靴 ｶﾞラス 커피 الكتاب كتاب ﬁlter Ⅳ ½ lbs oz ft children İstanbul ısı é e\u0301cole 5.5 and/or chair's".split(
      ' ',
    ),
    ...'membaca baca mbord bord књига กาแฟ 𝐀bc २५'.split(' '),
    ...'C++ c# Notepad++ .NET net A+ O.P.I opi l.l.bean r.m. É.T. שָׁלוֹם كِتَاب ـكتاب ١٢ 7/8 saappaat kenkä'.split(
      ' ',
    ),
  );
  const text = fc.array(fc.oneof(spelled, fc.string({ unit: 'grapheme', maxLength: 4 })), { maxLength: 8 });
  const joined = fc.record({ words: text, by: fc.constantFrom(' ', '-', '/', ', ', "'", '') });
  for (const languages of [
    ['en'],
    ['de'],
    ['da', 'sv'],
    ['tr'],
    ['ar'],
    ['id', 'ga'],
    ['sr'],
    ['ta'],
    ['el', 'ru'],
    ['fi'],
  ]) {
    const by = createAnalyzer({ languages, stopWords: null });
    fc.assert(
      fc.property(joined, text, fc.nat(15), ({ words, by: joiner }, searched, kinds) => {
        const value = words.join(joiner);
        const known = splitTextWords([...searched, ...words.slice(0, 2)].join(' ')).words.map(
          (word) => word.text,
        );
        const of = (bit: number, map: (word: string) => string): string[] =>
          (kinds & bit) === 0 ? [] : known.slice(0, 3).map(map);
        const matched = {
          terms: of(1, (word) => word),
          stems: of(2, by.stem),
          prefixes: of(4, (word) => by.fold(word).slice(0, 2)),
          infixes: of(8, (word) => word.slice(1, 3)).filter((infix) => infix !== ''),
          phrases: [],
        };
        const expected = naiveSpans(value, matched, by);
        const shown = highlightBy(value, matched, by);
        assert.equal(shown.matched, expected.length > 0, `${value}: ${expected.join(' ')}: ${shown.value}`);
        const all = highlightBy(value, { ...matched, phrases: [['no such phrase']] }, by);
        assert.equal(shown.value, all.value);
        const ascii = value.replaceAll(/[^\0-\x7f]/g, '');
        const bytes = Buffer.from(`"${ascii}"`);
        const scanned = { value: ascii, ascii: { bytes, start: 1, end: bytes.length - 1 } };
        const ofBytes = createHighlighter(matched, by)(scanned).value;
        assert.equal(ofBytes, highlightBy(ascii, { ...matched, phrases: [['no such phrase']] }, by).value);
      }),
      { seed: 20261125, numRuns: 400 },
    );
  }
});
