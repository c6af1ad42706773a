import assert from 'node:assert/strict';
import { item, type Answer, type TestService } from './service.ts';

export interface Part {
  readonly kind: string;
  readonly id: string;
}
export interface Change extends Part {
  readonly before: unknown;
  readonly after: unknown;
  readonly differences: readonly {
    readonly path: string;
    readonly before: unknown;
    readonly after: unknown;
  }[];
}
export interface DraftReply {
  readonly draft: { readonly id: string };
  readonly version: number;
  readonly author: string;
  readonly changes: readonly Change[];
  readonly conflicts: readonly Change[];
  readonly notPreviewed: readonly string[];
}
export interface Found {
  readonly items: readonly { readonly id: string }[];
  readonly total: number;
  readonly rules: readonly string[];
  readonly userData?: readonly unknown[];
  readonly facets: Readonly<Record<string, { readonly values: readonly { readonly value: string }[] }>>;
  readonly warnings?: readonly { readonly code: string; readonly path: string; readonly detail: string }[];
}
export interface Problem {
  readonly code: string;
  readonly detail: string;
  readonly errors: readonly { readonly path: string; readonly code: string }[];
  readonly parts?: readonly Part[];
}
export interface Published {
  readonly version: {
    readonly number: number;
    readonly author: string;
    readonly message: string;
    readonly parts: readonly Part[];
  } | null;
  readonly task: { readonly id: string } | null;
}

const catalog = [
  item('brass', { name: 'Brass lamp', material: 'brass', price: 40, popularity: 3 }),
  item('steel', { name: 'Steel lamp', material: 'steel', price: 30, popularity: 2 }),
  item('ceiling', { name: 'Ceiling light', material: 'steel', price: 20, popularity: 1 }),
];

/** A project with three products, and requests to it. */
export async function draftShop(service: TestService, id: string) {
  const key = await service.project(id, ['search', 'recommend', 'items:write', 'settings']);
  const webKey = await service.project(id, ['search', 'recommend']);
  const path = `/api/projects/${id}`;
  const ask = <T = Record<string, unknown>>(
    method: string,
    to: string,
    body?: object,
    headers: Record<string, string> = {},
  ): Promise<Answer<T>> =>
    service.ask<T>(method, to, { key, headers, ...(body === undefined ? {} : { body }) });
  const ok = async <T = Record<string, unknown>>(method: string, to: string, body?: object): Promise<T> => {
    const answer = await ask<T>(method, to, body);
    assert.ok([200, 201].includes(answer.status), JSON.stringify(answer.body));
    return answer.body;
  };
  await ok('POST', '/api/items', { project: id, data: catalog });
  const put = (
    draft: Readonly<Record<string, unknown>> & { readonly id: string },
    more: object = {},
  ): Promise<DraftReply> => ok<DraftReply>('PUT', `${path}/drafts/${draft.id}`, { draft, ...more });
  return {
    key,
    webKey,
    path,
    ask,
    ok,
    put,
    get: (draft: string) => ok<DraftReply>('GET', `${path}/drafts/${draft}`),
    publish: (draft: string, body: object = {}) =>
      ok<Published>('POST', `${path}/drafts/${draft}/publish`, body),
    search: (body: object) => ok<Found>('POST', `/search/${id}`, body),
    found: async (body: object) =>
      (await ok<Found>('POST', `/search/${id}`, body)).items.map((one) => one.id),
  };
}

export const synonyms = [{ kind: 'equivalent', words: ['lamp', 'light'] }];
export const pinned = { id: 'first', when: { query: 'lamp' }, pin: [{ id: 'steel', position: 1 }] };
