import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { until } from './until.ts';

/**
 * Starts the program `argv` as a new user does, with the demo shop and without settings, and asks it for what a shop and its team open. A
 * program of its own, so that it can run without a network or in an image: `node try-package.ts PROGRAM ...`.
 */
const photo = join(import.meta.dirname, '..', '..', 'demo', 'groceries', 'pictures', 'mango.jpg');
const pages: Readonly<Record<string, RegExp>> = {
  '/console': /<div id="root">/,
  '/demo': /<div id="root">/,
  '/docs': /Vitrine/,
  '/docs/guide/production.md': /^# Put Vitrine into production/,
  '/docs/api': /<div id="root">/,
  '/tracker.js': /vitrine/i,
  '/shop.js': /vitrine/i,
};

const [program = '', ...parameters] = process.argv.slice(2);
const temporary = await mkdtemp(join(tmpdir(), 'vitrine-package-'));
// In an image, its variables and its volume; elsewhere a free port and a new folder. Without the variables of the tests.
const { TEST_ALL: _all, VITRINE_FAILURES: _failures, ...given } = process.env;
const env = { PORT: '0', VITRINE_DATA: temporary, ...given, VITRINE_THREADS: '0' };
const service = spawn(program, parameters, {
  env,
  stdio: ['ignore', 'pipe', 'inherit'],
});
const exited = new Promise((resolve) => service.once('exit', resolve));
try {
  let printed = '';
  service.stdout.on('data', (chunk: Buffer) => (printed += chunk.toString()));
  await until(
    () => `It is not ready: ${printed}`,
    () => {
      assert.equal(service.exitCode, null, printed);
      return /^ready /m.test(printed);
    },
  );
  const url = /^ready (\S+)$/m.exec(printed)?.[1] ?? '';
  const healthcheck = JSON.parse(process.env['TRIED_HEALTHCHECK'] ?? '[]') as string[];
  if (healthcheck.length > 0)
    assert.equal(spawnSync(healthcheck[0]!, healthcheck.slice(1), { env }).status, 0);
  const headers = { 'x-api-key': /vtr_[\w-]+/.exec(printed)?.[0] ?? '' };
  const ask = async (path: string, body: FormData | null = null): Promise<string> => {
    const reply = await fetch(`${url}${path}`, { method: body === null ? 'GET' : 'POST', headers, body });
    const text = await reply.text();
    assert.equal(reply.status, 200, `${path}: ${text}`);
    return text;
  };
  const { items } = JSON.parse(await ask('/search/demo?q=red+jaket')) as { items: { name: string }[] };
  assert.match(items[0]?.name ?? '', /jacket/i);
  const form = new FormData();
  form.set('uploaded_file', new Blob([await readFile(photo)], { type: 'image/jpeg' }), 'mango.jpg');
  // The pictures of the demo shop are encoded in the background.
  await until(
    'Photo search does not find the mango',
    async () => /"id":"mango"/.test(await ask('/image-search/demo', form)),
    250,
  );
  for (const [path, pattern] of Object.entries(pages)) assert.match(await ask(path), pattern, path);
  process.stdout.write(`${Object.keys(pages).length} pages\n`);
} finally {
  service.kill('SIGTERM');
  await exited;
  await rm(temporary, { recursive: true, force: true });
}
