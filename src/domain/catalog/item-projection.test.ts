import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createItemProjection } from './item-projection.ts';

const stored = (text: string): Uint8Array => Buffer.from(text);
const shown = (bytes: Uint8Array): string => Buffer.from(bytes).toString();

describe('createItemProjection()', () => {
  it('always keeps `id` and the fields of the service', () => {
    const json = stored('{"_id":"i","_version":1,"id":"a","sku":"s","name":"n","specs":{"id":"x","cost":1}}');
    const project = createItemProjection({ fields: ['name', 'specs.id'], exclude: ['id', '_id'] });
    assert.equal(shown(project(json)), '{"_id":"i","_version":1,"id":"a","name":"n","specs":{"id":"x"}}');
    assert.equal(createItemProjection({ fields: null })(json), json);
  });

  it('caches by the state of the item, so that a new version is not confused with the old one', () => {
    const project = createItemProjection({ fields: ['price'] });
    const [first, second] = [stored('{"id":"a","price":1,"x":1}'), stored('{"id":"a","price":2,"x":1}')];
    const made = project(first);
    assert.equal(createItemProjection({ fields: ['price'] })(Uint8Array.from(first)), made);
    assert.equal(shown(project(second)), '{"id":"a","price":2}');
    assert.equal(shown(project(first)), '{"id":"a","price":1}');
  });

  it('caches each list of fields separately, for any number of lists', () => {
    const json = stored('{"id":"a","f0":0,"f1":1,"f2":2,"f3":3}');
    for (let round = 0; round < 3; round++)
      for (let i = 0; i < 40; i++) {
        const fields = [`f${i % 4}`, `other${i}`];
        const [name, value] = [`f${i % 4}`, i % 4];
        assert.equal(shown(createItemProjection({ fields })(json)), `{"id":"a","${name}":${value}}`);
        const rest = [0, 1, 2, 3].filter((n) => n !== value).map((n) => `"f${n}":${n}`);
        assert.equal(
          shown(createItemProjection({ fields: null, exclude: fields })(json)),
          `{"id":"a",${rest.join()}}`,
        );
      }
  });
});
