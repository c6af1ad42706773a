import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { ServedProject } from '../ports/engine.ts';
import { BoundedReads } from './overload/bounded-reads.ts';
import { defineOperation, type Operation } from './operation.ts';
import { defineTextParameter } from './requests/parameters.ts';
import {
  bodyVerdicts,
  headVerdicts,
  newRequestFields,
  routeByBody,
  routeByHead,
  type Forwarding,
  type RouteParts,
} from './request-route.ts';

const shared = { tag: '', summary: '', status: 200, reply: null, handle: () => Promise.resolve(undefined) };
const project = (location: 'path' | 'query' | 'body') => ({ in: location, name: 'project' }) as const;
const withKey = (scope: 'search' | 'items:write', location: 'path' | 'query' | 'body') =>
  ({ kind: 'key', scope, project: project(location) }) as const;
const raw = { rawBody: { 'application/json': {} } };
const fields = { q: defineTextParameter({ description: '', lengthMax: 10 }) };
const define = (own: Partial<Parameters<typeof defineOperation>[0]>): Operation =>
  defineOperation({ ...shared, id: 'one', method: 'POST', path: '/', access: { kind: 'public' }, ...own });

const operations = {
  health: define({ method: 'GET' }),
  signIn: define({ body: fields }),
  search: define({ method: 'GET', access: withKey('search', 'path') }),
  searchByBody: define({ access: withKey('search', 'path'), body: fields }),
  photo: define({ access: withKey('search', 'path'), ...raw }),
  write: define({ access: withKey('items:write', 'body'), body: fields }),
  importItems: define({ access: withKey('items:write', 'query'), ...raw }),
  history: define({ access: { kind: 'admin', project: 'id' }, ...raw }),
  team: define({ access: { kind: 'session' }, body: fields }),
};

/** A request and its surroundings; by default, for a project that is here, in a process without threads. */
interface Facts {
  /** Null: no operation of this thread. */
  readonly one: Operation | null;
  readonly isPage?: boolean;
  readonly isStateThreadOnly?: boolean;
  readonly path?: Record<string, string>;
  readonly query?: Record<string, string>;
  readonly headers?: Record<string, string>;
  /** The only project of the key. */
  readonly keyProject?: string;
  /** Whether the body was read, as of a beacon. */
  readonly isRead?: boolean;
  /** On a serving thread: whether it answers; omitted: there are no threads. */
  readonly serves?: boolean;
  /** Another process has given up on the request that it forwarded. */
  readonly isGivenUp?: boolean;
}

/** What was asked for, in order. */
let steps: string[] = [];

function arrange(facts: Facts): { request: FastifyRequest; parts: RouteParts } {
  steps = [];
  const { one, path = {}, query = {}, headers = {}, serves } = facts;
  const request = {
    ...newRequestFields,
    operation: one,
    is404: one === null && facts.isPage !== true && facts.isStateThreadOnly !== true,
    routeOptions: { config: facts.isStateThreadOnly === true ? { isStateThreadOnly: true } : {} },
    params: path,
    query,
    headers,
    raw: { headers },
    received: facts.isRead === true ? {} : null,
  } as unknown as FastifyRequest;
  const forwarding = {
    serves: (_request: FastifyRequest, id: string | undefined) => {
      steps.push(`serves ${id}`);
      return serves === true;
    },
  } as Forwarding;
  const parts = {
    engine: {
      catchUp: (id?: string) => {
        steps.push(`catch up ${id}`);
        return Promise.resolve({} as ServedProject);
      },
    },
    guard: { likelyProject: () => facts.keyProject },
    boundedReads: new BoundedReads(null),
    forwarding: serves === undefined ? null : forwarding,
    holderForwarder: {
      isElsewhere: (_request: unknown, id: string) => id === 'far',
      arrivals: { has: () => facts.isGivenUp === true },
    },
  } as unknown as RouteParts;
  return { request, parts };
}

const json = (bytes: number): Record<string, string> => ({ 'content-length': String(bytes) });
const chunked = { 'transfer-encoding': 'chunked' };
const far = { project: 'far' };
const near = { project: 'near' };

const byHead: readonly (readonly [what: string, Facts, verdict: string, steps?: readonly string[]])[] = [
  ['an unknown address', { one: null }, 'nothing-here'],
  ['an unknown address on a serving thread', { one: null, serves: true }, 'state-thread'],
  [
    'an operation of the state thread alone',
    { one: null, isStateThreadOnly: true, serves: true },
    'state-thread',
  ],
  ['a page', { one: null, isPage: true }, 'answer'],
  ['a public GET', { one: operations.health }, 'answer'],
  ['a sign-in', { one: operations.signIn, headers: json(9) }, 'authorise', ['catch up undefined']],
  ['a search here', { one: operations.search, path: near }, 'authorise', ['catch up near']],
  ['a search elsewhere', { one: operations.search, path: far }, 'holder', []],
  [
    'a search elsewhere by a small body',
    { one: operations.searchByBody, path: far, headers: json(65_536) },
    'holder-with-body',
    [],
  ],
  [
    'the same by a large body',
    { one: operations.searchByBody, path: far, headers: json(65_537) },
    'holder-authorised',
    ['catch up far'],
  ],
  [
    'the same by a body of unknown size',
    { one: operations.searchByBody, path: far, headers: chunked },
    'holder-authorised',
    ['catch up far'],
  ],
  ['the same without a body', { one: operations.searchByBody, path: far }, 'holder', []],
  ['a beacon elsewhere', { one: operations.write, keyProject: 'far', isRead: true }, 'holder', []],
  [
    'a photo elsewhere',
    { one: operations.photo, path: far, headers: json(1_000_000) },
    'holder-authorised',
    ['catch up far'],
  ],
  [
    'an import elsewhere',
    { one: operations.importItems, query: far, headers: json(1_000_000) },
    'holder',
    [],
  ],
  ['an import here', { one: operations.importItems, query: near, headers: chunked }, 'authorise'],
  [
    'a write whose key is for a project elsewhere',
    { one: operations.write, keyProject: 'far', headers: json(9) },
    'holder-with-body',
    [],
  ],
  [
    'a write whose body names the project',
    { one: operations.write, headers: json(9) },
    'authorise',
    ['catch up undefined'],
  ],
  ['a history elsewhere', { one: operations.history, path: { id: 'far' }, headers: chunked }, 'holder', []],
  [
    'a history here',
    { one: operations.history, path: { id: 'near' }, headers: chunked },
    'authorise',
    ['catch up undefined'],
  ],
  ['an operation without a project', { one: operations.team, headers: json(9) }, 'authorise'],
  [
    'a search that a thread serves',
    { one: operations.search, path: near, serves: true },
    'authorise',
    ['catch up near', 'serves near'],
  ],
  [
    'a search of a project that is not replicated yet',
    { one: operations.search, path: near, serves: false },
    'state-thread',
    ['catch up near', 'serves near'],
  ],
];

for (const [what, facts, verdict, expected] of byHead)
  test(`routeByHead(): ${what}: ${verdict}`, async () => {
    const { request, parts } = arrange(facts);
    assert.equal(await routeByHead(request, parts), verdict);
    if (expected !== undefined) assert.deepEqual(steps, expected);
    const isOpened = steps.includes(`catch up ${request.likelyProject}`);
    if (isOpened) assert.notEqual(request.seenProject, null, 'the project is opened with it');
  });

const validated = define({ access: withKey('search', 'path'), onServingThreads: 'validated' });
const byBody: readonly (readonly [what: string, Facts, string | null, verdict: string, opened: number])[] = [
  ['a project here', { one: operations.write }, 'near', 'handle', 1],
  ['no project', { one: operations.team }, null, 'handle', 1],
  ['a project elsewhere', { one: operations.write }, 'far', 'holder', 0],
  ['a list on a serving thread', { one: validated, serves: true }, 'near', 'state-thread-call', 1],
  ['a list on the state thread', { one: validated }, 'near', 'handle', 1],
  ['a search on a serving thread', { one: operations.search, serves: true }, 'near', 'handle', 1],
  ['given up by its process', { one: operations.write, isGivenUp: true }, 'near', 'abandon', 1],
];

for (const [what, facts, projectId, verdict, opened] of byBody)
  test(`routeByBody(): ${what}: ${verdict}`, async () => {
    const { request, parts } = arrange(facts);
    const reply = { raw: { destroyed: false } };
    let count = 0;
    const open = (): Promise<void> => {
      count++;
      // While it was opened, the other process gave up.
      reply.raw.destroyed = true;
      return Promise.resolve();
    };
    const routed = routeByBody(request, reply as FastifyReply, { projectId, open }, parts);
    assert.equal(await routed, verdict);
    assert.equal(count, opened);
  });

test('the table of docs/internals/lifecycle.md has all verdicts, and no other', () => {
  const page = readFileSync(new URL('../../docs/internals/lifecycle.md', import.meta.url), 'utf8');
  const verdictsUnder = (heading: string): string[] => {
    const [, section = ''] = page.split(`## ${heading}\n`);
    const rows = section.split('\n## ', 1)[0]!.matchAll(/^\| `([a-z-]+)` \|/gm);
    return [...rows].map(([, verdict]) => verdict!);
  };
  assert.deepEqual(verdictsUnder('Before the body'), [...headVerdicts]);
  assert.deepEqual(verdictsUnder('After the body'), [...bodyVerdicts]);
  const tested = [...byHead.map(([, , verdict]) => verdict), ...byBody.map(([, , , verdict]) => verdict)];
  assert.deepEqual(new Set(tested), new Set([...headVerdicts, ...bodyVerdicts]));
});
