import { createRandom } from '../../src/lib/seeded-random.ts';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { root, type RunningService } from '../../test/support/service.ts';
import type { BenchClient } from './client.ts';
import { dataFile, linesOf, mean } from './data.ts';

/** Adds the 81 products with packshots and waits until each picture is refined. */
export async function importGroceries(
  service: RunningService,
  client: BenchClient,
): Promise<{ findableSeconds: number; refinedSeconds: number }> {
  const lines = (await readFile(join(root, 'demo', 'groceries', 'products.ndjson'), 'utf8'))
    .trim()
    .split('\n');
  const data = await Promise.all(
    lines.map(async (line) => {
      const { picture, ...product } = JSON.parse(line) as { picture: string };
      const bytes = await readFile(join(root, 'demo', 'groceries', 'pictures', picture));
      return { ...product, imgs: `data:image/jpeg;base64,${bytes.toString('base64')}` };
    }),
  );
  const started = performance.now();
  await client.ask('POST', '/api/items', { project: 'groceries', data });
  const headers = await service.signIn();
  let findable = 0;
  for (;;) {
    const { body } = await service.ask<{ project: { pictures: Record<string, number> } }>(
      'GET',
      '/admin/projects/groceries',
      { headers },
    );
    const { pending, embedded, refined } = body.project.pictures;
    const seconds = (performance.now() - started) / 1000;
    if (pending === 0 && findable === 0) findable = seconds;
    if (pending === 0 && embedded === 0 && refined === data.length)
      return { findableSeconds: findable, refinedSeconds: seconds };
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
}

export interface PhotoFigures {
  readonly photos: number;
  readonly top1: number;
  readonly top5: number;
  readonly mrr: number;
}

/** Searches by each of the 296 photos, in a seeded order. Null if the photos are missing. */
export async function photoQuality(client: BenchClient, seed: number): Promise<PhotoFigures | null> {
  const list = dataFile('grocery-photos', 'val.txt');
  const classes = dataFile('grocery-photos', 'classes.csv');
  if (list === null || classes === null) return null;
  const names: string[] = [];
  for await (const line of linesOf(classes)) names.push((line.split(',')[0] ?? '').toLowerCase());
  names.shift();
  const photos: { file: string; id: string }[] = [];
  for await (const line of linesOf(list)) {
    const [path = '', classNo = ''] = line.split(',').map((part) => part.trim());
    const file = dataFile('grocery-photos', 'photos', path.replace(/^val\//, ''));
    if (file !== null) photos.push({ file, id: names[Number(classNo)] ?? '' });
  }
  const random = createRandom(seed);
  for (let i = photos.length - 1; i > 0; i--) {
    const j = Math.floor(random() * (i + 1));
    [photos[i], photos[j]] = [photos[j] as (typeof photos)[0], photos[i] as (typeof photos)[0]];
  }
  const ranks: number[] = [];
  for (const { file, id } of photos) {
    const answer = await client.raw('/image-search/groceries?limit=81', 'image/jpeg', await readFile(file));
    ranks.push((answer['items'] as { id: string }[]).findIndex((item) => item.id === id) + 1);
  }
  const share = (k: number): number => ranks.filter((rank) => rank > 0 && rank <= k).length / ranks.length;
  return {
    photos: ranks.length,
    top1: share(1),
    top5: share(5),
    mrr: mean(ranks.map((rank) => (rank === 0 ? 0 : 1 / rank))),
  };
}
