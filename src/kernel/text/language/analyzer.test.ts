import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { createAnalyzer } from './analyzer.ts';
import { languageCodes, findLanguage, stemmedLanguages } from './languages.ts';

const forms: Record<string, string[]> = {
  da: ['jakke jakker', 'lampe lamper', 'køkken kokken koekken', 'blå blaa', 'æble aeble æbler'],
  de: [
    'schuh schuhe',
    'uhr uhren',
    'tasche taschen',
    'haus häuser haeuser hauser',
    'tür türen tuer tueren',
    'schlüssel schluessel schlussel',
    'straße strasse',
    'neu neue neuer',
    'öl oel',
  ],
  el: ['παπούτσι παπούτσια'],
  en: ['case cases', 'battery batteries', 'shoe shoes'],
  es: ['zapato zapatos', 'rojo roja rojos rojas', 'camión camiones', 'lápiz lápices lapices'],
  fi: ['kello kellot', 'laukku laukut'],
  fr: ['chaussure chaussures', 'bleu bleue bleues', 'manteau manteaux', 'écran écrans ecran', 'bijou bijoux'],
  it: ['scarpa scarpe', 'rosso rossa rossi', 'orologio orologi'],
  nl: ['schoen schoenen', 'fiets fietsen', 'jas jassen', 'horloge horloges', 'tas tassen'],
  no: ['jakke jakker', 'klokke klokker', 'blå blaa'],
  pt: ['sapato sapatos', 'calção calções', 'cartão cartões', 'lençol lençóis'],
  ru: ['красный красные', 'чайник чайники'],
  sv: ['sko skor', 'klocka klockor', 'jacka jackor', 'stol stolar'],
};

test('createAnalyzer() maps the inflections of a word to one stem, for each language', () => {
  for (const [code, groups] of Object.entries(forms)) {
    const { stem } = createAnalyzer({ languages: [code], stopWords: null });
    const stems = groups.map((group) => [...new Set(group.split(' ').map(stem))]);
    for (const ofGroup of stems) assert.equal(ofGroup.length, 1, `${code}: ${ofGroup.join(' ')}`);
    assert.equal(new Set(stems.flat()).size, groups.length, code);
  }
});

test('createAnalyzer() stems words of several languages', () => {
  const { stem, isStopWord } = createAnalyzer({ languages: ['de', 'en'], stopWords: null });
  for (const group of [...forms['de']!, ...forms['en']!]) {
    assert.equal(new Set(group.split(' ').map(stem)).size, 1, group);
  }
  assert.ok(isStopWord('für') && isStopWord('fuer') && isStopWord('with') && !isStopWord('schuh'));
});

test('createAnalyzer() distinguishes the stop words of each language', () => {
  const { isStopWordIn } = createAnalyzer({ languages: ['de', 'en'], stopWords: null });
  const [german, english, other] = ['de', 'en', 'fr'].map(isStopWordIn);
  for (const [word, expected] of [
    ['die', [true, false, true]],
    ['with', [false, true, true]],
    ['schuh', [false, false, false]],
  ] as const)
    assert.deepEqual([german!(word), english!(word), other!(word)], expected, word);
  const custom = createAnalyzer({ languages: ['de', 'en'], stopWords: ['Sale'] }).isStopWordIn('en');
  assert.ok(custom('sale') && !custom('with'));
});

test('createAnalyzer() replaces the stop words of the languages by those of the settings', () => {
  const { isStopWord } = createAnalyzer({ languages: ['en'], stopWords: ['Sale'] });
  assert.ok(isStopWord('sale') && !isStopWord('the'));
});

test('createAnalyzer() keeps English nouns such as "trainers" apart from their verbs where other languages are spoken too', () => {
  const { stem } = createAnalyzer({ languages: ['en', 'de', 'fr'], stopWords: null });
  assert.equal(stem('trainers'), stem('trainer'));
  for (const [noun, verb] of ['trainers train', 'juicer juice', 'planter plant', 'dresser dress'].map(
    (pair) => pair.split(' '),
  ))
    assert.notEqual(stem(noun!), stem(verb!), noun);
  assert.equal(stem('kleider'), stem('kleid'), 'a German plural');
});

test('findLanguage() knows every code of ISO 639-1, and rejects others', () => {
  for (const code of languageCodes) {
    assert.equal(typeof findLanguage(code).stemmer('abcdef'), 'string', code);
    const { stem } = createAnalyzer({ languages: [code], stopWords: null });
    for (const word of ['', 'a', '7up', 'x'.repeat(64), '日本語', 'ΣΑΣ', '\ud800']) {
      assert.equal(typeof stem(word), 'string');
    }
  }
  assert.throws(() => findLanguage('xx'), /use a code of ISO 639-1/);
  assert.throws(() => findLanguage('__proto__'), RangeError);
  for (const code of languageCodes)
    assert.notEqual(new Intl.DisplayNames('en', { type: 'language' }).of(code), code, code);
});

test('findLanguage() stems both written forms of Norwegian alike, and words without a stemmer not at all', () => {
  const [no, nb, nn, ja] = ['no', 'nb', 'nn', 'ja'].map((code) =>
    createAnalyzer({ languages: [code], stopWords: null }),
  );
  for (const { stem } of [nb!, nn!]) assert.equal(stem('lampene'), no!.stem('lampene'));
  assert.notEqual(nb!.stem('lampene'), 'lampene');
  assert.equal(ja!.stem('lampene'), 'lampene');
});

test('the guide lists the languages whose word forms are known', async () => {
  const guide = await readFile(new URL('../../../../docs/guide/languages.md', import.meta.url), 'utf8');
  const listed = /^\| Word forms[^|]*\| (.*) \|$/m.exec(guide)?.[1];
  assert.deepEqual(listed?.split(', '), stemmedLanguages.toSorted());
});
