import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { request } from 'node:http';
import { join } from 'node:path';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { LocalService } from '../support/local-service.ts';
import { representative, wholeOnly } from '../support/matrix.ts';
import { item, root, RunningService } from '../support/service.ts';

/** Number of kills; every fourth one, from the third on, happens during an import. */
const kills = representative(1, 20);
const clients = 4;
/** Lines of an interrupted import: the first batch is stored, the second one is incomplete. */
const tornLines = 1_400;
const project = 'shop';

/** The expected state of one client's items. Only this client writes these ids. */
interface Knowledge {
  /** Acknowledged state of each item: its name, or null if deleted. */
  readonly items: Map<string, { name: string | null; _id: string }>;
  /** The unacknowledged write at the time of the kill, which may be stored or not. */
  unanswered: { id: string; name: string | null } | null;
  events: Set<string>;
  unansweredEvents: string[];
  imported: { line: number; upTo: number };
}

interface Listed {
  items: { _id: string; id: string; name: string; sku: string; _version: number }[];
  total: number;
}

class Client {
  readonly #service: RunningService;
  readonly #key: string;
  readonly #name: string;
  readonly known: Knowledge = {
    items: new Map(),
    unanswered: null,
    events: new Set(),
    unansweredEvents: [],
    imported: { line: 0, upTo: 0 },
  };
  acknowledged = 0;
  #turn = 0;

  constructor(service: RunningService, key: string, name: string) {
    this.#service = service;
    this.#key = key;
    this.#name = name;
  }

  /** Writes until the service is killed. */
  async writeUntilKilled(): Promise<void> {
    try {
      for (;;) await this.#write(this.#turn++);
    } catch (error) {
      // `fetch failed` or a truncated reply: the process was killed.
      if (error instanceof assert.AssertionError) throw error;
    }
  }

  async #write(turn: number): Promise<void> {
    const id = `${this.#name}-${turn % 17}`;
    const known = this.known.items.get(id);
    if (turn % 3 === 2) return this.#events(turn);
    if (known?.name === undefined || known.name === null) return this.#add(id, turn);
    return turn % 7 === 0 ? this.#remove(id, known._id) : this.#change(id, known._id, turn);
  }

  async #add(id: string, turn: number): Promise<void> {
    const name = `lamp ${this.#name}${turn}`;
    this.known.unanswered = { id, name };
    const { status, body } = await this.#ask<{ item: { _id: string } }>('POST', '/api/items', {
      project,
      data: item(id, { name }),
    });
    assert.equal(status, 201, JSON.stringify(body));
    this.#keep(id, name, body.item._id);
  }

  async #change(id: string, _id: string, turn: number): Promise<void> {
    const name = `chair ${this.#name}${turn}`;
    this.known.unanswered = { id, name };
    const { status, body } = await this.#ask('PUT', `/api/items/${_id}`, { project, data: { name } });
    assert.equal(status, 200, JSON.stringify(body));
    this.#keep(id, name, _id);
  }

  async #remove(id: string, _id: string): Promise<void> {
    this.known.unanswered = { id, name: null };
    const { status } = await this.#ask('DELETE', `/api/items/${_id}?project=${project}`);
    assert.equal(status, 200);
    this.#keep(id, null, _id);
  }

  async #events(turn: number): Promise<void> {
    const ids = Array.from({ length: 5 }, (_, at) => `${this.#name}-${turn}-${at}`);
    this.known.unansweredEvents = ids;
    const data = ids.map((id) => ({ id, type: 'view', user: this.#name, item: `${this.#name}-1` }));
    const { status, body } = await this.#ask('POST', '/api/events', { project, data });
    assert.equal(status, 201, JSON.stringify(body));
    for (const id of ids) this.known.events.add(id);
    this.known.unansweredEvents = [];
    this.acknowledged += ids.length;
  }

  #keep(id: string, name: string | null, _id: string): void {
    this.known.items.set(id, { name, _id });
    this.known.unanswered = null;
    this.acknowledged++;
  }

  #ask<T = Record<string, unknown>>(method: string, path: string, body?: unknown) {
    return this.#service.ask<T>(method, path, { key: this.#key, ...(body === undefined ? {} : { body }) });
  }
}

test(`every acknowledged write survives SIGKILL, ${kills} times`, async (t) => {
  await using service = await RunningService.start();
  const key = await service.project(project);
  const all = Array.from({ length: clients }, (_, at) => new Client(service, key, `c${at}`));
  const restartMs: number[] = [];
  let lost = 0;
  for (let kill = 0; kill < kills; kill++) {
    const writing = all.map((client) => client.writeUntilKilled());
    const torn = kill % 4 === 2 ? tornImport(service, key, kill) : null;
    const before = all.reduce((sum, { acknowledged }) => sum + acknowledged, 0);
    // Killed after a varying number of acknowledged writes, independent of time.
    while (all.reduce((sum, { acknowledged }) => sum + acknowledged, 0) < before + 30 + kill * 3)
      await sleep(1);
    await service.stop('SIGKILL');
    await Promise.all(writing);
    const imported = torn === null ? null : await torn;
    const began = performance.now();
    await service.restart();
    restartMs.push(Math.round(performance.now() - began));
    lost += await checkAll(service, key, all);
    if (imported !== null) await checkImport(service, key, kill, imported);
  }
  const acknowledged = all.reduce((sum, client) => sum + client.acknowledged, 0);
  restartMs.sort((a, b) => a - b);
  t.diagnostic(
    `acknowledged ${acknowledged}, lost ${lost}; start to ready ms: median ${restartMs[kills >> 1]}, longest ${restartMs.at(-1)}`,
  );
  assert.equal(lost, 0);
});

/** Compares the stored items with the expected state. Returns the number of lost writes. */
async function checkAll(service: RunningService, key: string, all: readonly Client[]): Promise<number> {
  const listed = await everyPage(service, key, `/api/items?project=${project}`);
  const own = listed.items.filter(({ id }) => id.startsWith('c'));
  assert.equal(new Set(listed.items.map(({ id }) => id)).size, listed.items.length, 'an item is duplicated');
  assert.equal(new Set(listed.items.map(({ _id }) => _id)).size, listed.items.length);
  assert.equal(listed.total, listed.items.length);
  const byId = new Map(own.map((one) => [one.id, one]));
  let lost = 0;
  for (const { known } of all) {
    for (const [id, { name, _id }] of known.items) {
      const there = byId.get(id);
      const possible = known.unanswered?.id === id ? known.unanswered.name : name;
      if ((there?.name ?? null) !== name && (there?.name ?? null) !== possible) lost++;
      if (there !== undefined && name !== null && known.unanswered?.id !== id) assert.equal(there._id, _id);
    }
  }
  // Search finds exactly the listed items.
  const browsed = await everyPage(service, key, `/search/${project}?q=`);
  assert.deepEqual(sorted(browsed.items), sorted(listed.items));
  for (const one of own.slice(0, 5)) {
    const { body: found } = await service.ask<Listed>(
      'GET',
      `/search/${project}?limit=10&q=${encodeURIComponent(one.name)}`,
      { key },
    );
    assert.equal(found.items[0]?.id, one.id);
  }
  for (const client of all) {
    lost += await checkEvents(service, key, client);
    adopt(client, byId);
  }
  return lost;
}

/** Acknowledged events must count as duplicates; an interrupted batch is stored completely or not at all. */
async function checkEvents(service: RunningService, key: string, client: Client): Promise<number> {
  const { known } = client;
  const send = async (ids: readonly string[]): Promise<number> => {
    const data = ids.map((id) => ({ id, type: 'view', user: 'again', item: 'x' }));
    if (ids.length === 0) return 0;
    const { body } = await service.ask<{ accepted: number; duplicates: number }>('POST', '/api/events', {
      key,
      body: { project, data },
    });
    return body.accepted;
  };
  const lost = await send([...known.events].slice(-500));
  const cutOff = await send(known.unansweredEvents);
  assert.ok(
    cutOff === 0 || cutOff === known.unansweredEvents.length,
    `${cutOff} events of one request were missing`,
  );
  for (const id of known.unansweredEvents) known.events.add(id);
  known.unansweredEvents = [];
  return lost;
}

/** Adopts the observed state of the unacknowledged write. */
function adopt(client: Client, byId: ReadonlyMap<string, { _id: string; name: string }>): void {
  const { unanswered, items } = client.known;
  if (unanswered === null) return;
  const there = byId.get(unanswered.id);
  items.set(unanswered.id, { name: there?.name ?? null, _id: there?._id ?? '' });
  client.known.unanswered = null;
}

/** Starts an import that the kill interrupts. Resolves to the number of lines that its task reported as stored. */
async function tornImport(service: RunningService, key: string, kill: number): Promise<number> {
  const line = (at: number): string =>
    `${JSON.stringify(item(`import${kill}-${at}`, { name: `imported sofa ${kill}` }))}\n`;
  const upload = request(`${service.url}/api/items/import?project=${project}&task=import${kill}`, {
    method: 'POST',
    headers: { 'x-api-key': key, 'content-type': 'application/x-ndjson' },
  });
  upload.on('error', () => undefined);
  let stored = 0;
  for (let at = 0; at < tornLines; at++) upload.write(line(at));
  // The body stays open, so that the import runs until the kill.
  for (;;) {
    const path = `/api/tasks/import${kill}?project=${project}`;
    const task = await service
      .ask<{ task?: { progress: { created: number } } }>('GET', path, { key })
      .catch(() => null);
    if (task === null) break;
    stored = task.body.task?.progress.created ?? stored;
    await sleep(5);
  }
  upload.destroy();
  return stored;
}

async function checkImport(
  service: RunningService,
  key: string,
  kill: number,
  stored: number,
): Promise<void> {
  const query = encodeURIComponent(`imported sofa ${kill}`);
  const { body } = await service.ask<Listed>('GET', `/search/${project}?limit=0&q=${query}`, { key });
  assert.ok(body.total >= stored, `${stored} were reported as stored, ${body.total} are found`);
  if (kill === kills - 1) return;
  const headers = await service.signIn();
  // Keeps the listing short in the next rounds.
  const found = await everyPage(service, key, `/search/${project}?q=${query}`);
  for (const { _id, id } of found.items) {
    if (id.startsWith('import'))
      await service.ask('DELETE', `/api/items/${_id}?project=${project}`, { headers });
  }
}

/** Reads all pages of a listing. */
async function everyPage(service: RunningService, key: string, path: string): Promise<Listed> {
  const items: Listed['items'] = [];
  for (;;) {
    const { body } = await service.ask<Listed>('GET', `${path}&limit=1000&offset=${items.length}`, { key });
    items.push(...body.items);
    if (body.items.length < 1000) return { items, total: body.total };
  }
}

function sorted(items: Listed['items']): string[] {
  return items.map(({ id, name, _version }) => `${id} ${name} ${_version}`).sort();
}

test('SIGTERM under load completes requests in progress, loses nothing, and exits with status 0', async () => {
  await using service = await RunningService.start();
  const key = await service.project(project);
  const acknowledged: string[] = [];
  const statuses = new Set<number>();
  let stopping = false;
  const writer = async (name: string): Promise<void> => {
    for (let at = 0; ; at++) {
      const id = `${name}-${at}`;
      try {
        const { status } = await service.ask('POST', '/api/items', {
          key,
          body: { project, data: item(id) },
        });
        statuses.add(status);
        if (status === 201) acknowledged.push(id);
        else return;
      } catch (error) {
        // Connections may be refused only after the signal.
        assert.ok(stopping, String(error));
        return;
      }
    }
  };
  const writers = Array.from({ length: 6 }, (_, at) => writer(`w${at}`));
  while (acknowledged.length < 60) await sleep(1);
  stopping = true;
  assert.equal(await service.stop('SIGTERM'), 0);
  await Promise.all(writers);
  for (const status of statuses) assert.ok(status === 201 || status === 503, `status ${status}`);
  await service.restart();
  const ids = new Set<string>();
  for (let offset = 0; ; offset += 1_000) {
    const { body } = await service.ask<Listed>(
      'GET',
      `/api/items?project=${project}&limit=1000&offset=${offset}`,
      { key },
    );
    for (const { id } of body.items) ids.add(id);
    if (body.items.length < 1_000) break;
  }
  assert.deepEqual(
    acknowledged.filter((id) => !ids.has(id)),
    [],
  );
});

test('a stop during an import keeps the lines reported as stored', async () => {
  await using service = await LocalService.start();
  const key = await service.project(project);
  const upload = request(`${service.url}/api/items/import?project=${project}&task=t`, {
    method: 'POST',
    headers: { 'x-api-key': key, 'content-type': 'application/x-ndjson' },
  });
  upload.on('error', () => undefined);
  for (let at = 0; at < 1_200; at++) upload.write(`${JSON.stringify(item(`i${at}`))}\n`);
  const progress = async () => {
    const { body } = await service.ask<{ task?: { progress: { created: number } } }>(
      'GET',
      `/api/tasks/t?project=${project}`,
      { key },
    );
    return body.task?.progress.created ?? 0;
  };
  while ((await progress()) < 500) await sleep(10);
  const stored = await progress();
  // A stalled client must not block the shutdown forever.
  await service.stop();
  await service.restart();
  const { body } = await service.ask<Listed>('GET', `/api/items?project=${project}&limit=1`, { key });
  assert.ok(body.total >= stored, `${stored} were counted, ${body.total} are there`);
});

// In npm test, a second start of `vitrine serve` in start-failures.test.ts.
test('a second process on the same folder exits with an error message', wholeOnly, async () => {
  await using service = await LocalService.start();
  const child = spawn(process.execPath, [join(root, 'src', 'main.ts')], {
    env: {
      PATH: process.env['PATH'] ?? '',
      NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'] ?? '',
      PORT: '0',
      VITRINE_DATA: service.dataDir,
      VITRINE_DEMO: 'off',
      VITRINE_IMAGE_MODEL: 'off',
    },
  });
  let printed = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => (printed += chunk.toString()));
  const status = await new Promise((resolve) => child.once('close', resolve));
  assert.equal(status, 1);
  assert.match(printed, /^Cannot start: Cannot open the data folder .* as another process has it/m);
  assert.equal((await service.ask('GET', '/health')).status, 200);
});
