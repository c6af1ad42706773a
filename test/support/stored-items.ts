import assert from 'node:assert/strict';
import type { TestService } from './service.ts';

interface ItemAccess {
  readonly service: TestService;
  /** A key of the project `shop` that reads and writes items. */
  readonly key: string;
}

/** A stored item by its `id`. */
export async function storedItem<T>({ service, key }: ItemAccess, id: string): Promise<T> {
  return (await service.ask<{ item: T }>('GET', `/api/items/${id}?by=id`, { key })).body.item;
}

/** Changes fields of an item, as another client does. */
export async function changeItem({ service, key }: ItemAccess, id: string, data: object): Promise<void> {
  const reply = await service.ask('PUT', `/api/items/${id}?by=id`, { key, body: { project: 'shop', data } });
  assert.equal(reply.status, 200);
}
