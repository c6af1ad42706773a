import assert from 'node:assert/strict';
import { test } from 'node:test';
import { splitSections } from './search-sections.ts';

const page = { page: '/docs/a', note: 'first', isList: false };

test('splitSections() splits a page at its headings, without markup', () => {
  const markdown = [
    '# A `b`',
    '',
    'One **`two`**, [three](c.md)',
    'and *four*. ![A picture](../pictures/d.webp)',
    '',
    '## E',
    '- five',
    '1. six',
    '> seven',
    '#### F',
    '| G | H |',
    '|---|---|',
    '| `i` | J. |',
    '```sh',
    '# not a heading',
    '```',
    '## E',
  ];
  const sections = splitSections(markdown.join('\n'), page);
  assert.deepEqual(
    sections.map(({ heading, fragment, text, code }) => ({ heading, fragment, text, code })),
    [
      { heading: 'A b', fragment: '', text: 'One two, three and four.', code: '`two`' },
      {
        heading: 'E',
        fragment: 'e',
        text: 'five six seven F. G: H. i: J.',
        code: '`i` # not a heading',
      },
      { heading: 'E', fragment: 'e-1', text: '', code: '' },
    ],
  );
  for (const section of sections)
    assert.deepEqual([section.title, section.page, section.note], ['A b', '/docs/a', 'first']);
});

test('splitSections() makes sections of rows that begin with a name', () => {
  const markdown =
    '# Errors\n\nAll codes.\n\n| Code | Hint |\n|---|---|\n| `a_b` | Try *again*. |\n| c | d |\n';
  assert.deepEqual(
    splitSections(markdown, { ...page, hasRows: true }).map(({ heading, fragment, text }) => [
      heading,
      fragment,
      text,
    ]),
    [
      ['Errors', '', 'All codes. Code: Hint. c: d.'],
      ['a_b', ':~:text=a_b', 'Try again.'],
    ],
  );
  assert.deepEqual(splitSections('No heading\n', page), []);
});
