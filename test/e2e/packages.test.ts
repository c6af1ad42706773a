import assert from 'node:assert/strict';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { extname, join } from 'node:path';
import { after, before, suite, test } from 'node:test';
import { gzipSync } from 'node:zlib';
import type { Browser } from 'playwright-core';
import { publint } from 'publint';
import { launchChromium } from '../support/chromium.ts';
import { LocalServer } from '../support/local-server.ts';
import {
  packWorkspaces,
  projectWith,
  readmeExamples,
  run,
  runTool,
  type PackedPackage,
} from '../support/packed-package.ts';
import { wholeOnly } from '../support/matrix.ts';
import { item, root, RunningService, withoutServingThreads } from '../support/service.ts';
import { until } from '../support/until.ts';

/**
 * The packages as a shop installs them: the files of `npm pack`, and the examples of their READMEs on a real service. Of the
 * TypeScript blocks of a README, all are type-checked, `main.tsx` opens in Chromium, `server.tsx` is bundled and runs in Node, and blocks without a
 * file name run in Node as they are.
 */
const folders = ['sdk', 'react', 'tracker', 'elements', 'instantsearch-client', 'medusa'];
/** What a shop installs with them. */
const installed = [
  'react',
  'react-dom',
  'scheduler',
  '@types/react',
  '@types/react-dom',
  '@types/node',
  'csstype',
  'undici-types',
  'react-instantsearch',
  '@medusajs/types',
  'bignumber.js',
];
/** For declarations of others: those of React InstantSearch are for bundlers, those of Medusa name packages that it brings. */
const optionsFor: Readonly<Record<string, object>> = {
  'instantsearch-client': { module: 'preserve', moduleResolution: 'bundler', skipLibCheck: true },
  medusa: { skipLibCheck: true },
};
const types = { '.html': 'text/html', '.js': 'text/javascript' } as Record<string, string>;

suite('packed packages', () => {
  let target: string;
  let packages: PackedPackage[];
  let service: RunningService;
  let browser: Browser;
  let key = '';

  before(async () => {
    target = mkdtempSync(join(tmpdir(), 'vitrine-packages-'));
    packages = await packWorkspaces(folders, target);
    service = await RunningService.start(withoutServingThreads);
    browser = await launchChromium();
    const all = await service.project('shop', ['search', 'recommend', 'events', 'items:write', 'settings']);
    const data = ['Oak', 'Elm', 'Ash', 'Fir', 'Yew'].map((wood, no) =>
      item(`a${no + 1}`, {
        name: `${wood} chair`,
        brand: no % 2 === 0 ? 'Acme' : 'Birch',
        color: no < 3 ? 'brown' : 'white',
        price: 50 + no,
      }),
    );
    const added = await service.ask('POST', '/api/items', { key: all, body: { project: 'shop', data } });
    assert.equal(added.status, 201);
    const placement = {
      id: 'cart-cross-sell',
      list: 'together',
      fallbacks: ['popular'],
      title: 'Goes with it',
    };
    const { status, body } = await service.ask('PUT', '/api/projects/shop/placements/cart-cross-sell', {
      key: all,
      body: { placement },
    });
    assert.equal(status, 200, JSON.stringify(body));
    const created = await service.ask<{ key: string }>('POST', '/admin/keys', {
      body: { kind: 'web', scopes: ['search', 'recommend', 'events'], projects: ['shop'] },
      headers: await service.signIn(),
    });
    key = created.body.key;
  });
  after(async () => {
    await browser?.close();
    await service?.[Symbol.asyncDispose]();
    rmSync(target, { recursive: true, force: true });
  });

  for (const folder of folders) {
    const packed = (): PackedPackage => packages.find((one) => one.folder === folder)!;

    test(`${folder} has what a package needs`, () => {
      const { files, manifest } = packed();
      for (const file of ['README.md', 'LICENSE', 'CHANGELOG.md']) assert.ok(files.includes(file), file);
      assert.deepEqual(
        files.filter((file) => /\.test\./.test(file)),
        [],
      );
      assert.equal(manifest['license'], 'Apache-2.0');
      assert.ok(Object.hasOwn(manifest, 'sideEffects'));
      assert.equal((manifest['repository'] as { directory: string }).directory, folder);
      assert.equal(
        readFileSync(join(root, folder, 'LICENSE'), 'utf8'),
        readFileSync(join(root, 'LICENSE'), 'utf8'),
      );
    });

    test(`${folder} passes publint`, async () => {
      const bytes = readFileSync(packed().tarball);
      const tarball = bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength);
      const { messages } = await publint({ pack: { tarball }, strict: true });
      assert.deepEqual(messages, []);
    });

    test(`${folder} passes are-the-types-wrong`, wholeOnly, () => {
      // The packages are modules only, as Node 20.19 and newer can also \`require\` them.
      runTool('@arethetypeswrong/cli/dist/index.js', [
        packed().tarball,
        '--profile',
        'esm-only',
        '--no-color',
      ]);
    });
  }

  test('the hooks and components of react are Client Components, and its index is none', () => {
    const place = projectWith(packages, [], join(target, 'client-components'));
    const built = join(place, 'node_modules', '@vitrine', 'react', 'dist');
    const files = readdirSync(built).filter((name) => name.endsWith('.js'));
    const isClient = (name: string): boolean =>
      readFileSync(join(built, name), 'utf8').startsWith("'use client';");
    const usesReact = (name: string): boolean =>
      /from ['"](?:react(?:\/jsx-runtime)?|\.\/use-latest\.js)['"]/.test(
        readFileSync(join(built, name), 'utf8'),
      );
    assert.ok(files.filter(usesReact).length > 10);
    assert.deepEqual(files.filter(isClient).sort(), files.filter(usesReact).sort());
    // Otherwise Server Components could not call the functions of its index, such as `parseSearchState()`.
    assert.ok(!isClient('index.js'));
  });

  /** The examples as files of a project that has the packages, with the address and key of the service. */
  const examplesOf = (folder: string): { place: string; files: string[] } => {
    const place = projectWith(packages, installed, join(target, `shop-${folder}`));
    const files = readmeExamples(folder).map(({ name, code }, index) => {
      const file = name ?? `example-${index + 1}.ts`;
      const own = code.replaceAll('http://127.0.0.1:4700', service.url).replaceAll('YOUR_WEB_KEY', key);
      writeFileSync(join(place, file), own);
      return file;
    });
    assert.ok(files.length > 0);
    return { place, files };
  };

  for (const folder of folders) {
    const options = ['sdk', 'medusa'].includes(folder) ? {} : wholeOnly;
    test(`the examples of ${folder}/README.md run from the packed files`, options, async () => {
      const { place, files } = examplesOf(folder);
      const moduleOptions = {
        module: 'nodenext',
        lib: ['es2024', 'dom', 'dom.iterable'],
        jsx: 'react-jsx',
        noEmit: true,
      };
      const compilerOptions = {
        ...moduleOptions,
        target: 'es2024',
        strict: true,
        allowImportingTsExtensions: true,
        ...optionsFor[folder],
      };
      writeFileSync(
        join(place, 'tsconfig.json'),
        JSON.stringify({
          compilerOptions: { ...compilerOptions, types: ['node'] },
          include: ['*.ts', '*.tsx'],
        }),
      );
      runTool('typescript/bin/tsc', ['-p', place]);
      for (const file of files.filter((one) => one.startsWith('example-'))) {
        const output = run(process.execPath, [join(place, file)], { cwd: place, env: { VITRINE_KEY: key } });
        assert.notEqual(output.trim(), '', `${file} prints nothing`);
      }
      for (const file of files.filter((one) => one.startsWith('server.'))) {
        runTool('vite/bin/vite.js', ['build', '--ssr', file, '--outDir', 'server', '--logLevel', 'warn'], {
          cwd: place,
        });
        assert.match(
          run(process.execPath, [join(place, 'server', 'server.js')], { cwd: place }),
          /Oak chair/,
        );
      }
      const main = files.find((one) => one.startsWith('main.'));
      if (main !== undefined) await openPage(bundle(place, main));
    });
  }

  /** Opens the page of an example and waits until it shows products, all without an error. */
  const openPage = async (folder: string): Promise<void> => {
    await using server = await serveFolder(folder);
    const page = await browser.newPage();
    const problems: string[] = [];
    page.on('pageerror', (error) => problems.push(error.message));
    page.on('console', (message) => {
      if (message.type() === 'error') problems.push(message.text());
    });
    page.on('response', (reply) => {
      if (!reply.ok()) problems.push(`${reply.status()} ${reply.url()}`);
    });
    try {
      await page.goto(server.url);
      await until(
        'The page shows no product',
        async () =>
          // Also in shadow trees, which `innerText` leaves out.
          (await page.getByText(/chair/).count()) > 0,
      );
      await page.waitForLoadState('networkidle');
      assert.deepEqual(problems, []);
    } finally {
      await page.close();
    }
  };

  test('a page that imports `@vitrine/sdk/shop` gets at most 5,000 bytes of it, compressed', () => {
    const place = projectWith(packages, [], join(target, 'size'));
    writeFileSync(
      join(place, 'main.ts'),
      `import { createShopClient } from '@vitrine/sdk/shop';\nglobalThis.shop = createShopClient({ url: 'x' });\n`,
    );
    const built = bundle(place, 'main.ts');
    const bytes = gzipSync(readFileSync(join(built, 'main.js')), { level: 9 }).length;
    assert.ok(bytes > 1_000, `${bytes} bytes: not the client`);
    assert.ok(bytes <= 5_000, `${bytes} bytes`);
    // The same by the whole SDK, of which the rest is left out.
    writeFileSync(join(place, 'main.ts'), readFileSync(join(place, 'main.ts'), 'utf8').replace('/shop', ''));
    bundle(place, 'main.ts');
    assert.ok(gzipSync(readFileSync(join(built, 'main.js')), { level: 9 }).length <= 5_000);
  });

  test('a page gets at most 5,000 bytes of the InstantSearch client, compressed', () => {
    const place = projectWith(packages, [], join(target, 'instantsearch-size'));
    writeFileSync(
      join(place, 'main.ts'),
      `import { createInstantSearchClient, sendInsightsTo } from '@vitrine/instantsearch-client';\nglobalThis.client = [createInstantSearchClient({ url: 'x', key: 'k' }), sendInsightsTo];\n`,
    );
    const bytes = gzipSync(readFileSync(join(bundle(place, 'main.ts'), 'main.js')), { level: 9 }).length;
    assert.ok(bytes > 2_000 && bytes <= 5_000, `${bytes} bytes`);
  });
});

/** Bundles a program and a page for it; returns the folder. */
function bundle(place: string, main: string): string {
  writeFileSync(
    join(place, 'index.html'),
    `<div id="root"></div><script type="module" src="/${main}"></script>`,
  );
  writeFileSync(
    join(place, 'vite.config.js'),
    `export default { build: { rolldownOptions: { output: { entryFileNames: 'main.js' } }, modulePreload: { polyfill: false } } };`,
  );
  runTool('vite/bin/vite.js', ['build', '--logLevel', 'warn'], { cwd: place });
  return join(place, 'dist');
}

function serveFolder(folder: string): Promise<LocalServer> {
  return LocalServer.start((request, response) => {
    const path = new URL(request.url ?? '/', 'http://localhost').pathname;
    if (path === '/favicon.ico') return response.writeHead(204).end();
    const file = path === '/' ? 'index.html' : path.slice(1);
    return response
      .setHeader('content-type', types[extname(file)] ?? '')
      .end(readFileSync(join(folder, file)));
  });
}
