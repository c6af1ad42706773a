// Writes openapi.json from the declarations of the operations; `--check` only compares.
import { readFileSync, writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readConfig } from '../src/config.ts';
import { createApp } from '../src/http/app.ts';
import { openService, root } from '../src/service.ts';

const file = join(root, 'openapi.json');

/** The document as served by a service on an empty folder that does not listen. */
export async function openapiDocument(): Promise<string> {
  const dataDir = await mkdtemp(join(tmpdir(), 'vitrine-openapi-'));
  try {
    const config = readConfig({ VITRINE_DATA: dataDir, VITRINE_LOG_LEVEL: 'silent' });
    await using service = await openService(config, { background: false });
    const { app } = await createApp({
      ...service,
      root,
      trustProxy: false,
      secure: false,
      stopping: new AbortController().signal,
    });
    const { body } = await app.inject({ method: 'GET', url: '/openapi.json' });
    await app.close();
    return body;
  } finally {
    await rm(dataDir, { recursive: true, force: true });
  }
}

if (import.meta.main) {
  const document = await openapiDocument();
  if (!process.argv.includes('--check')) {
    writeFileSync(file, document);
  } else if (readFileSync(file, 'utf8') !== document) {
    process.stderr.write('openapi.json is stale: run `npm run openapi`\n');
    process.exitCode = 1;
  }
}
