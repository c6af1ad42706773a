import assert from 'node:assert/strict';
import { test } from 'node:test';
import { listRules, withRules, type RuleOptions } from '../../src/domain/rules/active-rules.ts';
import { emptyContext } from '../../src/domain/rules/request-context.ts';
import type { ShopEvent, Visitor } from '../../src/ports/recommendations/events.ts';
import type { Rule, VisitorCondition } from '../../src/ports/search/rules.ts';
import { representative } from '../support/matrix.ts';
import { event, seeded, Shop, textQuery, upsert, type OpenEngine } from './shop.ts';

const minuteMs = 60_000;
const dayMs = 86_400_000;
const users = ['u1', 'u2', 'u3'];
const sessions = ['s1', 's2', 's3'];
const brands = ['nike', 'puma'];
const types = ['view', 'view', 'click', 'purchase', 'purchase', 'wish', 'return', 'dislike'];

/** Rules with conditions on visitors, against a naive evaluation of all events after each change. */
export function testVisitorSegments(name: string, open: OpenEngine): void {
  for (const seed of representative([1], [1, 2, 3])) {
    test(`${name} rules with conditions on visitors act as a naive evaluation of the events says, seed ${seed}`, async () => {
      await using shop = await Shop.open(open);
      const model = new NaiveShop(shop, seed);
      await model.start();
      for (let step = 0; step < 60; step++) {
        await model.change();
        await model.check();
      }
      await shop.reopen();
      await model.check();
    });
  }

  test(`${name} counts a purchase without a price at the price of its arrival, once`, async () => {
    await using shop = await Shop.open(open);
    const { events, catalog } = shop.project;
    await catalog.change([upsert({ id: 'a', price: 10.5 }), upsert({ id: 'b', price: 3 })]);
    const spends = (min: number): Promise<readonly boolean[]> =>
      shop.project.visitorSegments.memberships(
        { user: 'u', session: null },
        [{ spent: { min, max: min, since: -Infinity } }],
        shop.now,
      );
    const order = event('purchase', { user: 'u' }, [], {
      id: 'o1',
      items: [
        { id: 'a', quantity: 2, price: null },
        { id: 'b', quantity: 1, price: 2.99 },
        { id: 'gone', quantity: 9, price: null },
      ],
    });
    await events.append([order, order]);
    await events.append([order]);
    assert.deepEqual(await spends(23.99), [true]);
    await catalog.change([upsert({ id: 'a', price: 99 })]);
    assert.deepEqual(await spends(23.99), [true]);
    await shop.reopen();
    assert.deepEqual(await spends(23.99), [true]);
    await shop.project.events.append([event('return', { user: 'u' }, ['a'])]);
    assert.deepEqual(await spends(2.99), [true]);
    await shop.project.events.eraseUser('u');
    assert.deepEqual(await spends(0), [true]);
  });
}

interface NaiveEvent {
  readonly type: string;
  /** The owner of the event after all merges. */
  owner: string;
  readonly at: number;
  readonly lines: readonly { readonly id: string; readonly amount: number }[];
}

/** A random shop, and what its rules must do. */
class NaiveShop {
  readonly #shop: Shop;
  readonly #next: () => number;
  readonly #items = new Map<string, { readonly brand: string; readonly price: number }>();
  /** By name of a merged visitor: the owner of its events. */
  readonly #owners = new Map<string, string>();
  #events: NaiveEvent[] = [];
  #rules: readonly (Rule & { readonly when: { readonly visitor: VisitorCondition } })[] = [];

  constructor(shop: Shop, seed: number) {
    this.#shop = shop;
    this.#next = seeded(seed);
  }

  async start(): Promise<void> {
    for (let i = 0; i < 8; i++) await this.#putItem(`i${i}`);
    this.#rules = Array.from({ length: 12 }, (_, i) => ({
      id: `r${i}`,
      when: { visitor: this.#condition() },
      userData: i,
    }));
    await this.#shop.project.rules.change(() => this.#rules);
  }

  async change(): Promise<void> {
    const { events } = this.#shop.project;
    this.#shop.now += this.#one([1, 5, 20, 40, 2_000]) * minuteMs;
    const kind = this.#below(20);
    if (kind < 14) return this.#append();
    if (kind < 16) return this.#putItem(`i${this.#below(8)}`);
    if (kind < 18) {
      const [from, into] = [this.#one([...users, ...sessions]), this.#one(users)];
      const isSession = sessions.includes(from);
      const isMerged = await events.merge(isSession ? { session: from } : { user: from }, into);
      if (isMerged) this.#merge(from, into);
      return;
    }
    const name = this.#one([...users, ...sessions]);
    if (sessions.includes(name)) await events.eraseSession(name);
    else await events.eraseUser(name);
    const owner = this.#ownerOf(name);
    this.#events = this.#events.filter((one) => one.owner !== owner);
    for (const [merged, into] of this.#owners) if (into === owner) this.#owners.delete(merged);
  }

  /** Compares the rules that act in lists and searches for visitors of all kinds. */
  async check(): Promise<void> {
    const visitors: Visitor[] = [
      ...users.map((user) => ({ user, session: null })),
      ...sessions.map((session) => ({ user: null, session })),
      { user: this.#one(users), session: this.#one(sessions) },
      { user: 'unknown', session: null },
      { user: null, session: null },
    ];
    const { project, now } = this.#shop;
    for (const visitor of visitors) {
      const expected = this.#rules.filter(({ when }) => this.#fulfils(visitor, when.visitor));
      const options: RuleOptions = { now, context: emptyContext, visitor, scope: 'all' };
      const ids = expected.map(({ id }) => id);
      const label = JSON.stringify(visitor);
      assert.deepEqual((await listRules(project, null, options)).report.acting, ids, label);
      assert.deepEqual((await withRules(project, textQuery('x'), options)).report.acting, ids, label);
    }
  }

  async #append(): Promise<void> {
    const user = this.#below(3) > 0 ? this.#one(users) : null;
    const session = user === null || this.#below(4) === 0 ? this.#one(sessions) : null;
    const who = { ...(user === null ? {} : { user }), ...(session === null ? {} : { session }) };
    const items = Array.from({ length: 1 + this.#below(3) }, () => ({
      id: `i${this.#below(9)}`,
      quantity: 1 + this.#below(2),
      price: this.#below(2) === 0 ? null : this.#below(500) / 10,
    }));
    const at = this.#shop.now - this.#one([0, 0, 10, 3_000, 9_000]) * minuteMs;
    const sent: ShopEvent = event(this.#one(types), who, [], { items, at, id: `e${this.#below(1_000)}` });
    const { accepted } = await this.#shop.project.events.append([sent]);
    if (accepted === 0) return;
    if (user !== null && session !== null && this.#ownerOf(session) === session) this.#merge(session, user);
    const lines = items.map(({ id, quantity, price }) => {
      const unit = price ?? this.#items.get(id)?.price ?? 0;
      return { id, amount: Math.round(unit * quantity * 10_000) };
    });
    this.#events.push({ type: sent.type, owner: this.#ownerOf(user ?? session ?? ''), at, lines });
  }

  async #putItem(id: string): Promise<void> {
    const item = { brand: this.#one(brands), price: this.#below(300) / 10 };
    const active = this.#below(5) > 0;
    await this.#shop.put({ id, ...item, active });
    this.#items.set(id, active ? item : { ...item, brand: 'inactive' });
  }

  #condition(): VisitorCondition {
    const days = [1, 3, 30];
    const items = (): NonNullable<VisitorCondition['viewed']> => {
      const filter = this.#below(2) === 0 ? `brand:${this.#one(brands)}` : `price < ${this.#below(30)}`;
      return this.#below(2) === 0 ? filter : { filter, days: this.#one(days) };
    };
    const member = this.#below(4);
    const condition: VisitorCondition = {
      ...(member === 0 ? { viewed: items() } : {}),
      ...(member === 1 ? { bought: items() } : {}),
      ...(member === 2
        ? {
            spent: {
              [this.#one(['min', 'max'])]: this.#below(90),
              ...(this.#below(2) === 0 ? {} : { days: this.#one(days) }),
            },
          }
        : {}),
      ...(member === 3 ? { is: this.#one(['new', 'returning'] as const) } : {}),
    };
    return this.#below(4) === 0 ? { ...this.#condition(), ...condition } : condition;
  }

  #fulfils({ user, session }: Visitor, { viewed, bought, spent, is }: VisitorCondition): boolean {
    if (user === null && session === null) return false;
    const own = user === null ? null : this.#ownerOf(user);
    const visit = session === null ? null : this.#ownerOf(session);
    const isOwn = user === null || !users.includes(visit ?? '');
    const owners = new Set([own, isOwn ? visit : null]);
    const { now } = this.#shop;
    const since = (days: number | undefined): number => (days === undefined ? -Infinity : now - days * dayMs);
    const counted = this.#counted().filter(({ owner }) => owners.has(owner));
    const has = (kinds: readonly string[], wanted: VisitorCondition['viewed']): boolean => {
      if (wanted === undefined) return true;
      const { filter, days } = typeof wanted === 'string' ? { filter: wanted } : wanted;
      return counted.some(
        ({ type, at, lines }) =>
          kinds.includes(type) && at >= since(days) && lines.some(({ id }) => this.#matches(id, filter)),
      );
    };
    const sum = counted
      .filter(({ type, at }) => type === 'purchase' && at >= since(spent?.days))
      .flatMap(({ lines }) => lines.map(({ amount }) => amount))
      .reduce((all, one) => all + one, 0);
    const times = counted.map(({ at }) => at).sort((a, b) => a - b);
    const isNew = times.every(
      (time, i) => (times[i + 1] ?? now) - time < 30 * minuteMs && time >= now - dayMs,
    );
    return (
      has(['view', 'click'], viewed) &&
      has(['purchase'], bought) &&
      (spent === undefined ||
        (sum >= (spent.min ?? 0) * 10_000 && sum <= (spent.max ?? Infinity) * 10_000)) &&
      (is === undefined || isNew === (is === 'new'))
    );
  }

  /** The events without what was returned or disliked. */
  #counted(): NaiveEvent[] {
    const isRetracted = (of: NaiveEvent, id: string): boolean =>
      this.#events.some(
        (later) =>
          later.owner === of.owner &&
          later.at >= of.at &&
          later.lines.some((line) => line.id === id) &&
          (later.type === 'dislike' || (later.type === 'return' && of.type === 'purchase')),
      );
    return this.#events
      .filter(({ type }) => type !== 'return' && type !== 'dislike')
      .map((one) => ({ ...one, lines: one.lines.filter(({ id }) => !isRetracted(one, id)) }))
      .filter(({ lines }) => lines.length > 0);
  }

  #matches(id: string, filter: string): boolean {
    const item = this.#items.get(id);
    if (item === undefined || item.brand === 'inactive') return false;
    const [, brand] = /^brand:(.*)$/.exec(filter) ?? [];
    return brand === undefined ? item.price < Number(filter.split('<')[1]) : item.brand === brand;
  }

  #merge(from: string, into: string): void {
    const [joined, stays] = [this.#ownerOf(from), this.#ownerOf(into)];
    if (joined === stays) return;
    for (const one of this.#events) if (one.owner === joined) one.owner = stays;
    for (const [name, owner] of this.#owners) if (owner === joined) this.#owners.set(name, stays);
    this.#owners.set(joined, stays);
  }

  #ownerOf(name: string): string {
    return this.#owners.get(name) ?? name;
  }

  #below(count: number): number {
    return Math.floor(this.#next() * count);
  }

  #one<T>(list: readonly T[]): T {
    return list[this.#below(list.length)]!;
  }
}
