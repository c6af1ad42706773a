import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { createClient, type ResourceOperations } from '@vitrine/sdk';
import { resourceNouns } from '../src/ports/configuration/resources.ts';
import { resourceOperationIds } from './support/resource-operations.ts';
import { operationsOf, type OpenApi } from './support/schema-values.ts';
import { root } from './support/service.ts';

const operations = operationsOf(JSON.parse(readFileSync(join(root, 'openapi.json'), 'utf8')) as OpenApi);
type Resources = ResourceOperations<{ readonly id: string }, unknown, unknown>;

for (const noun of resourceNouns) {
  test(`the SDK lists, gets, puts and deletes a ${noun} by the declared operations`, async () => {
    const sent: Request[] = [];
    const client = createClient({
      url: 'http://service',
      key: 'k',
      fetch: (input, init) => {
        sent.push(new Request(input as string, init));
        return Promise.resolve(Response.json({}));
      },
    });
    const resources = Reflect.get(noun === 'webhook' ? client.alerts : client, `${noun}s`) as Resources;
    await resources.list('shop');
    await resources.get('shop', 'a');
    await resources.put('shop', { id: 'a' }, { ifVersion: 3 });
    await resources.delete('shop', 'a', { ifVersion: 3 });
    const declared = Object.values(resourceOperationIds(noun)).map((id) => {
      const { method, path } = operations.find(({ operationId }) => operationId === id)!;
      return `${method} ${path.replace('{project}', 'shop').replace(/\{\w+\}/, 'a')}`;
    });
    assert.deepEqual(
      sent.map(({ method, url }) => `${method} ${new URL(url).pathname}`),
      declared,
    );
    assert.deepEqual(
      sent.map(({ headers }) => headers.get('if-match')),
      [null, null, '"3"', '"3"'],
    );
    assert.deepEqual(((await sent[2]!.json()) as Record<string, unknown>)[noun], { id: 'a' });
  });
}
