import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { copyFileSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { enableCompileCache, getCompileCacheDir } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { after, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { ProgramRunner } from './program-runner.ts';

const program = new URL('./program.fixture.ts', import.meta.url);
const folder = mkdtempSync(join(tmpdir(), 'vitrine-program-'));
after(() => rmSync(folder, { recursive: true }));

const options = (signal = new AbortController().signal) => ({ signal });

const hasChrt = spawnSync('chrt', ['-i', '0', 'true']).status === 0;

/** The id that a program wrote, once it did. */
async function pidIn(path: string): Promise<number> {
  for (;;) {
    try {
      const pid = Number(readFileSync(path, 'utf8'));
      if (pid > 0) return pid;
    } catch {
      // It is starting.
    }
    await sleep(20);
  }
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return !isZombie(pid);
  } catch {
    return false;
  }
}

/** The number of zombies among the descendants of a process. */
function zombies(pid: number): number {
  const children = readdirSync(`/proc/${pid}/task`).flatMap((task) =>
    readFileSync(`/proc/${pid}/task/${task}/children`, 'utf8').trim().split(' ').filter(Boolean),
  );
  return children.reduce((sum, child) => sum + Number(isZombie(Number(child))) + zombies(Number(child)), 0);
}

const isZombie = (pid: number): boolean => readFileSync(`/proc/${pid}/stat`, 'utf8').includes(') Z ');

async function ended(pid: number): Promise<void> {
  while (isRunning(pid)) await sleep(20);
}

test('ProgramRunner.run() resolves with the reply of the program, for several at a time', async () => {
  await using runner = new ProgramRunner();
  const replies = await Promise.all(
    [1, 2, 3].map((one) =>
      runner.run(program, { action: 'double', numbers: Float64Array.of(one, 10) }, options()),
    ),
  );
  assert.deepEqual(replies, [Float64Array.of(2, 20), Float64Array.of(4, 20), Float64Array.of(6, 20)]);
});

test('ProgramRunner.run() rejects with the error of the task, or the end of the process', async () => {
  await using runner = new ProgramRunner();
  await assert.rejects(runner.run(program, { action: 'throw' }, options()), /as asked/);
  await assert.rejects(runner.run(program, { action: 'exit' }, options()), /ended: exit code 7/);
});

const linux = { skip: process.platform === 'linux' ? false : 'reads /proc' };
test('programs inherit no environment variables but the folder of the compile cache', linux, async (t) => {
  process.env['TEST_SECRET'] = 'in-no-program';
  t.after(() => delete process.env['TEST_SECRET']);
  // Where the environment of this process has no folder.
  enableCompileCache(join(folder, 'compiled'));
  await using runner = new ProgramRunner();
  const environment = await runner.run<string>(program, { action: 'environment' }, options());
  assert.doesNotMatch(environment!, /in-no-program/);
  assert.ok(
    environment!.split('\0').includes(`NODE_COMPILE_CACHE=${dirname(getCompileCacheDir()!)}`),
    environment!,
  );
});

test(
  'programs run in the background: with the policy SCHED_IDLE, in an autogroup of lowest priority',
  linux,
  async () => {
    await using runner = new ProgramRunner();
    const { stat, autogroup } = (await runner.run<{ stat: string; autogroup: string }>(
      program,
      { action: 'scheduling' },
      options(),
    ))!;
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    // Fields 19 and 41 of proc(5); SCHED_IDLE is 5.
    assert.equal(fields[16], '19');
    assert.equal(fields[38], hasChrt ? '5' : '0');
    if (autogroup !== '') assert.match(autogroup, / nice 19$/m);
  },
);

test('ProgramRunner.run() kills the process and resolves to null if it is aborted', async () => {
  await using runner = new ProgramRunner();
  const abort = new AbortController();
  const path = join(folder, 'aborted');
  const running = runner.run(program, { action: 'wait', path }, options(abort.signal));
  const pid = await pidIn(path);
  abort.abort();
  assert.equal(await running, null);
  await ended(pid);
  assert.equal(
    await runner.run(program, { action: 'wait' }, options(abort.signal)),
    null,
    'before its start',
  );
});

test('ProgramRunner.run() reports the CPU time of programs that reply, fail, exit or are killed', async () => {
  await using runner = new ProgramRunner();
  const seconds: number[] = [];
  const onCpuSeconds = (one: number): void => void seconds.push(one);
  for (const action of ['environment', 'throw', 'exit'])
    await runner.run(program, { action }, { ...options(), onCpuSeconds }).catch(() => undefined);
  const abort = new AbortController();
  const path = join(folder, 'busy');
  const running = runner.run(program, { action: 'wait', path }, { ...options(abort.signal), onCpuSeconds });
  await pidIn(path);
  abort.abort();
  await running;
  assert.equal(seconds.length, 4);
  assert.ok(
    seconds.every((one) => one > 0.005 && one < 60),
    seconds.join(),
  );
});

test('ProgramRunner.run() throws if the folder of the task is removed, as by a cleaner of temporary files', async () => {
  await using runner = new ProgramRunner();
  await assert.rejects(runner.run(program, { action: 'removeFolder' }, options()), /exit code 1/);
});

test('ProgramRunner[Symbol.asyncDispose]() kills what still runs', async () => {
  const runner = new ProgramRunner();
  const path = join(folder, 'disposed');
  const running = assert.rejects(runner.run(program, { action: 'wait', path }, options()), /signal 9/);
  const pid = await pidIn(path);
  await runner[Symbol.asyncDispose]();
  await running;
  await ended(pid);
});

test('programs are killed when the process that runs them is killed', async () => {
  const path = join(folder, 'orphaned');
  const [runner, target, task] = [
    new URL('./program-runner.ts', import.meta.url).href,
    program.href,
    { path },
  ];
  const script = `
    const { ProgramRunner } = await import(${JSON.stringify(runner)});
    const task = ${JSON.stringify({ action: 'wait', ...task })};
    const { signal } = new AbortController();
    await new ProgramRunner().run(new URL(${JSON.stringify(target)}), task, { signal });`;
  const parent = spawn(process.execPath, ['--input-type=module', '-e', script], { stdio: 'inherit' });
  const pid = await pidIn(path);
  const exit = once(parent, 'exit');
  parent.kill('SIGKILL');
  await exit;
  await ended(pid);
});

test('processes that ended leave at most one zombie, until the next start', linux, async () => {
  await using runner = new ProgramRunner();
  // Other tests of this process may have left some.
  const before = zombies(process.pid);
  const run = () => runner.run(program, { action: 'double', numbers: Float64Array.of(1) }, options());
  for (let runs = 0; runs < 4; runs++) await run();
  // The one before may end after the start of the last.
  for (let runs = 0; runs < 10 && zombies(process.pid) - before > 1; runs++) await run();
  const left = zombies(process.pid) - before;
  assert.ok(left <= 1, `${left}`);
});

test('paths of programs may contain blanks, quotes and dollar signs', async () => {
  const odd = join(folder, `it's $HOME "x"; exit`);
  mkdirSync(odd);
  for (const name of ['program.fixture.ts', 'program-task.ts'])
    copyFileSync(new URL(name, import.meta.url), join(odd, name));
  await using runner = new ProgramRunner();
  const copied = pathToFileURL(join(odd, 'program.fixture.ts'));
  const reply = await runner.run(copied, { action: 'double', numbers: Float64Array.of(4) }, options());
  assert.deepEqual(reply, Float64Array.of(8));
});
