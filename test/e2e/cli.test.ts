import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { mkdir, readFile, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { readDemoItems } from '../../src/cli/demo/demo-items.ts';
import { asJson, vitrine, withFolder } from '../support/command-line.ts';
import { LocalServer } from '../support/local-server.ts';
import { LocalService } from '../support/local-service.ts';
import { representative, wholeOnly } from '../support/matrix.ts';
import { item, root } from '../support/service.ts';

interface Shown {
  items: { id: string; name: string }[];
  total: number;
}

const allScopes = 'search,recommend,items:read,items:write,events';

test('the CLI creates projects and keys, imports, exports, backs up and restores with --data', async () => {
  await withFolder(async (folder) => {
    const data = ['--data', join(folder, 'data')];
    const { project } = await asJson<{ project: { id: string; name: string; currency: string } }>([
      'projects',
      'create',
      'shop',
      '--name',
      'My shop',
      '--currency',
      'SEK',
      ...data,
    ]);
    assert.deepEqual([project.id, project.name, project.currency], ['shop', 'My shop', 'SEK']);
    const key = await asJson(['keys', 'create', '--project', 'shop', '--scopes', allScopes, ...data]);
    assert.deepEqual(Object.keys(key).sort(), ['id', 'key', 'projects', 'scopes']);
    assert.deepEqual([key['scopes'], key['projects']], [allScopes.split(','), ['shop']]);
    const { keys } = await asJson<{ keys: { id: string; revokedAt: unknown }[] }>([
      'keys',
      'list',
      '--project',
      'shop',
      ...data,
    ]);
    assert.deepEqual(
      keys.map(({ id }) => id),
      [key['id']],
    );
    assert.ok(!JSON.stringify(keys).includes(String(key['key'])));
    await asJson(['keys', 'revoke', String(key['id']), ...data]);

    const lines = Array.from({ length: 700 }, (_, at) =>
      JSON.stringify(item(`i${at}`, { odd: at % 2 === 1 })),
    );
    await writeFile(join(folder, 'items.ndjson'), `${lines.join('\n')}\n`);
    const imported = await asJson<{ task: { status: string; progress: Record<string, number> } }>([
      'import',
      join(folder, 'items.ndjson'),
      '--project',
      'shop',
      ...data,
    ]);
    assert.deepEqual([imported.task.status, imported.task.progress['created']], ['succeeded', 700]);
    const out = join(folder, 'out.ndjson');
    const exported = await asJson(['export', '--project', 'shop', '--out', out, ...data]);
    assert.equal(exported['items'], 700);
    const ids = (await readFile(out, 'utf8'))
      .trim()
      .split('\n')
      .map((line) => (JSON.parse(line) as { id: string }).id);
    assert.deepEqual(
      ids,
      lines.map((_, at) => `i${at}`),
    );
    const update = ['import', '-', '--project', 'shop', '--mode', 'update', ...data];
    const changed = await vitrine(update, { input: '{"id":"i7","price":3}\n{"id":"none"}\n' });
    assert.equal(changed.status, 1);
    assert.match(changed.stdout, /^1 changed, 1 rejected\n {2}line 2: There is no item "none"/);
    // An export can be imported unchanged.
    assert.equal((await vitrine(['import', out, '--project', 'shop', ...data])).status, 0);
    const streamed = await vitrine(['export', '--project', 'shop', ...data]);
    assert.equal(streamed.stdout.trim().split('\n').length, 700);

    const backup = await asJson<{ folder: string }>(['backup', 'one', ...data]);
    assert.equal(backup.folder, join(folder, 'data', 'backups', 'one'));
    assert.match(
      (await asJson<{ error: string }>(['backup', 'one', ...data], 1)).error,
      /There is a backup "one" already/,
    );
    const restored = ['--data', join(folder, 'restored')];
    await asJson(['restore', backup.folder, ...restored]);
    assert.match(
      (await asJson<{ error: string }>(['restore', backup.folder, ...restored], 1)).error,
      /already contains data/,
    );
    assert.match(
      (await asJson<{ error: string }>(['restore', folder, '--data', join(folder, 'x')], 1)).error,
      /it is not a backup/,
    );
    const { projects } = await asJson<{ projects: { id: string; items: number }[] }>([
      'projects',
      'list',
      ...restored,
    ]);
    assert.deepEqual(
      projects.map(({ id, items }) => [id, items]),
      [['shop', 700]],
    );
    assert.equal((await vitrine(['projects', 'delete', 'shop', ...restored])).status, 2);
    await asJson(['projects', 'delete', 'shop', '--yes', ...restored]);
    assert.deepEqual((await asJson<{ projects: unknown[] }>(['projects', 'list', ...restored])).projects, []);
  });
});

test('the CLI works on a running service with --url and --key, and a backup during writes is consistent', async () => {
  await using service = await LocalService.start();
  const shopKey = await service.project('shop');
  const headers = await service.signIn();
  const { body } = await service.ask<{ key: string; id: string }>('POST', '/admin/keys', {
    headers,
    body: { scopes: ['admin', 'items:read', 'items:write'] },
  });
  const target = ['--url', `${service.url}/`, '--key', body.key];
  assert.equal((await asJson<{ projects: unknown[] }>(['projects', 'list', ...target])).projects.length, 1);
  const input = Array.from({ length: 600 }, (_, at) => JSON.stringify(item(`i${at}`))).join('\n');
  assert.equal((await vitrine(['import', '-', '--project', 'shop', ...target], { input })).status, 0);

  const state = { writing: true, written: 0 };
  const writer = (async () => {
    for (let at = 0; state.writing; at++) {
      // Two items in one write: a backup has both or neither.
      const pair = [item(`x${at}`, { name: `pair ${at}` }), item(`y${at}`, { name: `pair ${at}` })];
      assert.equal(
        (await service.ask('POST', '/api/items', { key: shopKey, body: { project: 'shop', data: pair } }))
          .status,
        201,
      );
      state.written = at + 1;
    }
  })();
  while (state.written < 3) await new Promise((resolve) => setTimeout(resolve, 5));
  const before = state.written;
  const { folder } = await asJson<{ folder: string }>(['backup', ...target]);
  state.writing = false;
  await writer;

  await withFolder(async (restored) => {
    const data = join(restored, 'data');
    await asJson(['restore', folder, '--data', data]);
    const child = spawn(
      process.execPath,
      [join(root, 'src', 'cli', 'main.ts'), 'serve', '--data', data, '--json'],
      {
        env: {
          PATH: process.env['PATH'] ?? '',
          NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'] ?? '',
          PORT: '0',
          VITRINE_DEMO: 'off',
          VITRINE_TEXT_MODEL: 'off',
          VITRINE_IMAGE_MODEL: 'off',
          VITRINE_LOG_LEVEL: 'warn',
        },
      },
    );
    try {
      const printed = await new Promise<string>((resolve, reject) => {
        child.stdout.once('data', (chunk: Buffer) => resolve(chunk.toString()));
        child.once('exit', (code) => reject(new Error(`exited with ${code}`)));
      });
      const { ready } = JSON.parse(printed) as { ready: string };
      const ask = async (url: string, path: string): Promise<Shown> => {
        const response = await fetch(`${url}${path}`, { headers: { 'x-api-key': shopKey } });
        return (await response.json()) as Shown;
      };
      const there = await ask(ready, '/search/shop?q=pair&limit=1000');
      assert.ok(
        there.total >= before * 2 && there.total % 2 === 0,
        `${there.total} items of pairs, ${before} pairs before`,
      );
      const ids = ({ items }: Shown): string[] => items.map(({ id }) => id);
      assert.deepEqual(
        ids(await ask(ready, '/search/shop?q=item%20i17')),
        ids(await ask(service.url, '/search/shop?q=item%20i17')),
      );
      assert.deepEqual(
        ids(await ask(ready, '/api/items?limit=50')),
        ids(await ask(service.url, '/api/items?limit=50')),
      );
    } finally {
      const ended = new Promise((resolve) => child.once('exit', resolve));
      child.kill('SIGTERM');
      assert.equal(await ended, 0);
    }
  });

  assert.match(
    (await asJson<{ error: string }>(['projects', 'list', '--url', service.url, '--key', 'wrong'], 1)).error,
    /api_key_invalid/,
  );
  assert.match(
    (await asJson<{ error: string }>(['projects', 'list', '--url', service.url, '--key', shopKey], 1)).error,
    /scope_missing/,
  );
  assert.match(
    (await asJson<{ error: string }>(['projects', 'list', '--data', service.dataDir], 1)).error,
    /another process has it/,
  );
  await service.stop();
  assert.match(
    (await asJson<{ error: string }>(['projects', 'list', ...target], 1)).error,
    /^Cannot reach http/,
  );
});

test('the CLI loads the demo shop once', wholeOnly, async () => {
  await withFolder(async (folder) => {
    const data = ['--data', join(folder, 'data')];
    const { project, key } = await asJson(['demo', ...data]);
    assert.equal(project, 'demo');
    assert.match(String(key), /^vtr_/);
    const { projects } = await asJson<{ projects: { items: number; events: number }[] }>([
      'projects',
      'list',
      ...data,
    ]);
    assert.equal(projects[0]?.items, (await readDemoItems(join(root, 'demo'))).length);
    assert.ok((projects[0]?.events ?? 0) > 1_000);
    assert.match((await asJson<{ error: string }>(['demo', ...data], 1)).error, /project_exists/);
  });
});

const wrongUses: readonly (readonly [args: string[], said: RegExp])[] = [
  [['nonsense'], /There is no command `nonsense`/],
  [['projects'], /create, list or delete is missing/],
  [['projects', 'rename'], /no `projects rename`/],
  [['convert', 'a.json', '--from', 'solr', '--out', 'x'], /--from must be one of algolia, .*, not solr/],
  [['convert', '--from', 'algolia', '--out', 'x'], /The files to convert are missing/],
  [
    ['convert', 'a.json', '--from', 'algolia', '--out', 'x', '--data', 'd'],
    /leave --url, --key and --data out/,
  ],
  [['projects', 'create'], /The id of the new project is missing/],
  [['projects', 'list', 'too', 'many'], /does not take "many"/],
  [['projects', 'list', '--scopes', 'x'], /has no option --scopes/],
  [['projects', 'list', '--nonsense'], /--nonsense/],
  [['projects', 'list', '--url', 'http://127.0.0.1:1'], /--url and --key go together/],
  [['projects', 'list', '--url', 'ftp://x', '--key', 'k'], /--url must begin with http:/],
  [['projects', 'list', '--url', 'http://x', '--key', 'k', '--data', 'd'], /give one of them/],
  [['keys', 'create', '--project', 'shop'], /--scopes is required/],
  [['keys', 'create', '--scopes', 'search'], /--project is required/],
  [['keys', 'create', '--scopes', 'admin', '--rate', 'fast'], /--rate must be a number/],
  [['import', 'x.ndjson'], /--project is required/],
  [['import', 'x.ndjson', '--project', 'shop', '--format', 'pdf'], /ndjson, csv or xml/],
  [
    ['import', 'x.ndjson', '--project', 'shop', '--mode', 'merge'],
    /must be one of replace, update, replaceAll/,
  ],
  [['export', '--project', 'shop', '--json'], /--out FILE/],
  [['restore'], /The folder of the backup is missing/],
  [['serve', '--url', 'http://x', '--key', 'k'], /requires the folder of a stopped service/],
  [['password'], /reset is missing/],
  [['password', 'show'], /no `password show`/],
  [['password', 'reset', '--url', 'http://x', '--key', 'k'], /requires the folder of a stopped service/],
  [['cluster'], /repair is missing/],
  [['cluster', 'restart'], /no `cluster restart`/],
  [['cluster', 'repair', '--url', 'http://x', '--key', 'k'], /environment of a process of the cluster/],
];

test('the CLI exits 2 with an error message on wrong usage', async () => {
  await withFolder(async (folder) => {
    const some = wrongUses.filter((_, index) => index % 12 === 0);
    for (const [args, said] of representative(some, wrongUses)) {
      const ran = await vitrine(args, { environment: { VITRINE_DATA: join(folder, 'data') } });
      assert.equal(ran.status, 2, `${args.join(' ')}: ${ran.stdout}${ran.stderr}`);
      assert.match(ran.stderr, said);
      assert.equal(ran.stdout.trim().startsWith('{') || ran.stdout === '', true);
    }
    const help = await vitrine(['--help']);
    assert.equal(help.status, 0);
    assert.match(help.stdout, /^vitrine \[command\]/);
    const version = await asJson(['--version']);
    assert.match(String(version['version']), /^\d+\.\d+\.\d+/);
  });
});

test('a command in a folder without data names --url and --data, and creates nothing', async () => {
  await withFolder(async (folder) => {
    const { status, stderr } = await vitrine(['projects', 'list'], { cwd: folder });
    assert.equal(status, 1);
    assert.match(
      stderr,
      /^There is no data folder at .*data: connect to a running service with --url and --key/,
    );
    assert.deepEqual(await readdir(folder), []);
  });
});

test('the CLI exits 1 for a missing file, an unknown project, and a folder that it cannot create', async () => {
  await withFolder(async (folder) => {
    const data = ['--data', join(folder, 'data')];
    await asJson(['projects', 'create', 'shop', ...data]);
    assert.match(
      (
        await asJson<{ error: string }>(
          ['import', join(folder, 'none.ndjson'), '--project', 'shop', ...data],
          1,
        )
      ).error,
      /There is no file/,
    );
    assert.match(
      (
        await asJson<{ error: string }>(
          ['export', '--project', 'none', '--out', join(folder, 'o'), ...data],
          1,
        )
      ).error,
      /project_not_found/,
    );
    assert.match(
      (await asJson<{ error: string }>(['projects', 'create', 'shop', ...data], 1)).error,
      /project_exists/,
    );
    await writeFile(join(folder, 'file'), '');
    assert.notEqual(
      (await asJson<{ error: string }>(['projects', 'list', '--data', join(folder, 'file', 'data')], 1))
        .error,
      '',
    );
    await mkdir(join(folder, 'damaged'));
    await writeFile(
      join(folder, 'damaged', 'vitrine.db'),
      'this is no database, and long enough to be looked at as one. '.repeat(20),
    );
    assert.match(
      (await asJson<{ error: string }>(['projects', 'list', '--data', join(folder, 'damaged')], 1)).error,
      /damaged.vitrine\.db.*not a database/,
    );
  });
});

test('serve exits 1 with a one-line message for an invalid environment', async () => {
  const bad: readonly (readonly [Record<string, string>, RegExp])[] = [
    [{ PORT: 'http' }, /^Cannot start: PORT must be a number from 0 to 65535; current value is "http"\n$/],
    [{ PORT: '65536' }, /^Cannot start: PORT /],
    [{ PORT: '-1' }, /^Cannot start: PORT /],
    [{ VITRINE_DEMO: 'yes' }, /^Cannot start: VITRINE_DEMO must be one of on, off/],
    [{ VITRINE_LOG_LEVEL: 'loud' }, /^Cannot start: VITRINE_LOG_LEVEL /],
    [{ VITRINE_ENGINE: 'other' }, /^Cannot start: VITRINE_ENGINE /],
    [{ VITRINE_ADMIN_PASSWORD: 'short' }, /^Cannot start: VITRINE_ADMIN_PASSWORD must be at least 8/],
    [{ VITRINE_PUBLIC_URL: 'shop' }, /^Cannot start: VITRINE_PUBLIC_URL /],
    [{ VITRINE_NONSENSE: 'x' }, /^Cannot start: VITRINE_NONSENSE must be a known variable: docs\/reference/],
    [
      { VITRINE_ADMIN_PASWORD: 'secret' },
      /^Cannot start: VITRINE_ADMIN_PASWORD must be a known variable, such as VITRINE_ADMIN_PASSWORD: docs\S+ lists all\n$/,
    ],
    [{ VITRINE_PORT: '80' }, /^Cannot start: VITRINE_PORT must be a known variable, such as PORT:/],
  ];
  for (const [environment, said] of representative(bad.slice(-2, -1), bad)) {
    const ran = await vitrine(['serve'], { environment });
    assert.equal(ran.status, 1, JSON.stringify(environment));
    assert.match(ran.stderr, said);
    assert.equal(ran.stdout, '');
  }
  await using other = await LocalServer.start((_request, response) => response.end());
  await withFolder(async (folder) => {
    const { port } = new URL(other.url);
    const ran = await vitrine(['serve'], {
      environment: { PORT: port, VITRINE_DATA: folder, VITRINE_LOG_LEVEL: 'silent' },
    });
    assert.equal(ran.status, 1);
    assert.match(ran.stderr, new RegExp(`^Cannot start: .*${port}.*, or choose another port with PORT\n$`));
    // The data folder is not opened: the next start sets the password, and prints it.
    const reset = await vitrine(['password', 'reset', '--data', folder]);
    assert.match(reset.stderr, /it is not the data folder of a service/);
  });
});
