import assert from 'node:assert/strict';
import type { ChildProcess } from 'node:child_process';
import { EventEmitter } from 'node:events';
import { test, type TestContext } from 'node:test';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { EncoderReply, EncoderRequest } from './encoder-messages.ts';
import { EncoderProcess, type EncoderFault, type EncoderState } from './encoder-process.ts';
import { ModelSlot } from './model-slot.ts';

type Request = EncoderRequest<string, string>;

class EncoderFaultError extends Error {
  constructor(fault: EncoderFault) {
    super(`${fault.kind} ${'detail' in fault ? fault.detail : ''}`);
  }
}

/** A process without a program: it exits once it is asked to, or is killed, and replies what the test says. */
class ScriptedProcess extends EventEmitter {
  readonly requests: Request[] = [];
  hasExited = false;

  send(request: Request): void {
    this.requests.push(request);
    if (request.type === 'close') this.exit(0);
  }

  kill(): boolean {
    this.exit(null);
    return true;
  }

  exit(code: number | null): void {
    this.hasExited = true;
    setImmediate(() => this.emit('exit', code, code === null ? 'SIGKILL' : null));
  }

  say(reply: EncoderReply): void {
    this.emit('message', reply);
  }

  /** Replies that the model is loaded. */
  load(sha256 = 'a'): void {
    const facts = { blankFeature: Float32Array.of(1), referenceSimilarity: 1 };
    const { isChecked } = this.requests[0] as Extract<Request, { type: 'load' }>;
    const known = isChecked ? { blankFeature: null, referenceSimilarity: null } : facts;
    this.say({ type: 'ready', model: { name: 'model', sha256 }, ...known });
  }
}

const idleMs = 60_000;
const queryMsMax = 150;

function start(
  t: TestContext,
  unloadingResidentBytesMax = Infinity,
  slot?: ModelSlot,
): {
  encoder: EncoderProcess<string, string>;
  processes: ScriptedProcess[];
  states: EncoderState[];
} {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const processes: ScriptedProcess[] = [];
  const states: EncoderState[] = [];
  const encoder = new EncoderProcess<string, string>({
    kind: 'text',
    program: new URL('file:///none'),
    source: 'model',
    queue: { queriesInFlightMax: 2, queriesWaitingMax: 8, queriesWaitingPerClientMax: 8 },
    repeatsAfterCrash: false,
    toError: (fault) => new EncoderFaultError(fault),
    onState: (state) => states.push(state),
    spawn: () => {
      const one = new ScriptedProcess();
      processes.push(one);
      return one as unknown as ChildProcess;
    },
    idleMs,
    queryMsMax,
    unloadingResidentBytesMax,
    slot,
  });
  t.after(() => encoder.close());
  encoder.start();
  processes[0]!.load();
  return { encoder, processes, states };
}

const query = { priority: 'query' } as const;
const done = (id: number): EncoderReply => ({ type: 'done', id, vectors: [Float32Array.of(id)] });

void test('EncoderProcess ends its process once it had no job for idleMs, and stays ready', (t) => {
  const { encoder, processes, states } = start(t);
  t.mock.timers.tick(idleMs - 1);
  assert.equal(processes[0]!.hasExited, false);
  t.mock.timers.tick(1);
  assert.equal(processes[0]!.hasExited, true);
  assert.deepEqual(encoder.status(), {
    ready: true,
    detail: 'The text model model is loaded again when it is next needed',
    referenceSimilarity: 1,
  });
  assert.deepEqual(states, ['starting', 'ready', 'unloaded']);
});

void test('EncoderProcess keeps its process during a job, and idleMs after it', async (t) => {
  const { encoder, processes } = start(t);
  t.mock.timers.tick(idleMs - 1);
  const job = encoder.submit('long', { priority: 'background' });
  t.mock.timers.tick(idleMs);
  processes[0]!.say(done(1));
  assert.deepEqual(await job, [Float32Array.of(1)]);
  t.mock.timers.tick(idleMs - 1);
  assert.equal(processes[0]!.hasExited, false);
  t.mock.timers.tick(1);
  assert.equal(processes[0]!.hasExited, true);
});

void test('EncoderProcess starts with the next job, which waits for the model, and keeps what it knows of it', async (t) => {
  const { encoder, processes, states } = start(t);
  t.mock.timers.tick(idleMs);
  const job = encoder.submit('text', query);
  assert.equal(processes.length, 2);
  assert.equal(encoder.status().ready, true);
  assert.equal((processes[1]!.requests[0] as { isChecked?: boolean }).isChecked, true);
  processes[1]!.load();
  processes[1]!.say(done(1));
  assert.deepEqual(await job, [Float32Array.of(1)]);
  assert.deepEqual(encoder.blankFeature, Float32Array.of(1));
  assert.equal(encoder.status().referenceSimilarity, 1);
  // The exit of the first one, which may come late, is none of the second.
  await nextTurn();
  assert.deepEqual(states, ['starting', 'ready', 'unloaded', 'reloading', 'ready']);
  t.mock.timers.tick(idleMs);
  assert.equal(processes[1]!.hasExited, true);
});

void test('EncoderProcess lets a query wait for a model no longer than for its reply', async (t) => {
  const { encoder, processes } = start(t);
  t.mock.timers.tick(idleMs);
  const job = encoder.submit('text', query);
  t.mock.timers.tick(queryMsMax);
  await assert.rejects(job, /timeout/);
  assert.equal(encoder.status().ready, true);
  processes[1]!.load();
  assert.equal(processes[1]!.requests.length, 1, 'the query was dropped');
  const next = encoder.submit('text', query);
  processes[1]!.say(done(2));
  assert.deepEqual(await next, [Float32Array.of(2)]);
});

void test('EncoderProcess tries again to load a model that cannot be loaded any more, and says why until then', async (t) => {
  const { encoder, processes, states } = start(t);
  t.mock.timers.tick(idleMs);
  const job = encoder.submit('text', query);
  processes[1]!.say({ type: 'failed', detail: 'The file is missing' });
  processes[1]!.exit(0);
  await assert.rejects(job, /unavailable The file is missing/);
  await nextTurn();
  assert.deepEqual(encoder.status(), {
    ready: false,
    detail: 'The file is missing; it starts again in 250 ms',
    referenceSimilarity: 1,
  });
  t.mock.timers.tick(250);
  processes[2]!.load('b');
  assert.equal(encoder.status().ready, false);
  assert.match(encoder.status().detail, /files of the model were replaced: restart the service/);
  await nextTurn();
  t.mock.timers.tick(500);
  processes[3]!.load();
  assert.equal(encoder.status().ready, true);
  assert.deepEqual(states.slice(3), [
    'reloading',
    'restarting',
    'starting',
    'restarting',
    'starting',
    'ready',
  ]);
});

void test('EncoderProcess keeps its process next to a large one, which would stop for the next start', (t) => {
  const { encoder, processes } = start(t, 0);
  t.mock.timers.tick(10 * idleMs);
  assert.equal(processes[0]!.hasExited, false);
  assert.equal(encoder.status().ready, true);
});

void test('EncoderProcess.close() ends an encoder without a process', async (t) => {
  const { encoder, processes } = start(t);
  t.mock.timers.tick(idleMs);
  await encoder.close();
  await assert.rejects(encoder.submit('text', query), /stopping/);
  assert.equal(processes.length, 1);
});

void test('EncoderProcess with a slot ends its idle process for another model, and its next job waits for the slot', async (t) => {
  const slot = new ModelSlot();
  const { encoder, processes } = start(t, 0, slot);
  const other = { begun: 0, begin: () => void other.begun++, onContention: () => {}, isUrgent: () => false };
  slot.acquire(other);
  assert.equal(processes[0]!.hasExited, true);
  const job = encoder.submit('text', { priority: 'background' });
  await nextTurn();
  await nextTurn();
  assert.equal(other.begun, 1);
  assert.equal(processes.length, 1);
  assert.equal(encoder.status().ready, true);
  slot.release(other);
  await nextTurn();
  assert.equal(processes.length, 2);
  processes[1]!.load();
  processes[1]!.say(done(1));
  assert.deepEqual(await job, [Float32Array.of(1)]);
});

void test('EncoderProcess with a slot finishes the job in progress before another model, and repeats the waiting ones later', async (t) => {
  let now = 0;
  t.mock.method(performance, 'now', () => now);
  const slot = new ModelSlot();
  const { encoder, processes } = start(t, 0, slot);
  const jobs = ['first', 'second'].map((text) => encoder.submit(text, { priority: 'background' }));
  const other = { begun: 0, begin: () => void other.begun++, onContention: () => {}, isUrgent: () => false };
  slot.acquire(other);
  now = 10_000;
  t.mock.timers.tick(10_000);
  assert.equal(processes[0]!.hasExited, false);
  processes[0]!.say(done(1));
  assert.equal(processes[0]!.hasExited, true);
  assert.deepEqual(await jobs[0], [Float32Array.of(1)]);
  await nextTurn();
  await nextTurn();
  assert.equal(other.begun, 1);
  slot.release(other);
  await nextTurn();
  processes[1]!.load();
  processes[1]!.say(done(2));
  assert.deepEqual(await jobs[1], [Float32Array.of(2)]);
});
