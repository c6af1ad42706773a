/**
 * CPU cost of pictures in a running service (docs/internals/photo-search.md), on the grocery shop: 81 packshots in four versions, each
 * cropped differently.
 *
 *   npm run bench:photo-speed
 *
 * Prints pictures embedded per CPU second, the latency of keyword searches with and without concurrent embedding, the pictures to
 * embed again after a restart, and the CPU time of a photo search with and without geometric verification.
 */
import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';

const dataFolder = join(import.meta.dirname, '..', '..', 'shared', 'data', 'grocery-photos');
const projectRoot = join(import.meta.dirname, '..');
const copyCount = 4;
const ticksPerSecond = 100;
const print = (line: string): void => void process.stdout.write(`${line}\n`);
const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/** Starts a service on a data folder. */
async function serve(
  folder: string,
): Promise<{ url: string; stop: () => Promise<void>; cpuSeconds: () => number }> {
  const child = spawn(process.execPath, [join(projectRoot, 'src', 'main.ts')], {
    cwd: projectRoot,
    env: {
      PATH: process.env['PATH'] ?? '',
      PORT: '0',
      VITRINE_DATA: folder,
      VITRINE_DEMO: 'off',
      VITRINE_TEXT_MODEL: 'off',
      VITRINE_ADMIN_PASSWORD: 'bench bench bench',
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const url = await new Promise<string>((resolve) => {
    let printed = '';
    child.stdout.on('data', (chunk: Buffer) => {
      printed += chunk.toString();
      const ready = /^ready (\S+)$/m.exec(printed)?.[1];
      if (ready !== undefined) resolve(ready);
    });
  });
  const stop = async (): Promise<void> => {
    const ended = new Promise((resolve) => child.once('exit', resolve));
    child.kill('SIGTERM');
    await ended;
  };
  return { url, stop, cpuSeconds: () => cpuSecondsOf(child.pid ?? 0) };
}

/** User and system time of a process and its descendants, from `/proc`. */
function cpuSecondsOf(pid: number): number {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  const own = (Number(fields[11]) + Number(fields[12])) / ticksPerSecond;
  const children = readdirSync(`/proc/${pid}/task`).flatMap((task) =>
    readFileSync(`/proc/${pid}/task/${task}/children`, 'utf8').trim().split(' ').filter(Boolean),
  );
  return children.reduce((sum, child) => sum + cpuSecondsOf(Number(child)), own);
}

interface Ask {
  <T>(method: string, path: string, body?: unknown): Promise<T>;
}

async function session(url: string): Promise<Ask> {
  const headers: Record<string, string> = { 'x-vitrine-console': '1', 'content-type': 'application/json' };
  const signed = await fetch(`${url}/admin/session`, {
    method: 'POST',
    headers,
    body: JSON.stringify({ password: 'bench bench bench' }),
  });
  headers['cookie'] = signed.headers.get('set-cookie')?.split(';')[0] ?? '';
  return async <T>(method: string, path: string, body?: unknown): Promise<T> => {
    const sent = body === undefined ? {} : { body: JSON.stringify(body) };
    const response = await fetch(`${url}${path}`, { method, headers, ...sent });
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`);
    return (await response.json()) as T;
  };
}

async function items(): Promise<object[]> {
  const lines = readFileSync(join(dataFolder, 'classes.csv'), 'utf8').trim().split('\n').slice(1);
  const all: object[] = [];
  for (const line of lines) {
    const [name, id, , , path = ''] = line.split(',');
    const bytes = readFileSync(
      join(dataFolder, 'icons', path.replace('/iconic-images-and-descriptions/', '')),
    );
    const { width, height } = await sharp(bytes).metadata();
    for (let copy = 0; copy < copyCount; copy++) {
      const part = { left: 0, top: 0, width, height: height - copy };
      const cut = await sharp(bytes).extract(part).jpeg({ quality: 90 }).toBuffer();
      const imgs = [`data:image/jpeg;base64,${cut.toString('base64')}`];
      all.push({
        id: `${id}-${copy}`,
        sku: `${id}-${copy}`,
        name: `${name} ${copy}`,
        description: '',
        price: 1,
        imgs,
      });
    }
  }
  return all;
}

/** The p99 latency of 100 keyword searches in ms: the median of ten rounds. */
async function searchP99(ask: Ask): Promise<number> {
  const rounds: number[] = [];
  for (let round = 0; round < 10; round++) {
    const times: number[] = [];
    for (let i = 0; i < 100; i++) {
      const started = performance.now();
      await ask('GET', `/search/shop?q=${['apple', 'milk', 'juice', 'red'][i % 4]}`);
      times.push(performance.now() - started);
    }
    rounds.push(times.toSorted((a, b) => a - b)[98]!);
  }
  return rounds.toSorted((a, b) => a - b)[5]!;
}

interface Details {
  readonly project: {
    readonly pictures: Record<'pending' | 'embedded' | 'refined' | 'withoutPoints', number>;
  };
}

async function main(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'vitrine-bench-'));
  const pictured = await items();
  let service = await serve(folder);
  try {
    let ask = await session(service.url);
    const fill = async (project: string, data: readonly object[]): Promise<void> => {
      await ask('POST', '/admin/projects', { id: project });
      for (let at = 0; at < data.length; at += 100)
        await ask('POST', '/api/items', { project, data: data.slice(at, at + 100) });
    };
    const pending = async (project: string): Promise<number> =>
      (await ask<Details>('GET', `/admin/projects/${project}`)).project.pictures.pending;
    await fill(
      'shop',
      pictured.map((item) => ({ ...item, imgs: [] })),
    );
    const before = service.cpuSeconds();
    await fill('first', pictured);
    while ((await pending('first')) > 0) await pause(50);
    const seconds = service.cpuSeconds() - before;
    print(`embedded: ${pictured.length} pictures, ${(pictured.length / seconds).toFixed(1)} per CPU second`);
    await ask('DELETE', '/admin/projects/first');
    await searchP99(ask);
    const alone = await searchP99(ask);
    await fill('second', pictured);
    const concurrent = await searchP99(ask);
    const remaining = await pending('second');
    print(
      `search p99: ${alone.toFixed(2)} ms alone, ${concurrent.toFixed(2)} ms during embedding (${remaining} pictures remaining)`,
    );
    while ((await pending('second')) > 0) await pause(50);
    await service.stop();

    service = await serve(folder);
    ask = await session(service.url);
    print(`after a restart: ${await pending('second')} of ${pictured.length} pictures to embed`);
  } finally {
    await service.stop();
    rmSync(folder, { recursive: true, force: true });
  }
  await photoCost();
}

/** CPU time of photo searches, including region proposals, on an idle service. */
async function photoCost(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'vitrine-bench-'));
  const service = await serve(folder);
  try {
    const ask = await session(service.url);
    await ask('POST', '/admin/projects', { id: 'shop' });
    await ask('POST', '/api/items', {
      project: 'shop',
      data: (await items()).filter((_, i) => i % 40 === 0),
    });
    for (;;) {
      const { pictures } = (await ask<Details>('GET', '/admin/projects/shop')).project;
      if (pictures.pending + pictures.embedded + pictures.withoutPoints === 0) break;
      await pause(200);
    }
    const files = readFileSync(join(dataFolder, 'val.txt'), 'utf8').trim().split('\n').slice(0, 100);
    for (const geometricVerification of [false, true]) {
      await ask('PUT', '/api/projects/shop/settings', { search: { geometricVerification } });
      const before = service.cpuSeconds();
      for (const line of files) {
        const photo = readFileSync(join(dataFolder, 'photos', line.split(', ')[0]!.replace('val/', '')));
        await ask('POST', '/image-search/shop', { uploaded_file: photo.toString('base64'), limit: 5 });
      }
      const each = ((service.cpuSeconds() - before) * 1000) / files.length;
      const verified = geometricVerification ? 'with' : 'without';
      print(
        `photo search: ${each.toFixed(1)} ms of CPU ${verified} verification, including region proposals`,
      );
    }
  } finally {
    await service.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

if (existsSync(dataFolder)) await main();
else print('bench/photo-speed.ts skipped: ../shared/data/grocery-photos does not exist');
