import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { TextQuery } from '../../src/ports/search/text.ts';
import { embedAll, feature, job, model, photoQuery, withPictures } from './pictures.ts';
import type { OpenEngine } from './shop.ts';

/** Refinement and keypoints in the contract of `ports/pictures/pictures.ts`. */
export function testPicturePoints(name: string, open: OpenEngine): void {
  test(`${name} Pictures.finish() of a refinement leaves a picture searchable, also without scenes`, async () => {
    await using shop = await withPictures(open);
    await embedAll(shop);
    const { pictures } = shop.project;
    const jobs = await pictures.take(10, shop.now, ['refine']);
    assert.equal(jobs.length, 4);
    const calibrationSamples = Float32Array.from([...feature(0, 0.1), ...feature(0, 0.3)]);
    const refined = { feature: feature(0, 0.1), calibrationSamples };
    for (const [i, augmentedMean] of [feature(3), feature(0, 0.5), null].entries())
      await pictures.finish(job(jobs, i), { step: 'refine', refined: { ...refined, augmentedMean } }, model);
    await pictures.fail(job(jobs, 3), { code: 'x', detail: 'y' }, null);
    assert.deepEqual(pictures.countByState(), {
      pending: 0,
      embedded: 0,
      refined: 4,
      failed: 0,
      withoutPoints: 4,
    });
    const look = async () =>
      (await shop.project.pictures.search(feature(0), photoQuery())).hits.map(
        ({ item, score }) => `${item.id} ${score.toFixed(4)}`,
      );
    const live = await look();
    assert.equal(live.length, 3);
    await shop.reopen();
    assert.deepEqual(await look(), live);
  });

  test(`${name} Pictures.points() returns the keypoints of a refinement or of a later job, which reuse() copies`, async () => {
    await using shop = await withPictures(open);
    const places = [
      ['a', 0],
      ['a', 1],
      ['b', 0],
      ['c', 0],
    ] as const;
    const stored = (): (number[] | null)[] =>
      places.map(([id, position]) => {
        const points = shop.project.pictures.points(id, position);
        return points === null ? null : [...points];
      });
    const embed = await shop.project.pictures.take(10, shop.now, ['embed']);
    for (const [i, one] of embed.entries())
      await shop.project.pictures.finish(one, { step: 'embed', feature: feature(i), hash: `h${i}` }, model);
    assert.deepEqual(await shop.project.pictures.take(10, shop.now, ['points']), []);
    const refine = await shop.project.pictures.take(10, shop.now, ['refine']);
    const refined = { feature: feature(0), augmentedMean: null, calibrationSamples: feature(0) };
    for (const [i, one] of refine.entries()) {
      const points = i === 0 ? { points: Uint8Array.of(1, 2) } : {};
      await shop.project.pictures.finish(one, { step: 'refine', refined, ...points }, model);
    }
    assert.deepEqual(stored(), [[1, 2], null, null, null]);
    assert.equal(shop.project.pictures.countByState().withoutPoints, 3);
    const [second, third, fourth] = await shop.project.pictures.take(10, shop.now, ['points']);
    await shop.project.pictures.finish(second!, { step: 'points', points: Uint8Array.of(3) }, model);
    // One fails for ever, one for a while.
    await shop.project.pictures.fail(third!, { code: 'x', detail: 'y' }, null);
    await shop.project.pictures.fail(fourth!, { code: 'x', detail: 'y' }, shop.now + 1_000);
    assert.deepEqual(await shop.project.pictures.take(10, shop.now, ['points']), []);
    assert.deepEqual(
      (await shop.project.pictures.take(10, shop.now + 1_000, ['points'])).map(({ itemId }) => itemId),
      ['c'],
    );
    assert.deepEqual(shop.project.pictures.countByState(), {
      pending: 0,
      embedded: 0,
      refined: 4,
      failed: 0,
      withoutPoints: 1,
    });
    await shop.put({ id: 'd', name: 'cup d', imgs: ['http://q/a0'] });
    const [copy] = await shop.project.pictures.take(1, shop.now, ['embed']);
    assert.equal(await shop.project.pictures.reuse(copy!, 'h0', model), true);
    await shop.reopen();
    assert.deepEqual([...shop.project.pictures.points('d', 0)!], [1, 2]);
    assert.deepEqual(stored(), [[1, 2], [3], null, null]);
    assert.equal(shop.project.pictures.points('nobody', 0), null);
    // Another picture at the place has no points yet.
    await shop.put({ id: 'a', name: 'cup a', imgs: ['http://p/a2'] });
    assert.deepEqual(stored().slice(0, 2), [null, null]);
  });

  test(`${name} Pictures.search() ranks verified pictures higher, except pinned ones, with the same total`, async () => {
    await using shop = await withPictures(open);
    await embedAll(shop);
    const { pictures } = shop.project;
    const query = photoQuery();
    const photo = feature(2, 0.9);
    const matchedPoints = [{ photo: [0.1, 0.2], picture: [0.3, 0.4] }] as const;
    const { hits } = await pictures.search(photo, query);
    const [first, second, third] = hits.map(({ item }) => item.id) as [string, string, string];
    const scores = (list: typeof hits) => list.map(({ item, score }) => `${item.id} ${score.toFixed(4)}`);
    const found = async (bonus: number, more: Partial<TextQuery> = {}) => {
      const verified = new Map([[second, { matchedPoints, bonus }]]);
      const result = await pictures.search(photo, { ...query, ...more }, verified);
      assert.equal(result.total, 3);
      assert.deepEqual(result.hits.find(({ item }) => item.id === second)?.matchedPoints, matchedPoints);
      assert.deepEqual(scores(result.hits).toSorted(), scores(hits).toSorted());
      return result.hits.map(({ item }) => item.id);
    };
    assert.deepEqual(await found(0), [first, second, third]);
    assert.deepEqual(await found(1), [second, first, third]);
    // Two items are about as similar: the verified one is a clear match.
    const confidence = async (bonus: number) =>
      (await pictures.search(feature(2, 0.98), query, new Map([[second, { matchedPoints, bonus }]])))
        .confidence;
    assert.deepEqual([await confidence(0), await confidence(0.5)], ['low', 'high']);
    const rules = { hidden: [], boosts: [], pins: [{ rule: 'r', id: third, position: 1 }] };
    assert.deepEqual(await found(1, { rules }), [third, second, first]);
    const unpinned = await pictures.candidates(photo, { ...query, rules, offset: 5, limit: 0 }, 3);
    assert.deepEqual(
      unpinned.map(({ item }) => item.id),
      [first, second],
    );
    assert.equal((await pictures.candidates(photo, query, 2)).length, 2);
    assert.deepEqual(
      await pictures.candidates(photo, { ...query, sort: [{ field: 'name', order: 'asc' }] }, 3),
      [],
    );
  });
}
