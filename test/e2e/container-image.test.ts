import assert from 'node:assert/strict';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { BuiltImage, missingForImages } from '../support/built-image.ts';
import { isWhole } from '../support/matrix.ts';
import { run } from '../support/packed-package.ts';
import { root } from '../support/service.ts';

/** Above a base image, in megabytes. */
const imageMax = 330;
const skip = isWhole ? (missingForImages() ?? false) : 'run by npm run test:all';

test(
  'deploy/Dockerfile builds an image that serves without root privileges and on a read-only root',
  { skip },
  (context) => {
    const folder = mkdtempSync(join(tmpdir(), 'vitrine-image-'));
    try {
      using image = new BuiltImage(folder);
      const { config, files } = image;
      assert.equal(config.User, '1000:1000');
      assert.deepEqual(Object.keys(config.Volumes), ['/data']);
      const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string };
      assert.equal(config.Labels['org.opencontainers.image.version'], version);
      for (const program of ['npm', 'npx', 'curl'])
        assert.equal(existsSync(join(files, 'usr', 'local', 'bin', program)), false, program);
      assert.ok(existsSync(join(files, 'vitrine', 'site', 'dist', 'index.html')), 'the built guides');
      const megabytes = Number.parseInt(
        run('du', ['-cms', join(files, 'vitrine'), join(files, 'usr', 'local')])
          .trim()
          .split('\n')
          .at(-1)!,
        10,
      );
      assert.ok(megabytes < imageMax, `${megabytes} MB`);
      const health = JSON.stringify(config.Healthcheck.Test.slice(1));
      const started = ['node', '/mnt/test/support/try-package.ts', ...config.Cmd];
      assert.match(image.run(started, { TRIED_HEALTHCHECK: health }), /pages/);
      assert.match(image.run(['vitrine', '--version'], {}), new RegExp(`^${version}$`, 'm'));
      assert.throws(() => image.run(['touch', '/vitrine/x'], {}), /Read-only file system/);
      context.diagnostic(`${megabytes} MB above the base image`);
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  },
);
