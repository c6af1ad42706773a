import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { createDocumentSearch } from '../src/engine/search/document-search.ts';
import { buildPageAddress, loadDocumentationPages } from '../src/http/documentation/documentation-pages.ts';
import { DocumentationSearch } from '../src/http/documentation/documentation-search.ts';
import { renderMarkdown } from '../src/http/documentation/markdown-html.ts';
import { readNavigation } from '../src/http/documentation/navigation.ts';
import { documentationQuestions } from './support/documentation-questions.ts';
import { root } from './support/service.ts';

/** The search of the documentation on the pages of the repository. */
const pages = loadDocumentationPages(root);
const navigation = readNavigation(root, pages);
const search = new DocumentationSearch({ root, pages, navigation, createSearch: createDocumentSearch });
async function findPages(query: string): Promise<string[]> {
  const { items } = await search.find(query, 20);
  return items.map(({ href }) => href.replace(/^\/docs\//, '').split('#', 1)[0] ?? '');
}

test('of 40 questions of developers, 36 have their page among the first three', async () => {
  const questions = Object.entries(documentationQuestions);
  assert.equal(questions.length, 40);
  const missed: string[] = [];
  for (const [question, page] of questions) {
    const found = await findPages(question);
    if (!found.slice(0, 3).includes(page)) missed.push(`${question}: ${found.slice(0, 3).join(', ')}`);
  }
  assert.ok(missed.length <= 4, JSON.stringify(missed));
});

test('these words lead to their page first', async () => {
  for (const [query, page] of [
    ['google tag manager', 'guide/site-tag-manager'],
    ['redirect', 'guide/rules'],
    ['pin', 'guide/rules'],
    ['synonym', 'guide/relevance'],
    ['CORS', 'guide/access'],
    ['allowed origins', 'guide/access'],
    ['vue', 'guide/vue'],
    ['next.js', 'guide/next'],
    ['svelte', 'guide/svelte'],
  ] as const)
    assert.equal((await findPages(query))[0], page, query);
  const [first] = (await search.find('delete a customer', 1)).items;
  assert.match(
    first?.href ?? '',
    /^\/docs\/guide\/(?:security#delete-the-data-of-a-customer|running#export-and-delete-data)$/,
  );
});

test('a word counts while it is typed, and with a typo', async () => {
  for (const typed of ['goog', 'google tag man', 'google tag manger', 'gogle tag manager'])
    assert.equal((await findPages(typed))[0], 'guide/site-tag-manager', typed);
  assert.equal((await search.find('gogle tag manager', 1)).corrected, 'google tag manager');
});

test('a page is found once, design pages never, and nothing is found for a word that no page has', async () => {
  for (const { query, min } of [
    { query: 'price', min: 10 },
    { query: 'sqlite writer thread', min: 1 },
  ]) {
    const found = await findPages(query);
    assert.ok(found.length >= min, query);
    assert.equal(new Set(found).size, found.length);
    assert.deepEqual(
      found.filter((page) => /^(?:internals|decisions)/.test(page)),
      [],
    );
  }
  assert.deepEqual(await findPages('xylophonquartz'), []);
});

test('errors, limits and variables are found by their names, and questions by what they are about', async () => {
  for (const [query, href] of [
    ['item_exists', '/docs/reference/errors#row-item_exists'],
    ['itemBytesMax', '/docs/reference/limits#row-itembytesmax'],
    ['VITRINE_DATA', '/docs/reference/configuration#row-vitrine_data'],
    ['How do I reset my password', '/docs/guide/running#reset-a-lost-password'],
    ['how to delete a product', '/docs/guide/catalog#change-or-delete-all-items-that-match'],
  ] as const)
    assert.equal((await search.find(query, 1)).items[0]?.href, href, query);
});

test('a search after a failure to build the index builds it again, and searches share an index', async () => {
  let builds = 0;
  const failing = new DocumentationSearch({
    root,
    pages,
    navigation,
    createSearch: (sections, synonyms) => {
      builds++;
      return builds === 1 ? Promise.reject(new Error('no memory')) : createDocumentSearch(sections, synonyms);
    },
  });
  await assert.rejects(failing.find('CORS', 1), /no memory/);
  const replies = await Promise.all(['CORS', 'vue'].map((query) => failing.find(query, 1)));
  assert.deepEqual(
    replies.map(({ items }) => items.length),
    [1, 1],
  );
  assert.equal(builds, 2);
});

test('the address of every found section is on its page', async () => {
  const files = new Map([...pages.values()].map((page) => [buildPageAddress(page), page.file]));
  const rendered = new Map<string, string>();
  for (const query of [...Object.keys(documentationQuestions), 'item_exists', 'VITRINE_DATA'])
    for (const { href, heading, excerpt } of (await search.find(query, 20)).items) {
      const [address = '', fragment] = href.split('#', 2);
      assert.equal(fragment === undefined, heading === null, href);
      const html =
        rendered.get(address) ??
        renderMarkdown(readFileSync(join(root, files.get(address) ?? ''), 'utf8')).html;
      rendered.set(address, html);
      assert.ok(fragment === undefined || html.includes(` id="${fragment}"`), href);
      assert.doesNotMatch(excerpt.replaceAll(/<\/?mark>/g, ''), /[<>]/);
    }
});

test('the pages have the colours and the icon of the console', () => {
  const read = (...path: string[]): string => readFileSync(join(root, ...path), 'utf8');
  const tokens = read('console', 'src', 'styles', 'tokens.css');
  const [light = '', dark = ''] = tokens.split("[data-theme='dark']");
  const valueOf = (text: string, name: string): string | undefined =>
    new RegExp(`--${name}: ([^;]+);`).exec(text)?.[1];
  const own = [
    ...read('site', 'page', 'docs.css').matchAll(/^ {2}--([\w-]+): light-dark\((#\w+), (#\w+)\);/gm),
  ];
  assert.ok(own.length > 10);
  for (const [, name = '', inLight, inDark] of own)
    assert.deepEqual([inLight, inDark], [valueOf(light, name), valueOf(dark, name)], name);
  assert.equal(read('site', 'page', 'icon.svg'), read('console', 'src', 'styles', 'icon.svg'));
});
