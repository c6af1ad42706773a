import assert from 'node:assert/strict';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { test } from 'node:test';
import { decodeVector, encodeVector } from '../../src/kernel/vectors/vector-codec.ts';
import { formatsSupported } from '../../src/engine/storage/schema.ts';
import { embeddedShop, openEmbedded } from './embedded-shop.ts';
import { photoQuery } from './pictures.ts';
import { Shop } from './shop.ts';

// The vectors of pictures in the database: eight bits per number, also of databases that earlier versions wrote with 32.

const length = 8;
const samples = 4;

function vectorOf(seed: number, count = 1): Float32Array {
  const vector = Float32Array.from({ length: length * count }, (_, i) => 1.5 + Math.sin(seed * 7 + i));
  const inverse = 1 / Math.hypot(...vector.subarray(0, length));
  return vector.map((value) => value * inverse);
}

const refinedOf = (no: number) => ({
  feature: vectorOf(no),
  augmentedMean: vectorOf(no + 0.1),
  calibrationSamples: vectorOf(no + 0.2, samples),
});

/** Removes what the four later changes of the format have added. */
const dropLater = `DROP INDEX log_erasures; DROP TABLE reformulations; DROP INDEX log_orders;
  DROP TABLE filtered_search_counts; DROP TABLE site_pages; DROP TABLE exposures;`;

interface Columns {
  readonly feature: Uint8Array;
  readonly augmented: Uint8Array;
  readonly probes: Uint8Array;
}

function columnsOf(db: DatabaseSync, table: string): Columns[] {
  return db
    .prepare(`SELECT feature, augmented, probes FROM ${table} ORDER BY no`)
    .all() as unknown as Columns[];
}

void test('Vectors of an earlier version are converted to eight bits, and find the same pictures', async () => {
  await using shop = await embeddedShop();
  for (const no of [0, 1, 2]) await shop.put({ id: `i${no}`, name: 'lamp', imgs: [`http://p/${no}`] });
  const { pictures } = shop.project;
  for (const step of ['embed', 'refine'] as const)
    for (const job of await pictures.take(10, shop.now, [step])) {
      const refined = refinedOf(job.no);
      const { feature } = refined;
      const result = step === 'embed' ? { step, feature, hash: `h${job.no}` } : { step, refined };
      await pictures.finish(job, result, shop.model);
    }
  const nearest = (): unknown => [0, 1, 2].map((no) => shop.project.pictures.bestMatch(vectorOf(no + 0.3)));
  const before = nearest();
  const file = join(shop.folder, 'projects', 'shop.db');
  await shop.reopen(async () => {
    const db = new DatabaseSync(file);
    for (const { feature, augmented, probes } of columnsOf(db, 'pictures')) {
      const bytes = [feature, augmented].map((column) => column.length);
      assert.deepEqual(bytes, [12 + length, 12 + length]);
      assert.equal(decodeVector(probes).length, 2 * length);
    }
    const put = db.prepare('UPDATE pictures SET feature = ?, augmented = ?, probes = ? WHERE no = ?');
    const rows = db.prepare('SELECT no FROM pictures').all() as { no: number }[];
    for (const { no } of rows) {
      const { feature, augmentedMean, calibrationSamples } = refinedOf(no);
      const vectors = [feature, augmentedMean, calibrationSamples];
      put.run(...vectors.map((vector) => encodeVector(vector, 'float32')), no);
    }
    db.exec(`INSERT INTO pictures_before SELECT no, position, source, 'other', feature, augmented, probes FROM pictures WHERE no = 0;
      INSERT INTO vectors_left SELECT 'x', model, status, feature, augmented FROM pictures WHERE no = 1;
      ${dropLater}
      PRAGMA user_version = ${formatsSupported.project - 6}`);
    db.close();
  });
  assert.deepEqual(nearest(), before);
  await shop.reopen(() => {
    const db = new DatabaseSync(file);
    for (const { feature, probes } of columnsOf(db, 'pictures')) {
      assert.equal(feature.length, 12 + length);
      assert.equal(decodeVector(probes).length, 2 * length);
    }
    const { feature } = db.prepare('SELECT feature FROM vectors_left').get() as unknown as Columns;
    assert.equal(feature.length, 12 + length);
    db.close();
    return Promise.resolve();
  });
});

void test('A flat photo is out of catalog unless it is as similar as scenes of an item or verified, other photos are not', async () => {
  const blankFeature = new Float32Array(length);
  const open = openEmbedded();
  await using shop = await Shop.open((options) =>
    open({ ...options, image: { ...options.image, blankFeature } }),
  );
  await shop.put({ id: 'a', name: 'lamp', imgs: ['http://p/a'] });
  const axis = (x: number, y: number): Float32Array => Float32Array.of(x, y, ...new Float32Array(length - 2));
  const { pictures } = shop.project;
  const feature = axis(1, 0);
  const refined = {
    feature,
    augmentedMean: feature,
    calibrationSamples: axis(0.95, Math.sqrt(1 - 0.95 ** 2)),
  };
  for (const step of ['embed', 'refine'] as const)
    for (const job of await pictures.take(1, shop.now, [step]))
      await pictures.finish(
        job,
        step === 'embed' ? { step, feature, hash: 'h' } : { step, refined },
        shop.model,
      );
  const verified = new Map([['a', { matchedPoints: [], bonus: 0.1 }]]);
  const found = async (cosine: number, isFlat: boolean, isVerified = false): Promise<string> => {
    const photo = axis(cosine, Math.sqrt(1 - cosine ** 2));
    return (await pictures.search(photo, photoQuery(), isVerified ? verified : undefined, isFlat)).confidence;
  };
  assert.equal(await found(0.8, true), 'out_of_catalog');
  assert.notEqual(await found(0.8, true, true), 'out_of_catalog');
  assert.notEqual(await found(0.8, false), 'out_of_catalog');
  assert.notEqual(await found(0.99, true), 'out_of_catalog');
  assert.equal(await found(0.3, false), 'out_of_catalog');
});

void test('A sorted list of a flat photo has the items whose pictures were found in it, however similar they are', async () => {
  await using shop = await embeddedShop();
  const numbers = Array.from({ length: 6 }, (_, i) => i);
  for (const no of numbers) await shop.put({ id: `i${no}`, name: `lamp ${no}`, imgs: [`http://p/${no}`] });
  const { pictures } = shop.project;
  for (const job of await pictures.take(6, shop.now, ['embed']))
    await pictures.finish(job, { step: 'embed', feature: vectorOf(job.no), hash: `h${job.no}` }, shop.model);
  const photo = vectorOf(0.05);
  const { hits } = await pictures.search(photo, photoQuery({ limit: 6 }));
  const last = hits.at(-1)!.item.id;
  const sort = [{ field: 'name', order: 'asc' }] as const;
  const listed = async (verified = new Map<string, { matchedPoints: []; bonus: number }>()) => {
    const found = await pictures.search(photo, photoQuery({ limit: 6, sort }), verified, true);
    return found.hits.map(({ item }) => item.id);
  };
  const similar = await listed();
  assert(!similar.includes(last));
  assert.deepEqual(
    await listed(new Map([[last, { matchedPoints: [], bonus: 0.1 }]])),
    [...similar, last].toSorted(),
  );
});

void test('What is learned from photos is kept over a restart', async () => {
  await using shop = await embeddedShop();
  const numbers = Array.from({ length: 16 }, (_, i) => i);
  for (const no of numbers) await shop.put({ id: `i${no}`, name: 'lamp', imgs: [`http://p/${no}`] });
  for (const step of ['embed', 'refine'] as const)
    for (const job of await shop.project.pictures.take(16, shop.now, [step])) {
      const { feature, augmentedMean, calibrationSamples } = refinedOf(job.no);
      const scenes = job.no % 2 === 0 ? augmentedMean : null;
      const refined = { feature, augmentedMean: scenes, calibrationSamples };
      const result = step === 'embed' ? { step, feature, hash: `h${job.no}` } : { step, refined };
      await shop.project.pictures.finish(job, result, shop.model);
    }
  const found = async (seed: number) => {
    const { hits } = await shop.project.pictures.search(vectorOf(seed), photoQuery({ limit: 16 }));
    return hits.map(({ item, score }) => [item.id, score]);
  };
  const first = await found(0.3);
  for (let photo = 1; photo < 20; photo++) await found(photo * 0.7);
  const learned = shop.project.pictures.bestMatch(vectorOf(0.3));
  assert.notEqual(learned.score, first[0]?.[1]);
  // A photo counts once, also on further pages.
  for (let page = 0; page < 5; page++) await found(0.7);
  assert.deepEqual(shop.project.pictures.bestMatch(vectorOf(0.3)), learned);
  await shop.reopen(async () => {
    const db = new DatabaseSync(join(shop.folder, 'projects', 'shop.db'));
    const names = db.prepare("SELECT name FROM state WHERE name LIKE '%:model-1' ORDER BY name").all();
    assert.deepEqual(
      names.map(({ name }) => name),
      ['query-mean:model-1', 'score-spread:model-1'],
    );
    db.close();
  });
  assert.deepEqual(shop.project.pictures.bestMatch(vectorOf(0.3)), learned);
  // Damaged, of another version, or of as many numbers as another model has: it is learned again.
  const headOf = (...numbers: number[]) => new Uint8Array(Uint32Array.from(numbers).buffer);
  for (const damaged of [
    new Uint8Array(3),
    headOf(9, 0),
    headOf(1, 1, 0, 0, 0, 0),
    new Uint8Array(32).fill(255),
  ]) {
    await shop.reopen(async () => {
      const db = new DatabaseSync(join(shop.folder, 'projects', 'shop.db'));
      db.prepare("UPDATE state SET value = ? WHERE name LIKE '%:model-1'").run(damaged);
      db.close();
    });
    assert.equal(shop.project.pictures.bestMatch(vectorOf(0.3)).score, first[0]?.[1]);
  }
});
