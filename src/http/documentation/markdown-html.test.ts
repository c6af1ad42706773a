import assert from 'node:assert/strict';
import { test } from 'node:test';
import { removeMarkup, renderMarkdown } from './markdown-html.ts';

const main = (markdown: string): string => renderMarkdown(markdown).html;

test('renderMarkdown() renders headings, paragraphs, lists, tables, code, quotes and links', () => {
  for (const [markdown, html] of [
    ['# A `b`', '<h1 id="a-b">A <code>b</code></h1>'],
    [
      '## A\n\n## A',
      '<h2 id="a">A <a class="anchor" href="#a" aria-label="Link to A">#</a></h2>\n<h2 id="a-1">A <a class="anchor" href="#a-1" aria-label="Link to A">#</a></h2>',
    ],
    ['one\ntwo\n\nthree', '<p>one two</p>\n<p>three</p>'],
    ['one\n# Two\nthree', '<p>one</p>\n<h1 id="two">Two</h1>\n<p>three</p>'],
    ['- a\n  b\n- **c**\n  - d', '<ul><li>a b</li><li><strong>c</strong></li><li class="nested">d</li></ul>'],
    ['3. a\n4. b', '<ol start="3"><li>a</li><li>b</li></ol>'],
    ['> a\n> b', '<blockquote>a b</blockquote>'],
    [
      '```sh\n# not a heading\n\n| x\n```\nafter',
      '<div class="code"><pre tabindex="0"><code><span class="c"># not a heading</span>\n\n| x</code></pre></div>\n<p>after</p>',
    ],
    [
      '| a | `b\\|c` |\n|---|---|\n| [d](/e) | f |',
      '<div class="table" tabindex="0"><table><thead><tr><th>a</th><th><code>b|c</code></th></tr></thead><tbody><tr><td><a href="/e">d</a></td><td>f</td></tr></tbody></table></div>',
    ],
    ['*a* 2*3*4 **b** *', '<p><em>a</em> 2*3*4 <strong>b</strong> *</p>'],
    [
      '```js a.js\nb\n```',
      '<div class="code"><p class="file"><code>a.js</code></p><pre tabindex="0"><code>b</code></pre></div>',
    ],
    [
      '1. a\n\n   ```sh\n   b\n     c\n   ```',
      '<ol start="1"><li>a</li></ol>\n<div class="code"><pre tabindex="0"><code>b\n  c</code></pre></div>',
    ],
    [
      '![a "b"](/docs/pictures/c.webp)',
      '<p><img src="/docs/pictures/c.webp" alt="a &quot;b&quot;" loading="lazy"></p>',
    ],
    ['![a](https://b/c.webp)', '<p>!<a href="https://b/c.webp">a</a></p>'],
    ['[`a` b](c.md#d)', '<p><a href="c.md#d"><code>a</code> b</a></p>'],
  ] as const)
    assert.equal(main(markdown), html, markdown);
});

test('renderMarkdown() escapes everything and links to no script', () => {
  for (const [markdown, html] of [
    ['<script>alert(1)</script> & "x"', '<p>&lt;script&gt;alert(1)&lt;/script&gt; &amp; &quot;x&quot;</p>'],
    ['`<b>`', '<p><code>&lt;b&gt;</code></p>'],
    [
      '```\n</code><img onerror=x>\n```',
      '<div class="code"><pre tabindex="0"><code>&lt;/code&gt;&lt;img onerror=x&gt;</code></pre></div>',
    ],
    ['# <i>"', '<h1 id="i">&lt;i&gt;&quot;</h1>'],
    ['[a](javascript:alert)', '<p>[a](javascript:alert)</p>'],
    ['[a](data:text/html,x)', '<p>[a](data:text/html,x)</p>'],
    ['[a](x"onclick="y)', '<p><a href="x&quot;onclick=&quot;y">a</a></p>'],
    ['[<b>](c)', '<p><a href="c">&lt;b&gt;</a></p>'],
  ] as const)
    assert.equal(main(markdown), html, markdown);
});

test('renderMarkdown() of an unfinished fence or an empty text is HTML', () => {
  assert.equal(main('```\na'), '<div class="code"><pre tabindex="0"><code>a</code></pre></div>');
  assert.deepEqual(renderMarkdown(''), { title: '', html: '', headings: [] });
});

test('renderMarkdown() lists the headings as text', () => {
  assert.deepEqual(renderMarkdown('# A `b`\n\n## [C](d) & **e**').headings, [
    { level: 1, id: 'a-b', text: 'A b' },
    { level: 2, id: 'cd--e', text: 'C & e' },
  ]);
});

test('removeMarkup() leaves the text', () => {
  assert.equal(removeMarkup('**`a`**, [b `c`](d.md), *e* and 2*3*4'), 'a, b c, e and 2*3*4');
});
