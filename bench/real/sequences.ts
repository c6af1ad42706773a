import { readFile } from 'node:fs/promises';
import type { BenchClient } from './client.ts';
import { dataFile, linesOf } from './data.ts';

/** Purchase sequences of a beauty shop, strict leave-one-out: predicts the last item. The item before it is not imported, but sent in the request. */
export async function sequenceQuality(
  client: BenchClient,
): Promise<{ users: number; hr: number; ndcg: number; eventsPerSecond: number } | null> {
  const file = dataFile('beauty', 'sequences.txt');
  const attributeFile = dataFile('beauty', 'attributes.json');
  if (file === null || attributeFile === null) return null;
  const attributes = JSON.parse(await readFile(attributeFile, 'utf8')) as Record<string, number[]>;
  const sequences: { user: string; items: string[] }[] = [];
  for await (const line of linesOf(file)) {
    const [user = '', ...items] = line.trim().split(' ');
    if (items.length >= 3) sequences.push({ user, items });
  }
  const ids = [...new Set(sequences.flatMap(({ items }) => items))];
  const products = ids.map((id) => ({
    id,
    sku: id,
    name: id,
    description: '',
    imgs: [],
    price: 0,
    tags: (attributes[id] ?? []).map(String),
  }));
  for (let start = 0; start < products.length; start += 1000) {
    await client.ask('POST', '/api/items', { project: 'beauty', data: products.slice(start, start + 1000) });
  }
  // The files have no times. Times one second apart keep the order, and are too old for trends.
  const events = sequences.flatMap(({ user, items }) =>
    items
      .slice(0, -2)
      .map((item, rank) => ({ type: 'purchase', user, item, at: Date.UTC(2014, 0, 1) + rank * 1000 })),
  );
  const started = performance.now();
  for (let start = 0; start < events.length; start += 1000) {
    await client.ask('POST', '/api/events', { project: 'beauty', data: events.slice(start, start + 1000) });
  }
  const eventsPerSecond = events.length / ((performance.now() - started) / 1000);
  let hits = 0;
  let gain = 0;
  await client.load(4, sequences.length, async (index) => {
    const { user, items } = sequences[index] as (typeof sequences)[0];
    const last = items.slice(-2, -1);
    const answer = await client.ask<{ items: { id: string }[] }>('POST', '/reco/user-recommendations', {
      index: 'beauty',
      user,
      session: last,
      limit: 10,
    });
    const rank = answer.items.findIndex(({ id }) => id === items.at(-1));
    if (rank >= 0) {
      hits++;
      gain += 1 / Math.log2(rank + 2);
    }
  });
  return {
    users: sequences.length,
    hr: hits / sequences.length,
    ndcg: gain / sequences.length,
    eventsPerSecond,
  };
}
