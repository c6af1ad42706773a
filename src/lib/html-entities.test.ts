import assert from 'node:assert/strict';
import { test } from 'node:test';
import sax from 'sax';
import { decodeEntities, htmlEntities } from './html-entities.ts';

test('decodeEntities() replaces named, decimal and hexadecimal references once', () => {
  const cases: [text: string, decoded: string][] = [
    ['Salt &amp; Pepper', 'Salt & Pepper'],
    ['Home &gt; Kitchen', 'Home > Kitchen'],
    ['A&#8211;B &#x2013; C &#X2013; D', 'A–B – C – D'],
    [
      '&Scaron;koda &hearts; &rarr; &frac34; &NotEqualTilde; &CounterClockwiseContourIntegral;',
      'Škoda ♥ → ¾ ≂̸ ∳',
    ],
    // Windows-1252, as in HTML.
    ['O&#146;Neill &#128;', 'O’Neill €'],
    ['100&nbsp;% Damen&shy;schuhe', '100 % Damenschuhe'],
    ['&amp;lt;b&amp;gt;', '&lt;b&gt;'],
    [
      'R&D; AT&T &unknown; &copy &#0; &#xD800; &#99999999; &constructor; &;',
      'R&D; AT&T &unknown; &copy &#0; &#xD800; &#99999999; &constructor; &;',
    ],
    ['https://shop.example/?a=1&amp;copy=2', 'https://shop.example/?a=1&copy=2'],
  ];
  for (const [text, decoded] of cases) assert.equal(decodeEntities(text), decoded);
});

test('htmlEntities has all 2,125 names of HTML, and the same characters as the table of sax', () => {
  assert.equal(Object.keys(htmlEntities).length, 2_125);
  const known = Object.entries(Reflect.get(sax, 'ENTITIES') as Record<string, string>);
  assert.ok(known.length > 250);
  // Angle brackets of mathematics: HTML 5 has other characters than HTML 4.
  const changed = new Set(['lang', 'rang']);
  for (const [name, character] of known)
    if (!changed.has(name)) assert.equal(htmlEntities[name], character, name);
});
