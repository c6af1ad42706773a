import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { MessageChannel } from 'node:worker_threads';
import type { EmbeddedEngine } from '../../src/engine/projects/engine.ts';
import { ChangeStream } from '../../src/engine/replicas/change-stream.ts';
import { ReplicaEngine } from '../../src/engine/replicas/replica-engine.ts';
import { noCommonWords } from '../../src/kernel/text/expansion/typo-rules.ts';
import { Replication } from '../../src/engine/replicas/replication.ts';
import { embeddedShop } from './embedded-shop.ts';
import { draws, history, plainResult, randomQuery, vectorOf, type Draw } from './random-history.ts';
import type { Shop } from './shop.ts';

/** A replica of a shop's engine, which is linked as that of another thread is. */
async function replicaOf(
  replication: Replication,
): Promise<ReplicaEngine & { readonly loads: () => number }> {
  const { port1, port2 } = new MessageChannel();
  for (const port of [port1, port2]) port.unref();
  let reached = 0;
  const connection = replication.connect(port1, () => reached);
  let loads = 0;
  const engine = await ReplicaEngine.open({
    memory: replication.stream.memory,
    port: port2,
    source: {
      control: () => Promise.resolve(structuredClone(connection.control())),
      load: async (id) => {
        loads++;
        return structuredClone(await connection.load(id));
      },
      ask: (call) => connection.ask(call) as Promise<never>,
      release: (slot) => connection.release(slot),
      cacheMissedItems: (slot, numbers) => connection.cacheMissedItems(slot, numbers),
    },
    commonWords: noCommonWords,
    idleMs: 60_000,
    onApplied: (position) => {
      reached = position;
    },
    onTextModels: () => undefined,
    onError: (error) => assert.fail(error as Error),
  });
  return Object.assign(engine, { loads: () => loads });
}

/** Rules of a request that name items, some of which do not exist. */
const rulesOf = ({ below }: Draw) => ({
  hidden: [{ rule: 'hide', items: { ids: [`i${below(60)}`, `i${below(90)}`] } }],
  boosts: [],
  pins: [{ rule: 'pin', id: `i${below(60)}`, position: 1 + below(4) }],
});

const textModel = 'text-model';
const baseline = { mean: 0, deviation: 0.1, highest: 0.4, betweenBaselineWords: 0.2 };

/** Embeds the texts of items while the state says so, each with a random vector. */
async function embedTexts({ project }: Shop, state: { readonly isWriting: boolean }): Promise<void> {
  const { textEmbeddings } = project;
  const draw = draws(47);
  textEmbeddings.setTargetModel(textModel, () => true);
  while (state.isWriting) {
    const jobs = textEmbeddings.take(1 + draw.below(8));
    await textEmbeddings.finish(
      jobs,
      jobs.map(() => Array.from({ length: 1 + draw.below(2) }, () => vectorOf(draw))),
      textModel,
    );
    await nextTurn();
  }
}

for (const { name, ringBytes, laggards } of [
  { name: 'that are current', ringBytes: 2 ** 23, laggards: 0 },
  { name: 'that a small ring overtakes', ringBytes: 2 ** 11, laggards: 1 },
]) {
  test(`replicas ${name} return at each moment what the state thread returns`, async () => {
    await using shop = await embeddedShop();
    using replication = new Replication(shop.engine as EmbeddedEngine, () => [], new ChangeStream(ringBytes));
    using current = await replicaOf(replication);
    using rare = await replicaOf(replication);
    const draw = draws(31);
    let compared = 0;
    let semantic = 0;
    const isEnough = () => compared > 100 && semantic > 20 && (laggards === 0 || rare.loads() > 1);
    const state = { isWriting: true };
    /** Several histories at once, so that changes of an item are pending while earlier ones are applied. */
    async function write(): Promise<void> {
      for (let seed = 41; seed === 41 || !isEnough(); seed += 3)
        await Promise.all([seed, seed + 1, seed + 2].map((each) => history(shop, each, 250)));
    }
    const writing = write().finally(() => {
      state.isWriting = false;
    });
    const embedding = embedTexts(shop, state);
    // Awaited at the end; where a comparison fails, they fail later, as the shop is closed.
    for (const work of [writing, embedding]) work.catch(() => undefined);
    for (let turn = 0; state.isWriting; turn++) {
      await nextTurn();
      const vector = {
        vector: vectorOf(draw),
        model: textModel,
        weight: 0.5,
        baseline: draw.of([null, baseline]),
      };
      const query = {
        ...randomQuery(draw),
        ...(draw.below(3) === 0 ? { rules: rulesOf(draw) } : {}),
        ...(draw.below(3) === 0 ? {} : { embedding: vector }),
      };
      const replicas = turn % 50 === 0 ? [current, rare] : [current];
      const position = replication.stream.position().applied;
      const [expected, ...found] = await Promise.all([
        shop.project.text.search(query),
        ...replicas.map(async (replica) => (await replica.project('shop')).text.search(query)),
      ]);
      // The search was long enough for a change in between: each may have seen another state.
      if (replication.stream.position().applied !== position) continue;
      for (const one of found) assert.deepEqual(plainResult(one), plainResult(expected!));
      compared++;
      if ((expected?.added ?? 0) > 0) semantic++;
    }
    await Promise.all([writing, embedding]);
    if (laggards === 0) assert.equal(rare.loads(), 1);
  });
}
