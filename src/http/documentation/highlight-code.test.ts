import assert from 'node:assert/strict';
import { test } from 'node:test';
import { highlightCode } from './highlight-code.ts';

test('highlightCode() marks comments, strings, keywords, numbers and tags', () => {
  for (const [language, code, html] of [
    [
      'ts',
      'const a = "b"; // c',
      '<span class="k">const</span> a = <span class="s">&quot;b&quot;</span>; <span class="c">// c</span>',
    ],
    [
      'ts',
      "fetch('http://a//b', 12)",
      'fetch(<span class="s">&#39;http://a//b&#39;</span>, <span class="n">12</span>)',
    ],
    ['tsx', 'a < b; <Box />', 'a &lt; b; <span class="t">&lt;Box</span> /&gt;'],
    ['sh', 'a $KEY # b', 'a <span class="n">$KEY</span> <span class="c"># b</span>'],
    ['sh', 'a#b', 'a#b'],
    ['json', '{"a": null}', '{<span class="s">&quot;a&quot;</span>: <span class="k">null</span>}'],
    [
      'html',
      '<p id="a">don\'t</p>',
      '<span class="t">&lt;p</span> id=<span class="s">&quot;a&quot;</span><span class="t">&gt;</span>don&#39;t<span class="t">&lt;/p</span><span class="t">&gt;</span>',
    ],
    ['csv', 'a,"<b>"', 'a,&quot;&lt;b&gt;&quot;'],
    ['', '<b>', '&lt;b&gt;'],
  ] as const)
    assert.equal(highlightCode(code, language), html, code);
});

test('highlightCode() keeps every character', () => {
  const unescape = (html: string): string =>
    html
      .replaceAll(/<[^>]*>/g, '')
      .replaceAll('&lt;', '<')
      .replaceAll('&gt;', '>')
      .replaceAll('&quot;', '"')
      .replaceAll('&#39;', "'")
      .replaceAll('&amp;', '&');
  const code = '`a\n${b}` /* c */ "un\'finished\n<!-- d --> \\" & <e f="g">';
  for (const language of ['ts', 'html', 'sh', 'json', 'vue', 'xml'])
    assert.equal(unescape(highlightCode(code, language)), code, language);
});
