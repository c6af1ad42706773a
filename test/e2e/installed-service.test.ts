import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { after, before, suite, test } from 'node:test';
import { loadDocumentationPages } from '../../src/http/documentation/documentation-pages.ts';
import { wholeOnly } from '../support/matrix.ts';
import { packService, projectWith, run, type PackedPackage } from '../support/packed-package.ts';
import { item, root, RunningService } from '../support/service.ts';
import { until } from '../support/until.ts';

/** The service as `npm install vitrine` has it: the files of its tarball, below `node_modules`, where Node strips no types. */
const packedMax = 70_000_000;
const unpackedMax = 85_000_000;
/** What the dependencies and the package take at most, in megabytes. */
const installedMax = 360;
/** Folders and files at the top of the package. */
const parts = [
  'bin',
  'console',
  'demo',
  'deploy',
  'dist',
  'docs',
  'elements',
  'examples',
  'instantsearch-client',
  'medusa',
  'models',
  'react',
  'sdk',
  'site',
  'tracker',
  'woocommerce',
];
const topFiles = ['CHANGELOG.md', 'LICENSE', 'NOTICE', 'README.md', 'package.json'];
const tryPackage = join(root, 'test', 'support', 'try-package.ts');

suite('the package of the service', () => {
  let folder: string;
  let packed: PackedPackage;

  before(() => {
    folder = mkdtempSync(join(tmpdir(), 'vitrine-package-'));
    run(process.execPath, ['--disable-warning=ExperimentalWarning', join(root, 'tools', 'compile.ts')]);
    packed = packService(folder);
  });
  after(() => rmSync(folder, { recursive: true, force: true }));

  test('has what serving needs, and nothing else', () => {
    const tops = new Set(packed.files.map((path) => path.split('/', 1)[0]!));
    // The guides are built for a release only, by `npm run docs`.
    tops.add('site');
    assert.deepEqual([...tops].sort(), [...parts, ...topFiles].sort());
    const wrong =
      /(^|\/)(node_modules|data|secrets|bench|test)\/|\.(test|fuzz|fixture)\.|\.env|\.log$|\.tsx?$/;
    assert.deepEqual(
      packed.files.filter((path) => wrong.test(path)),
      [],
    );
    const pages = [...loadDocumentationPages(root).values()].map(({ file }) => file);
    const needed = [
      'dist/main.js',
      'dist/cli/main.js',
      'dist/encoders/multilingual/matrix-kernel.wasm',
      'dist/encoders/multilingual/multilingual-worker.js',
      'dist/encoders/language/language-worker.js',
      'dist/kernel/vectors/simd-kernels.wasm',
      'dist/kernel/recommend/candidates/tree-kernels.wasm',
      'dist/kernel/recommend/learning/embedding-kernels.wasm',
      'console/dist/index.html',
      'console/dist/docs.html',
      'examples/storefront/dist/index.html',
      'tracker/dist/vitrine-tracker.js',
      'elements/dist/shop.js',
      'console/dist/preview.html',
      'woocommerce/vitrine-search.php',
      'models/manifest.json',
      'models/multilingual/encoder.bin',
      'models/multilingual/rows.bin',
      'models/multilingual/baseline.bin',
      'demo/products.ndjson',
    ];
    assert.deepEqual(
      [...needed, ...pages].filter((path) => !packed.files.includes(path)),
      [],
    );
  });

  test('is not larger than it should be', () => {
    assert.ok(packed.size < packedMax, `${packed.size} bytes packed`);
    assert.ok(packed.unpackedSize < unpackedMax, `${packed.unpackedSize} bytes unpacked`);
  });

  test('serves search, photo search and all pages', async () => {
    // Without the dependency `node`, as where install scripts are disabled.
    const dependencies = Object.keys(packed.manifest['dependencies'] as object).filter(
      (name) => name !== 'node',
    );
    const place = join(
      projectWith([packed], dependencies, join(folder, 'linked')),
      'node_modules',
      'vitrine',
    );
    assert.match(
      run(process.execPath, [join(place, 'bin', 'vitrine.mjs'), '--version']),
      new RegExp(`^${String(packed.manifest['version'])}$`, 'm'),
    );
    await using service = await RunningService.start(
      { VITRINE_THREADS: '0', VITRINE_IMAGE_MODEL: 'vendored' },
      join(place, 'dist', 'main.js'),
    );
    const key = await service.project('shop', ['search', 'items:write']);
    const mango = readFileSync(join(root, 'demo', 'groceries', 'pictures', 'mango.jpg'));
    const imgs = [{ url: `data:image/jpeg;base64,${mango.toString('base64')}` }];
    const data = item('mango', { name: 'Mango', imgs });
    assert.equal(
      (await service.ask('POST', '/api/items', { key, body: { project: 'shop', data } })).status,
      201,
    );
    const found = await service.ask<{ total: number }>('GET', '/search/shop?q=mangoo', { key });
    assert.equal(found.body.total, 1);
    await until('Photo search finds nothing', async () => {
      const body = new FormData();
      body.set('uploaded_file', new Blob([mango], { type: 'image/jpeg' }), 'mango.jpg');
      const reply = await fetch(`${service.url}/image-search/shop`, {
        method: 'POST',
        headers: { 'x-api-key': key },
        body,
      });
      return /"id":"mango"/.test(await reply.text());
    });
    for (const path of ['/console', '/docs/api', '/docs/guide/production.md', '/tracker.js', '/shop.js'])
      assert.equal((await fetch(`${service.url}${path}`)).status, 200, path);
  });

  test('is installed by npm from its tarball, and serves without a network', wholeOnly, (context) => {
    const place = join(folder, 'installed');
    mkdirSync(place);
    writeFileSync(join(place, 'package.json'), '{"private":true}');
    const npm = spawnSync('npm', ['install', '--prefer-offline', packed.tarball], {
      cwd: place,
      encoding: 'utf8',
    });
    if (/npm error code (ENOTFOUND|ECONNREFUSED|ETIMEDOUT|EAI_AGAIN)/.test(npm.stderr))
      return context.skip('no package registry');
    assert.equal(npm.status, 0, npm.stderr);
    const megabytes = Number.parseInt(run('du', ['-sm', join(place, 'node_modules')]), 10);
    assert.ok(megabytes < installedMax, `${megabytes} MB`);
    const own = [process.execPath, tryPackage, join(place, 'node_modules', '.bin', 'vitrine')];
    const isolated = ['unshare', '-rn', 'sh', '-c', 'ip link set lo up && exec "$@"', 'sh'];
    const canIsolate = spawnSync('unshare', ['-rn', 'true']).status === 0;
    const [program = '', ...parameters] = canIsolate ? [...isolated, ...own] : own;
    assert.match(run(program, parameters), /pages/);
    context.diagnostic(`${megabytes} MB installed${canIsolate ? ', served without a network' : ''}`);
  });

  test('its install scripts skip the CUDA download, and keep only the runtime of this machine', () => {
    const place = projectWith([packed], [], join(folder, 'pruned'));
    const onnx = join(place, 'node_modules', 'onnxruntime-node');
    const own = `linux/${process.arch}`;
    const provider = join(onnx, 'bin', 'napi-v6', own, 'libonnxruntime_providers_cuda.so');
    const write = (path: string, text = 'x'): void => {
      mkdirSync(dirname(path), { recursive: true });
      writeFileSync(path, text);
    };
    for (const runtime of ['linux/x64', 'linux/arm64', 'win32/x64', 'darwin/arm64'])
      write(join(onnx, 'bin', 'napi-v6', runtime, 'onnxruntime_binding.node'));
    write(join(onnx, 'package.json'), '{"name":"onnxruntime-node"}');
    write(
      join(onnx, 'script', 'install-metadata.js'),
      `module.exports = { requirements: { '${own}': ['cuda12'] }, manifests: { '${own}:cuda12': { './libonnxruntime_providers_cuda.so': {} } } };`,
    );
    const node = join(place, 'node_modules', 'node');
    write(join(node, 'package.json'), '{"name":"node"}');
    for (const file of ['bin/node', 'include/node/node.h'])
      write(join(node, 'node_modules', 'node-bin', file));
    // As npm sets it where it runs this test, from the .npmrc of the checkout.
    const unset = { npm_config_onnxruntime_node_install: '', npm_config_onnxruntime_node_install_cuda: '' };
    const script = (name: string, env = {}): unknown =>
      run(process.execPath, [join(place, 'node_modules', 'vitrine', 'bin', name)], {
        env: { ...unset, ...env },
      });

    script('skip-downloads.mjs', { ONNXRUNTIME_NODE_INSTALL: 'cuda12' });
    assert.equal(existsSync(provider), false, 'a download that the user wants is not skipped');
    script('skip-downloads.mjs');
    assert.equal(existsSync(provider), process.platform === 'linux');
    script('prune-platforms.mjs');
    const left = (path: string): string[] =>
      readdirSync(path, { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile())
        .map((entry) => join(entry.parentPath, entry.name));
    if (process.platform === 'linux')
      assert.deepEqual(left(join(onnx, 'bin')).sort(), [
        provider,
        join(dirname(provider), 'onnxruntime_binding.node'),
      ]);
    assert.deepEqual(left(join(node, 'node_modules')), [
      join(node, 'node_modules', 'node-bin', 'bin', 'node'),
    ]);
  });
});
