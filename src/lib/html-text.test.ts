import assert from 'node:assert/strict';
import { test } from 'node:test';
import { extractHtmlText } from './html-text.ts';

test('htmlText() returns the text that a reader sees', () => {
  const cases: [html: string, text: string][] = [
    ['plain\n text', 'plain\n text'],
    ['<p>Soft &amp; warm.</p><ul><li>Wool</li><li>100&nbsp;%</li></ul>', 'Soft & warm. Wool 100 %'],
    ['<b>Wasser</b>dicht', 'Wasserdicht'],
    ['Gr&ouml;&szlig;e &#8211; &#x20AC; 5', 'Größe – € 5'],
    ['3 < 4 and <br/> 5', '3 < 4 and 5'],
    ['a<!-- <b>no</b> -->b', 'a b'],
    ['<style>p > a { color: red }</style>Text<script>if (a < b) c()</script>', 'Text'],
    ['Text <script>never closed', 'Text'],
    ['an <unclosed tag', 'an <unclosed tag'],
    ['R&D; &unknown; &#0; &#xD800; &#99999999;', 'R&D; &unknown; &#0; &#xD800; &#99999999;'],
    ['&amp;lt;b&amp;gt;', '&lt;b&gt;'],
    ['', ''],
  ];
  for (const [html, text] of cases) assert.equal(extractHtmlText(html), text, html);
});

test('extractHtmlText() skips many scripts in linear time', () => {
  assert.equal(extractHtmlText(`${'<script>a</script>'.repeat(60_000)}Text`), 'Text');
});
