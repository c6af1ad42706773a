import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { AuditEntry, AuditFilter } from '../../src/ports/operation/audit.ts';
import { limits } from '../../src/ports/limits.ts';
import { Shop, type OpenEngine } from './shop.ts';

const any: AuditFilter = { from: null, to: null, actor: null, project: null, operation: null };
const entry = (at: number, more: Partial<AuditEntry> = {}): AuditEntry => ({
  at,
  actor: { kind: 'user', id: 'ada', name: 'Ada' },
  operation: 'changeRules',
  project: 'shop',
  target: null,
  address: '192.0.2.1',
  outcome: 'done',
  ...more,
});

/** The contract of `ports/operation/audit.ts`. */
export function testAuditLog(name: string, open: OpenEngine): void {
  test(`${name} AuditLog keeps lines in order, pages and filters them`, async () => {
    await using shop = await Shop.open(open);
    // Other suites may share the engine.
    const before = shop.engine.store.auditLog.list(any, { before: null, limit: 1 })[0]?.number ?? 0;
    const { auditLog } = shop.engine.store;
    const t = shop.now;
    const unknown = { kind: 'unknown', id: null, name: '' } as const;
    const entries = [
      entry(t),
      entry(t + 1, { operation: 'createKey', project: null, target: 'Web' }),
      entry(t + 2, { operation: 'signIn', project: null, actor: unknown, outcome: 'sign_in_failed' }),
      // A clock may be set back: the order is that of the writes.
      entry(t - 5, { actor: { kind: 'key', id: 'k1', name: 'Till (vtr_)' }, project: 'other' }),
    ];
    for (const one of entries) await auditLog.append(one);
    const list = (filter: Partial<AuditFilter> = {}, page = { before: null as number | null, limit: 10 }) =>
      shop.engine.store.auditLog.list({ ...any, ...filter }, page).filter(({ number }) => number > before);
    const plain = (lines: ReturnType<typeof list>) => lines.map(({ number: _order, ...one }) => one);
    assert.deepEqual(plain(list()), [...entries].reverse());
    const [newest, second] = list({}, { before: null, limit: 2 });
    assert.ok(newest!.number > second!.number);
    assert.deepEqual(plain(list({}, { before: second!.number, limit: 2 })), [entries[1], entries[0]]);
    assert.deepEqual(plain(list({ from: t + 1 })), [entries[2], entries[1]]);
    assert.deepEqual(plain(list({ to: t })), [entries[3], entries[0]]);
    assert.deepEqual(plain(list({ actor: 'k1' })), [entries[3]]);
    assert.deepEqual(plain(list({ project: 'shop', operation: 'changeRules' })), [entries[0]]);
    const live = list();
    await shop.reopen();
    assert.deepEqual(list(), live);
  });

  test(`${name} AuditLog deletes lines that are too old, except the newest`, async () => {
    await using shop = await Shop.open(open);
    const old = shop.now - limits.auditDaysMax * 86_400_000 - 1;
    await shop.engine.store.auditLog.append(entry(old, { operation: 'old' }));
    await shop.engine.store.auditLog.append(entry(old + 2, { operation: 'kept' }));
    const listed = (operation: string) =>
      shop.engine.store.auditLog.list({ ...any, operation }, { before: null, limit: 10 }).length;
    // A process checks at its first line.
    await shop.reopen();
    await shop.engine.store.auditLog.append(entry(shop.now, { operation: 'new' }));
    assert.deepEqual([listed('old'), listed('kept'), listed('new')], [0, 1, 1]);
  });
}
