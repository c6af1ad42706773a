import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isColor, isCornerRadius, isFontFamily, isSelector } from './css-syntax.ts';

const check = (
  isValid: (text: string) => boolean,
  valid: readonly string[],
  wrong: readonly string[],
): void => {
  for (const text of valid) assert.ok(isValid(text), text);
  for (const text of wrong) assert.ok(!isValid(text), text);
};

test('isSelector() accepts what themes need, and nothing that ends a rule or matches no element', () => {
  check(
    isSelector,
    [
      '#search',
      'input[type=search]',
      'form[role="search"] input',
      'header > .nav__item + li ~ *',
      '.md\\:flex',
      '[data-q], [name^="q" i]',
      'main :is(h1, h2):not(.hidden, [hidden])',
      'section:has(> img)',
      'li:nth-child(2n + 1):last-child',
      '*',
      '.größe',
      'a , b',
      'custom-element#a.b[c]',
    ],
    [
      '',
      ' ',
      '#',
      '#1',
      '.a {} body',
      'a{color:red}',
      'a;b',
      '</style>',
      '@import "x"',
      'a::before',
      ':is(',
      ':is()',
      'a >',
      '> a',
      'a,',
      ',a',
      'a[b="c]',
      'a[b="\\"]',
      'a:nth-child(x)',
      'a:matches(b)',
      'a/**/b',
      'a\nb',
      `${':not('.repeat(6)}a${')'.repeat(6)}`,
      'a b)',
    ],
  );
});

test('isSelector() takes linear time for hostile texts', () => {
  check(
    isSelector,
    ['a '.repeat(20_000)],
    [`[${' '.repeat(40_000)}`, '>'.repeat(40_000), ':is(a,'.repeat(6_000)],
  );
});

test('isColor(), isFontFamily() and isCornerRadius() accept values alone', () => {
  check(
    isColor,
    [
      '#0a7',
      '#0A7D4Bcc',
      'rebeccapurple',
      'rgb(10 125 75)',
      'rgba(1, 2, 3, .5)',
      'oklch(62% .2 30deg / 50%)',
      'var(--brand)',
    ],
    [
      '#12',
      'red;',
      'red}',
      'url(x)',
      'rgb(1)',
      'var(--a, url(x))',
      'expression(1)',
      'rgb(1 2 3);',
      'red !important',
      ' red',
    ],
  );
  check(
    isFontFamily,
    [
      'Arial',
      '"Open Sans", sans-serif',
      "'Noto Sans JP',system-ui",
      'var(--font), serif',
      '"游ゴシック"',
      'Gill Sans MT',
    ],
    ['Arial;', '"a', 'a}', 'url(x)', '"a\\"', 'a,,b', '"a";b', 'a/*', '"<b>"', ',a'],
  );
  check(
    isCornerRadius,
    ['0', '4px', '.5rem', '50%', 'var(--r)'],
    ['4', '-4px', '4px 4px', 'calc(1px)', '4px;', '4vw', ''],
  );
});
