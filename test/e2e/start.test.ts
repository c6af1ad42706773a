import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { assertShape, codeBlocks, parseExample, runExample } from '../support/guide-examples.ts';
import { adminPassword, root, RunningService } from '../support/service.ts';
import { until } from '../support/until.ts';

const tries = 200;

/** Polls until the service no longer replies; false if it still does after `tries`. */
async function stopsReplying(url: string): Promise<boolean> {
  for (let i = 0; i < tries; i++) {
    try {
      await fetch(`${url}/health`);
    } catch {
      return true;
    }
    await sleep(100);
  }
  return false;
}

test('the service stops when npm start is stopped, also if npm kills only its shell', async () => {
  const data = await mkdtemp(join(tmpdir(), 'vitrine-start-'));
  // Several commands keep the shell alive, as in npm.
  const shell = spawn('sh', ['-c', `'${process.execPath}' tools/start.mjs; true`], {
    cwd: root,
    env: {
      PATH: process.env['PATH'] ?? '',
      PORT: '0',
      VITRINE_DATA: data,
      VITRINE_DEMO: 'off',
      VITRINE_TEXT_MODEL: 'off',
      VITRINE_IMAGE_MODEL: 'off',
      VITRINE_ADMIN_PASSWORD: adminPassword,
      npm_lifecycle_event: 'start',
    },
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const url = await new Promise<string>((resolve, reject) => {
    let printed = '';
    shell.stdout.on('data', (chunk: Buffer) => {
      printed += chunk.toString();
      const ready = /^ready (\S+)$/m.exec(printed)?.[1];
      if (ready !== undefined) resolve(ready);
    });
    shell.once('exit', () => reject(new Error(`The service exited before it was ready:\n${printed}`)));
  });
  shell.removeAllListeners('exit');
  assert.equal((await fetch(`${url}/health`)).status, 200);
  shell.kill('SIGTERM');
  assert.equal(await stopsReplying(url), true);
  await rm(data, { recursive: true, force: true });
});

test('a draining service is not ready, but replies until the drain time is over, also after a second signal', async () => {
  await using service = await RunningService.start({ VITRINE_DRAIN_SECONDS: '5' });
  const ended = service.stop('SIGINT');
  let status = 200;
  for (let i = 0; i < tries && status === 200; i++) {
    await sleep(5);
    ({ status } = await service.ask('GET', '/ready'));
  }
  assert.equal(status, 503);
  // Ctrl+C comes from the terminal and from npm.
  process.kill(service.pid, 'SIGINT');
  assert.equal((await service.ask('GET', '/health')).status, 200);
  assert.equal(await ended, 0);
});

test('the first start prints the quick start on stdout once the demo shop is loaded, and logs nothing', async () => {
  await using service = await RunningService.start({
    VITRINE_IMAGE_MODEL: 'vendored',
    VITRINE_DEMO: 'on',
    VITRINE_ADMIN_PASSWORD: '',
    VITRINE_LOG_LEVEL: 'info',
  });
  const { url } = service;
  await until('Photo search was not reported as ready', () =>
    service.output.includes('Photo search is ready'),
  );
  const said = service.output.replaceAll(/ +/g, ' ');
  const password = /^ Password (\S{16}) \(shown only once\)$/m.exec(said)?.[1];
  const key = /x-api-key: (vtr_\S+)'/.exec(said)?.[1];
  const { body } = await service.ask<{ total: number }>('GET', '/search/demo?q=apple%20juice', { key: key! });
  assert.ok(body.total > 0);
  const products = await service.ask<{ total: number }>('GET', '/search/demo?limit=0', { key: key! });
  const found = products.body.total;
  for (const [placement, list] of [
    ['home-trending', 'trending'],
    ['cart-cross-sell', 'together'],
  ]) {
    const asked = {
      index: 'demo',
      items: placement === 'home-trending' ? [] : ['alpine-hiking-boot-brown-38'],
    };
    const shown = await service.ask<{ list: string }>('POST', `/reco/placements/${placement}`, {
      key: key!,
      body: asked,
    });
    assert.equal(shown.body.list, list);
  }
  const items = /in (\d+) variants/.exec(said)?.[1];
  const events = /(\d+) events of simulated shoppers/.exec(said)?.[1];
  assert.deepEqual(
    said.split('\n').filter((line) => line !== ''),
    [
      ` Vitrine is running at ${url}`,
      ` Storefront ${url}/demo`,
      ` Console ${url}/console`,
      ` Password ${password} (shown only once)`,
      ` Guides ${url}/docs`,
      ` Reference ${url}/docs/api`,
      ` The demo shop is loaded: ${found} products in ${items} variants, ${events} events of simulated shoppers.`,
      ' Its pictures are being prepared for photo search in the background.',
      ' Sign in to the console, or send a first request:',
      ` curl -H 'x-api-key: ${key}' '${url}/search/demo?q=apple%20juice'`,
      `ready ${url}`,
      ` Photo search is ready: ${items} pictures of the demo shop.`,
    ],
  );
  await runReadme(url, key!);
});

/** The requests of README.md with their replies. */
async function runReadme(url: string, key: string): Promise<void> {
  const [start, names, ...requests] = codeBlocks('README.md');
  assert.match(start!.text, /^npm start .*\nnpm test /);
  const variables = names!.text.replace(/^url=\S+ key=\S+/, `url=${url}; key=${key}`);
  let replies: readonly string[] = [];
  for (const { language, line, text } of requests) {
    if (language === 'sh') replies = await runExample(variables + text, { folder: root, environment: {} });
    else assertShape(parseExample(text), JSON.parse(replies.at(-1) ?? ''), `README.md:${line}`);
  }
}
