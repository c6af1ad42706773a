import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sampleRatio } from '../../src/domain/alerts/sample-ratio.ts';
import type { ShopEvent, VisitorId } from '../../src/ports/recommendations/events.ts';
import type { StoredExperiment } from '../../src/ports/configuration/experiments.ts';
import type { Impression } from '../../src/ports/recommendations/impression-log.ts';
import { MemoryLogs } from '../support/memory-logs.ts';
import { until } from '../support/until.ts';
import { embeddedShop, openEmbedded } from './embedded-shop.ts';
import { event, Shop, type OpenEngine } from './shop.ts';

const minuteMs = 60_000;
const half = { control: 0.5, treatment: 0.5 };

function stored(
  shop: Shop,
  id: string,
  more: Partial<StoredExperiment['experiment']> & { startedAt?: number; endedAt?: number | null } = {},
): StoredExperiment {
  const { startedAt = shop.now, endedAt = null, ...experiment } = more;
  return {
    experiment: {
      id,
      draft: 'd',
      mode: 'split',
      shares: half,
      metric: 'conversion',
      minimumEffect: 0.05,
      ...experiment,
    },
    author: 'console',
    startedAt,
    endedAt,
    treatment: {
      draft: { id: 'd' },
      author: 'console',
      bases: [],
    } as unknown as StoredExperiment['treatment'],
    ranges: shop.project.experimentArms.allocateRanges(experiment.shares ?? half, []),
    afterImpression: 0,
  };
}

let made = 0;

/** Records what a visitor was shown, and returns its id. */
function show(
  shop: Shop,
  visitor: VisitorId | null,
  assignments: readonly string[],
  more: Partial<Impression> = {},
): string {
  const id = `${Math.floor(shop.now / 1_000)
    .toString(16)
    .padStart(8, '0')}${(++made).toString(16).padStart(16, '0')}`;
  shop.project.impressionLog.record({
    id,
    at: shop.now,
    kind: 'search',
    visitor,
    query: 'lamp',
    filters: [],
    isSorted: false,
    offset: 0,
    collection: null,
    rules: [],
    list: null,
    placement: null,
    device: null,
    about: [],
    category: null,
    country: null,
    assignments,
    teams: '',
    total: 3,
    items: ['a', 'b', 'c'],
    ...more,
  });
  return id;
}

const act = async (
  shop: Shop,
  type: string,
  who: { user?: string; session?: string },
  more: Partial<ShopEvent> = {},
): Promise<void> => {
  await shop.project.events.append([event(type, who, ['a'], { at: shop.now, ...more })]);
};

const paid = (price: number) => ({ items: [{ id: 'a', quantity: 1, price }] });

const metricsOf = async (shop: Shop, experiment: StoredExperiment): Promise<Record<string, unknown>> => {
  const { visitors, impressions, metrics } = await shop.project.experimentFigures.computeResults(
    experiment,
    'EUR',
  );
  const means = metrics.map(({ metric, control, treatment }) => [metric, [control, treatment]]);
  return { visitors, impressions, ...(Object.fromEntries(means) as object) };
};

test('ExperimentFigures.results() counts what visitors did after they first saw the experiment, until its end', async () => {
  await using shop = await embeddedShop();
  await act(shop, 'purchase', { session: 'c1' }, paid(100));
  shop.now += minuteMs;
  const searchId = show(shop, { session: 'c1' }, ['x:control']);
  show(shop, { session: 'c1' }, ['x:control'], { offset: 24 });
  show(shop, { session: 'c2' }, ['x:control']);
  show(shop, { session: 't1' }, ['x:treatment']);
  show(shop, { session: 't2' }, ['x:treatment']);
  // Neither an unknown visitor nor one outside of the experiment counts.
  show(shop, null, []);
  show(shop, { session: 'other' }, []);
  shop.now += minuteMs;
  await act(shop, 'click', { session: 'c1' }, { searchId });
  await act(shop, 'purchase', { session: 'c2' }, { ...paid(99), suspectedBot: true });
  await act(shop, 'purchase', { session: 't1' }, paid(12));
  await act(shop, 'purchase', { session: 't1' }, { ...paid(50), currency: 'USD' });
  await act(shop, 'purchase', { session: 't1' }, { ...paid(6), currency: 'EUR' });
  await act(shop, 'return', { session: 't1' }, paid(2));
  const all = stored(shop, 'x');
  const expected = {
    visitors: { control: 2, treatment: 2 },
    impressions: { control: 3, treatment: 2 },
    clickRate: [1 / 3, 0],
    conversion: [0, 0.5],
    revenue: [0, 8],
  };
  assert.deepEqual(await metricsOf(shop, all), expected);
  shop.now += minuteMs;
  const ended = { ...all, endedAt: shop.now };
  await act(shop, 'purchase', { session: 'c2' }, paid(8));
  show(shop, { session: 't3' }, ['x:treatment']);
  assert.deepEqual(await metricsOf(shop, ended), expected);
  assert.deepEqual((await metricsOf(shop, all))['conversion'], [0.5, 1 / 3]);
  const sessionErased = await shop.project.events.eraseSession('t1');
  assert.ok(sessionErased);
  assert.deepEqual((await metricsOf(shop, ended))['visitors'], { control: 2, treatment: 1 });
});

test('ExperimentFigures.results() counts a visitor who signs in for the arm that came first', async () => {
  await using shop = await embeddedShop();
  show(shop, { session: 's' }, ['x:treatment']);
  shop.now += minuteMs;
  await act(shop, 'view', { session: 's', user: 'u' });
  show(shop, { user: 'u' }, ['x:control']);
  shop.now += minuteMs;
  await act(shop, 'purchase', { user: 'u' }, paid(10));
  assert.deepEqual(await metricsOf(shop, stored(shop, 'x')), {
    visitors: { control: 0, treatment: 1 },
    impressions: { control: 0, treatment: 1 },
    clickRate: [null, null],
    conversion: [null, null],
    revenue: [null, null],
  });
});

test('ExperimentFigures.results() counts clicks of interleaved lists for the order that took the item', async () => {
  await using shop = await embeddedShop();
  const experiment = stored(shop, 'x', { mode: 'interleaving' });
  // Won by the treatment, by the control, by neither, and one that does not count.
  for (const [session, teams, items] of [
    ['s1', 'ct-', ['b']],
    ['s2', 'ctt', ['a', 'b', 'c', 'b']],
    ['s3', 'ct-', ['a', 'a']],
    ['s4', 'ct-', ['a', 'b']],
    ['s5', 'ct-', ['c']],
  ] as const) {
    const searchId = show(shop, { session }, ['x:interleaved'], { teams });
    for (const id of items)
      await act(shop, 'click', { session }, { searchId, items: [{ id, quantity: 1, price: null }] });
  }
  // An experiment whose id begins with the other one.
  const searchId = show(shop, { session: 's6' }, ['x:y:interleaved'], { teams: 'c--' });
  await act(shop, 'click', { session: 's6' }, { searchId });
  const {
    preference,
    visitors,
    metrics,
    sampleRatio: ratio,
  } = await shop.project.experimentFigures.computeResults(experiment, 'EUR');
  assert.deepEqual(preference, { searches: 4, preference: 0.25, interval: null });
  assert.deepEqual([visitors, metrics, ratio], [{ control: 0, treatment: 0 }, [], null]);
});

test('ExperimentFigures.latest() computes the results of all experiments in the background', async () => {
  await using shop = await embeddedShop();
  const experiments = ['a', 'b', 'c'].map((id) => stored(shop, id));
  const latest = (): (number | undefined)[] =>
    experiments.map((one) => shop.project.experimentFigures.getLatest(one)?.at);
  assert.deepEqual(latest(), [undefined, undefined, undefined]);
  await until('latest() has no results', () => latest().every((at) => at === shop.now));
  shop.now += 11 * minuteMs;
  latest();
  await until('latest() has no results', () => latest().every((at) => at === shop.now));
});

test('the alert of a sample ratio is resolved where its experiment ended or was deleted', async () => {
  await using shop = await embeddedShop();
  const { experiments, experimentFigures } = shop.project;
  const open = ['uneven', 'ended', 'deleted'].map((subject) => ({ subject }));
  await experiments.change('uneven', () => stored(shop, 'uneven'));
  await experiments.change('ended', () => stored(shop, 'ended', { endedAt: shop.now }));
  for (let i = 0; i < 200; i++) show(shop, { session: `s${i}` }, ['uneven:control']);
  await experimentFigures.computeResults(experiments.current().get('uneven')!.value, null);
  const readings = sampleRatio.read(shop.project, open as never, shop.now);
  assert.deepEqual(
    readings.map(({ subject, isRaised }) => [subject, isRaised]),
    [
      ['ended', false],
      ['deleted', false],
      ['uneven', true],
    ],
  );
  assert.match(readings.at(-1)!.detail, /has 200 visitors of the control and 0 of the treatment/);
});

test('two processes of a cluster assign visitors equally, and each counts what the other showed', async () => {
  const open: OpenEngine = openEmbedded({ shared: new MemoryLogs() });
  await using one = await Shop.open(open);
  await using other = await Shop.anotherProcess(one, open, 'two');
  await one.project.experiments.change('x', () =>
    stored(one, 'x', { shares: { control: 0.2, treatment: 0.2 } }),
  );
  await one.project.experiments.change('y', () => stored(one, 'y', { startedAt: one.now + 1 }));
  const fresh = (): Promise<unknown> => Promise.all([one, other].map(({ engine }) => engine.project('shop')));
  await fresh();
  const counts = new Map<string, number>();
  for (let i = 0; i < 1_000; i++) {
    const assigned = [one, other].map(({ project }) => {
      const assignment = project.experimentArms.readAssignment(`s:${i}`);
      return assignment === null ? 'none' : `${assignment.experiment.experiment.id}:${assignment.arm}`;
    });
    assert.equal(assigned[0], assigned[1]);
    counts.set(assigned[0]!, (counts.get(assigned[0]!) ?? 0) + 1);
    if (i < 20) show(i % 2 === 0 ? one : other, { session: String(i) }, [assigned[0]!]);
  }
  // The first experiment has its shares, the second all others.
  assert.deepEqual([...counts.keys()].sort(), ['x:control', 'x:treatment', 'y:control', 'y:treatment']);
  for (const [arm, count] of counts) {
    const share = arm.startsWith('x') ? 200 : 300;
    assert.ok(Math.abs(count - share) < 60, `${arm}: ${count}`);
  }
  const results = async ({ project }: Shop) => {
    const { visitors } = await project.experimentFigures.computeResults(
      project.experiments.current().get('y')!.value,
      null,
    );
    return visitors;
  };
  for (const shop of [one, other, one]) await results(shop);
  await fresh();
  assert.deepEqual(await results(one), await results(other));
  const { control, treatment } = await results(one);
  assert.ok(control + treatment > 3);
});
