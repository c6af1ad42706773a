import assert from 'node:assert/strict';
import { test } from 'node:test';
import { formatFragment, createLinkRewriter, withLinks } from './markdown-links.ts';

const page = (address: string, file: string) => ({ address, file });
const pages = new Map(
  [
    page('', 'docs/README.md'),
    page('guide/photos', 'docs/guide/photos.md'),
    page('reference/limits', 'docs/reference/limits.md'),
    page('packages/sdk', 'sdk/README.md'),
  ].map((one) => [one.address, one]),
);

test('withLinks() rewrites the targets of links, outside of code', () => {
  const text = [
    'See [a](a.md), [`b`](b.md#x) and `[c](c.md)`.',
    '```md',
    '[d](d.md)',
    '```',
    '| [e](e.md) |',
    '[f] (f.md) [g](<g h.md>)',
  ];
  assert.equal(
    withLinks(text.join('\n'), (target) => target.toUpperCase()),
    [
      'See [a](A.MD), [`b`](B.MD#X) and `[c](c.md)`.',
      ...text.slice(1, 4),
      '| [e](E.MD) |',
      '[f] (f.md) [g](<g h.md>)',
    ].join('\n'),
  );
});

test('createLinkRewriter() resolves relative links to pages and keeps all others', () => {
  const rewrite = createLinkRewriter(pages, pages.get('guide/photos')!, ({ address }) => `/docs/${address}`);
  for (const [target, expected] of [
    ['photos.md', '/docs/guide/photos'],
    ['../reference/limits.md#items', '/docs/reference/limits#items'],
    ['../README.md', '/docs/'],
    ['../../sdk/README.md', '/docs/packages/sdk'],
    ['#below', '#below'],
    ['/docs/api', '/docs/api'],
    ['https://example.com/photos.md', 'https://example.com/photos.md'],
    ['mailto:a@example.com', 'mailto:a@example.com'],
    ['../../LICENSE', '../../LICENSE'],
    ['../../../../../etc/passwd.md', '../../../../../etc/passwd.md'],
  ] as const)
    assert.equal(rewrite(target), expected, target);
});

test('formatFragment() is the fragment of GitHub', () => {
  for (const [heading, fragment] of [
    ['Reset the console’s password', 'reset-the-consoles-password'],
    ["Reset the console's password", 'reset-the-consoles-password'],
    ['`POST /api/items`', 'post-apiitems'],
    ['A & B, c_d', 'a--b-c_d'],
    ['Größe 42', 'größe-42'],
  ] as const)
    assert.equal(formatFragment(heading), fragment);
});
