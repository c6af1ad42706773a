import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { AlertMonitor } from '../../src/domain/alerts/alert-monitor.ts';
import { listAlerts } from '../../src/domain/alerts/alert-log.ts';
import { EventSilence } from '../../src/domain/alerts/event-silence.ts';
import { ImportFailures } from '../../src/domain/alerts/import-failures.ts';
import { noResultRate } from '../../src/domain/alerts/no-result-rate.ts';
import { putWebhook } from '../../src/domain/alerts/webhooks.ts';
import { WebhookSender } from '../../src/outbound/webhook-sender.ts';
import { alertKinds, type Alert } from '../../src/ports/operation/alerts.ts';
import { limits } from '../../src/ports/limits.ts';
import type { Task } from '../../src/ports/access/projects.ts';
import type { SearchCount } from '../../src/ports/search/search-counts.ts';
import { MemoryLogs } from '../support/memory-logs.ts';
import { until } from '../support/until.ts';
import { isSigned, WebhookReceiver } from '../support/webhook-receiver.ts';
import { embeddedShop, openEmbedded } from './embedded-shop.ts';
import { event, Shop, type OpenEngine } from './shop.ts';

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;

/** The monitor of a shop, whose turns the test takes, with a webhook for all alerts. */
class Monitored implements AsyncDisposable {
  readonly shop: Shop;
  readonly receiver: WebhookReceiver;
  readonly #stack: AsyncDisposableStack;
  readonly #client: WebhookSender;
  #monitor: AlertMonitor | null = null;
  secret = '';

  private constructor(shop: Shop, receiver: WebhookReceiver, stack: AsyncDisposableStack) {
    this.shop = shop;
    this.receiver = receiver;
    this.#stack = stack;
    this.#client = stack.use(new WebhookSender({ allowPrivate: [receiver.host] }));
  }

  static async open(shop: Promise<Shop>): Promise<Monitored> {
    await using stack = new AsyncDisposableStack();
    const opened = stack.use(await shop);
    const receiver = stack.use(await WebhookReceiver.open());
    const monitored = new Monitored(opened, receiver, stack.move());
    const webhook = { id: 'on-call', url: receiver.url, alerts: alertKinds };
    const by = { author: 'console', message: null };
    const options = { ifVersion: null, by, rotatesSecret: false };
    monitored.secret = (await putWebhook(opened.project.webhooks, webhook, options)).secret!;
    return monitored;
  }

  /** Takes a turn, and waits for the messages that it sends. */
  async turn(shop = this.shop): Promise<void> {
    await this.monitor(shop).turn();
    await this.settled(shop);
  }

  monitor(shop = this.shop): AlertMonitor {
    this.#monitor ??= new AlertMonitor({
      engine: shop.engine,
      sources: [new EventSilence(() => false), new ImportFailures(shop.engine.store), noResultRate],
      client: this.#client,
      clock: { now: () => shop.now },
      ids: { next: () => `alert${++made}` },
      onError: (error) => assert.fail(error as Error),
    });
    return this.#monitor;
  }

  /** Waits until no message is due. */
  async settled(shop = this.shop): Promise<void> {
    const isDue = (alert: Alert): boolean =>
      alert.deliveries.some(({ nextAt }) => nextAt !== null && nextAt <= shop.now);
    while (listAlerts(shop.project).some(isDue)) await sleep(5);
  }

  /** Closes the monitor; the next turn has a new one. */
  async restart(): Promise<void> {
    await this.#monitor?.[Symbol.asyncDispose]();
    this.#monitor = null;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.restart();
    await this.#stack[Symbol.asyncDispose]();
  }
}

let made = 0;

function importTask(shop: Shop, status: Task['status']): Promise<void> {
  const [startedAt, finishedAt] = [shop.now, shop.now];
  const error = status === 'failed' ? { code: 'storage_failed', detail: 'The disk is full' } : null;
  const progress = { lines: 10, failed: 0 };
  const id = `import${++made}`;
  return shop.engine.store.putTask({
    id,
    project: 'shop',
    kind: 'import',
    status,
    startedAt,
    finishedAt,
    progress,
    error,
  });
}

test('AlertMonitor opens an alert once, resolves it, and sends a signed message about both', async () => {
  await using monitored = await Monitored.open(embeddedShop());
  const { shop, receiver } = monitored;
  await monitored.turn();
  assert.deepEqual(listAlerts(shop.project), []);
  await importTask(shop, 'failed');
  for (let turn = 0; turn < 3; turn++) {
    shop.now += minuteMs;
    await importTask(shop, 'failed');
    await monitored.turn();
  }
  const [alert, ...others] = listAlerts(shop.project);
  assert.deepEqual(others, []);
  assert.deepEqual([alert!.kind, alert!.resolvedAt], ['import_failed', null]);
  assert.equal(alert!.detail, 'An import failed after 10 lines: The disk is full');
  assert.deepEqual(receiver.types, ['alert.opened']);
  shop.now += minuteMs;
  await importTask(shop, 'succeeded');
  await monitored.turn();
  await monitored.turn();
  assert.equal(listAlerts(shop.project)[0]!.resolvedAt, shop.now);
  assert.deepEqual(receiver.types, ['alert.opened', 'alert.resolved']);
  for (const message of receiver.received) assert.ok(isSigned(message, monitored.secret));
  // A new failure is a new alert.
  shop.now += minuteMs;
  await importTask(shop, 'failed');
  await monitored.turn();
  assert.equal(listAlerts(shop.project).length, 2);
  assert.deepEqual(receiver.types.slice(2), ['alert.opened']);
});

test('AlertMonitor retries a message for 18 hours with the same id and body, then gives it up', async () => {
  await using monitored = await Monitored.open(embeddedShop());
  const { shop, receiver } = monitored;
  receiver.status = 503;
  await importTask(shop, 'failed');
  const openedAt = shop.now;
  const attempts: number[] = [];
  for (let turn = 0; turn < 30; turn++) {
    await monitored.turn();
    if (receiver.received.length > attempts.length) attempts.push(shop.now - openedAt);
    const { nextAt } = listAlerts(shop.project)[0]!.deliveries[0]!;
    if (nextAt === null) break;
    // A moment before the attempt is due, nothing is sent.
    shop.now = nextAt - 1;
    await monitored.turn();
    shop.now = nextAt;
  }
  assert.equal(attempts.length, limits.webhookAttemptsMax);
  assert.deepEqual(attempts.slice(0, 4), [0, 10_000, 70_000, 370_000]);
  assert.ok(attempts.at(-1)! > 17 * hourMs && attempts.at(-1)! < 18 * hourMs);
  const ids = new Set(receiver.received.map(({ headers }) => headers['webhook-id']));
  const bodies = new Set(receiver.received.map(({ body }) => body));
  assert.deepEqual([ids.size, bodies.size], [1, 1]);
  const [delivery] = listAlerts(shop.project)[0]!.deliveries;
  assert.deepEqual(
    [delivery!.status, delivery!.replied, delivery!.error],
    ['failed', 503, 'The receiver replied 503'],
  );
});

test('AlertMonitor delivers after a restart what was pending, and repeats no alert', async () => {
  await using monitored = await Monitored.open(embeddedShop());
  const { shop, receiver } = monitored;
  receiver.status = 500;
  await importTask(shop, 'failed');
  await monitored.turn();
  await monitored.restart();
  await shop.reopen();
  receiver.status = 200;
  shop.now += hourMs;
  await monitored.turn();
  await monitored.turn();
  assert.equal(listAlerts(shop.project).length, 1);
  assert.deepEqual(receiver.types, ['alert.opened', 'alert.opened']);
  const [delivery] = listAlerts(shop.project)[0]!.deliveries;
  assert.deepEqual([delivery!.status, delivery!.attempts, delivery!.error], ['delivered', 2, null]);
});

test('AlertMonitor gives up at once where the receiver is gone, redirects never count, and a deleted webhook gets nothing', async () => {
  await using monitored = await Monitored.open(embeddedShop());
  const { shop, receiver } = monitored;
  receiver.status = 410;
  await importTask(shop, 'failed');
  await monitored.turn();
  assert.equal(listAlerts(shop.project)[0]!.deliveries[0]!.status, 'failed');
  receiver.status = 301;
  await importTask(shop, 'succeeded');
  await monitored.turn();
  const { status, error } = listAlerts(shop.project)[0]!.deliveries[1]!;
  assert.deepEqual([status, error], ['pending', 'The receiver redirects (301): redirects are not followed']);
  await shop.project.webhooks.change('on-call', () => null);
  shop.now += hourMs;
  await monitored.turn();
  const gone = listAlerts(shop.project)[0]!.deliveries[1]!;
  assert.deepEqual([gone.status, gone.error], ['failed', 'The webhook was deleted']);
  assert.equal(receiver.received.length, 2);
});

test('AlertMonitor keeps the newest resolved alerts, up to the limit', async () => {
  await using monitored = await Monitored.open(embeddedShop());
  const { shop } = monitored;
  await shop.project.webhooks.change('on-call', () => null);
  const keep = limits.alertsKeptMax;
  for (let i = 0; i < keep + 1; i++) {
    shop.now += minuteMs;
    const at = shop.now;
    await shop.project.alerts.change(`old${i}`, () => ({
      id: `old${i}`,
      kind: 'sample_ratio',
      subject: '',
      detail: '',
      figures: {},
      openedAt: at,
      resolvedAt: at,
      deliveries: [],
    }));
  }
  shop.now += minuteMs;
  await importTask(shop, 'failed');
  await monitored.turn();
  const ids = listAlerts(shop.project).map(({ id }) => id);
  assert.equal(ids.length, keep);
  assert.equal(ids[1], `old${keep}`);
  assert.ok(!ids.includes('old1'));
  shop.now += 90 * dayMs + 1;
  await importTask(shop, 'succeeded');
  await monitored.turn();
  await importTask(shop, 'failed');
  shop.now += 1;
  await monitored.turn();
  assert.equal(listAlerts(shop.project).length, 2, 'after 90 days');
});

/** Thirty events per hour in the days before now. */
async function steadyEvents(shop: Shop, days: number): Promise<void> {
  const count = days * 24 * 30;
  const from = shop.now - days * dayMs;
  const events = Array.from({ length: count }, (_, i) =>
    event('view', { session: `s${i % 50}` }, ['a'], { at: from + (i * days * dayMs) / count }),
  );
  for (let i = 0; i < count; i += 1_000) await shop.project.events.append(events.slice(i, i + 1_000));
}

test('AlertMonitor opens an alert where a steady flow of events stopped, and resolves it at the next event', async () => {
  await using monitored = await Monitored.open(embeddedShop());
  const { shop, receiver } = monitored;
  await steadyEvents(shop, 5);
  await monitored.turn();
  assert.deepEqual(listAlerts(shop.project), []);
  const stoppedAt = shop.now;
  while (listAlerts(shop.project).length === 0 && shop.now - stoppedAt < dayMs) {
    shop.now += 5 * minuteMs;
    await monitored.turn();
  }
  const [alert] = listAlerts(shop.project);
  assert.equal(alert?.kind, 'events_stopped');
  const minutes = (shop.now - stoppedAt) / minuteMs;
  assert.ok(minutes >= 40 && minutes <= 60, `${minutes} minutes`);
  await monitored.restart();
  await shop.reopen();
  shop.now += hourMs;
  await monitored.turn();
  assert.deepEqual(receiver.types, ['alert.opened'], 'the silence lasts');
  await shop.project.events.append([event('view', { session: 's' }, ['a'], { at: shop.now })]);
  shop.now += minuteMs;
  await monitored.turn();
  assert.deepEqual(receiver.types, ['alert.opened', 'alert.resolved']);
});

test('AlertMonitor tells of events that stopped although the project was closed as idle', async () => {
  await using monitored = await Monitored.open(embeddedShop({ idleMs: 50 }));
  const { shop, receiver } = monitored;
  const silence = new EventSilence(() => false);
  const held = shop.engine.hold(shop.project);
  shop.project.textEmbeddings.setTargetModel(null, () => false);
  await steadyEvents(shop, 5);
  await monitored.turn();
  // The log is read after five minutes; then the time of the alert is known.
  shop.now += 6 * minuteMs;
  await monitored.turn();
  assert.ok(silence.computeDueTime(shop.project)! > shop.now);
  held[Symbol.dispose]();
  await until('not closed', () => shop.engine.gauges()['projects_open'] === 0);
  shop.now += 30 * minuteMs;
  await monitored.monitor().turn();
  assert.equal(shop.engine.gauges()['projects_open'], 0, 'not yet');
  shop.now += 30 * minuteMs;
  await monitored.monitor().turn();
  await until('no message', () => receiver.received.length > 0);
  assert.deepEqual(receiver.types, ['alert.opened']);
});

test('AlertMonitor keeps an idle project open as long as a message is pending', async () => {
  await using monitored = await Monitored.open(embeddedShop({ idleMs: 50 }));
  const { shop, receiver } = monitored;
  const held = shop.engine.hold(shop.project);
  shop.project.textEmbeddings.setTargetModel(null, () => false);
  receiver.status = 500;
  await importTask(shop, 'failed');
  await monitored.turn();
  held[Symbol.dispose]();
  await sleep(1_000);
  assert.equal(shop.engine.gauges()['projects_open'], 1);
  receiver.status = 200;
  shop.now += hourMs;
  await monitored.turn();
  await monitored.turn();
  assert.equal(receiver.received.length, 2);
  await until('not closed', () => shop.engine.gauges()['projects_open'] === 0);
});

test('AlertMonitor compares the share of searches without results with the week before', async () => {
  await using monitored = await Monitored.open(embeddedShop());
  const { shop, receiver } = monitored;
  const today = Math.floor(shop.now / dayMs);
  const count = (day: number, searches: number, withoutResults: number): SearchCount => ({
    query: 'oak',
    day,
    filter: '',
    searches,
    withoutResults,
    clicked: 0,
    bought: 0,
    positions: 0,
    placed: 0,
  });
  const { searchCounts } = shop.project;
  const searchesToday = (): number => searchCounts.listDays({ from: today, to: today })[0]?.searches ?? 0;
  const week = Array.from({ length: 7 }, (_, i) => count(today - 7 + i, 1_000, 40));
  searchCounts.add([...week, count(today, 500, 20)]);
  while (searchesToday() < 500) await sleep(20);
  await monitored.turn();
  assert.deepEqual(listAlerts(shop.project), []);
  searchCounts.add([count(today, 500, 250)]);
  while (searchesToday() < 1_000) await sleep(20);
  shop.now += 10 * minuteMs;
  await monitored.turn();
  assert.deepEqual(receiver.types, ['alert.opened']);
  assert.match(listAlerts(shop.project)[0]!.detail, /^27\.0 % of the searches today have no results; 4\.0 %/);
});

test('AlertMonitor of a process that is not the leader opens nothing and sends nothing', async () => {
  const logs = new MemoryLogs();
  const opening: OpenEngine = openEmbedded({ shared: logs });
  await using monitored = await Monitored.open(Shop.open(opening));
  const { shop, receiver } = monitored;
  await using second = await Shop.anotherProcess(shop, opening, 'two');
  const shops = [shop, second];
  while (!shops.some(({ project }) => project.isLeader)) await sleep(10);
  const leader = shops.find(({ project }) => project.isLeader)!;
  const follower = shops.find((one) => one !== leader)!;
  assert.equal(follower.project.isLeader, false);
  await importTask(leader, 'failed');
  await monitored.turn(follower);
  assert.deepEqual(listAlerts(follower.project), []);
  await monitored.restart();
  await monitored.turn(leader);
  assert.deepEqual(receiver.types, ['alert.opened']);
  // The other one knows the alert, so that it would not repeat it as a leader.
  await follower.engine.project('shop');
  assert.equal(listAlerts(follower.project).length, 1);
});
