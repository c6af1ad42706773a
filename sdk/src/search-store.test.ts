import assert from 'node:assert/strict';
import { suite, test, type TestContext } from 'node:test';
import { SearchStore } from './search-store.ts';
import type { UrlAdapter } from './url-adapter.ts';

/** A browser's history, with a back button. */
function historyUrl(first = ''): UrlAdapter & { back(): void; readonly entries: string[] } {
  const entries = [first];
  let onChange: () => void = () => undefined;
  return {
    entries,
    read: () => entries.at(-1)!,
    write: (query, mode) => {
      if (mode === 'replace') entries.pop();
      entries.push(query);
    },
    subscribe: (listener) => {
      onChange = listener;
      return () => undefined;
    },
    back: () => {
      entries.pop();
      onChange();
    },
  };
}

const withTimers = (t: TestContext): void => t.mock.timers.enable({ apis: ['setTimeout'] });

suite('SearchStore', () => {
  test('a typed query makes one entry, each other change another one', (t) => {
    withTimers(t);
    const url = historyUrl('lang=de');
    const store = new SearchStore(url);
    store.connect(url);
    for (const query of ['s', 'sh', 'shoe', 'shoes']) {
      store.type(query);
      t.mock.timers.tick(399);
    }
    assert.deepEqual(url.entries, ['lang=de']);
    t.mock.timers.tick(1);
    store.type('shoes red');
    t.mock.timers.tick(400);
    assert.deepEqual(url.entries, ['lang=de', 'lang=de&q=shoes+red']);
    store.change({ facets: { brand: ['Nike'] } });
    store.type('shoes');
    store.change({ page: 2 });
    assert.deepEqual(url.entries.slice(2), [
      'lang=de&q=shoes+red&f.brand=Nike',
      'lang=de&q=shoes&f.brand=Nike',
      'lang=de&q=shoes&f.brand=Nike&page=2',
    ]);
    url.back();
    url.back();
    assert.deepEqual(store.snapshot().state.query, 'shoes red');
    url.back();
    url.back();
    assert.deepEqual([store.snapshot().state.query, store.snapshot().state.facets], ['', {}]);
  });

  test('the back button wins over a query that was not written yet', (t) => {
    withTimers(t);
    const url = historyUrl();
    const store = new SearchStore(url);
    store.connect(url);
    store.change({ query: 'a' });
    store.type('ab');
    url.back();
    t.mock.timers.tick(1_000);
    assert.deepEqual([store.snapshot().state.query, url.entries], ['', ['']]);
  });

  test('a submitted query starts a new entry for what is typed next', (t) => {
    withTimers(t);
    const url = historyUrl();
    const store = new SearchStore(url);
    store.connect(url);
    store.type('a');
    assert.equal(store.snapshot().isTyping, true);
    store.change({});
    assert.equal(store.snapshot().isTyping, false);
    store.type('ab');
    t.mock.timers.tick(400);
    assert.deepEqual(url.entries, ['', 'q=a', 'q=ab']);
  });

  test('follows a router that shows addresses late, and its links', (t) => {
    withTimers(t);
    const written: string[] = [];
    /** As of a render: the router has shown `query`. */
    const rendered = (query: string): UrlAdapter => ({
      read: () => query,
      write: (changed) => void written.push(changed),
      subscribe: () => () => undefined,
    });
    const store = new SearchStore(rendered(''));
    store.connect(rendered(''));
    store.change({ query: 'a' });
    store.change({ query: 'ab' });
    store.type('abc');
    store.connect(rendered(''));
    store.connect(rendered('q=a'));
    assert.equal(store.snapshot().state.query, 'abc');
    store.connect(rendered('q=ab'));
    t.mock.timers.tick(400);
    assert.deepEqual([store.snapshot().state.query, written], ['abc', ['q=a', 'q=ab', 'q=abc']]);
    store.connect(rendered('q=other'));
    assert.equal(store.snapshot().state.query, 'other');
    store.connect(rendered('q=ab'));
    assert.equal(store.snapshot().state.query, 'ab');
    // Back at the address that the router still shows.
    store.change({ query: 'new' });
    store.change({ query: 'ab' });
    assert.deepEqual(written.slice(-2), ['q=new', 'q=ab']);
  });

  test('nothing is written after the page was left', (t) => {
    withTimers(t);
    const url = historyUrl();
    const store = new SearchStore(url);
    store.connect(url);
    store.type('a');
    store.stop();
    t.mock.timers.tick(1_000);
    assert.deepEqual(url.entries, ['']);
  });

  test('the server snapshot is of the address that the server rendered', () => {
    const store = new SearchStore({ ...historyUrl('q=now'), serverQuery: 'q=before' });
    assert.deepEqual([store.serverSnapshot().state.query, store.snapshot().state.query], ['before', 'now']);
  });
});
