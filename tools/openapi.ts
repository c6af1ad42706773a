// Writes openapi.json, the SDK's types and the table of errors from the declarations; `--check` only compares.
import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readConfig } from '../src/config.ts';
import { createApp } from '../src/http/app.ts';
import { root } from '../src/lib/package-root.ts';
import { errorKinds } from '../src/ports/error-kinds.ts';
import { openService } from '../src/service.ts';
import { contractTypes } from './contract.ts';

export const documentFile = 'openapi.json';
export const contractFile = 'sdk/src/contract.ts';
const errorsFile = 'docs/reference/errors.md';

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

/** The SDK's types of the document, formatted. */
export function sdkContract(document: string): string {
  const types = contractTypes(JSON.parse(document) as Parameters<typeof contractTypes>[0]);
  const oxfmt = join(root, 'node_modules', 'oxfmt', 'bin', 'oxfmt');
  const { stdout, stderr, status } = spawnSync(process.execPath, [oxfmt, '--stdin-filepath', contractFile], {
    input: types,
    cwd: root,
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(`Cannot format the types: ${stderr}`);
  return stdout;
}

/** The page of errors with the rows of its table. */
function errorsPage(): string {
  const rows = Object.entries(errorKinds).map(
    ([code, { status, title, hint }]) => `| \`${code}\` | ${status} | ${title} | ${hint} |\n`,
  );
  const page = readFileSync(join(root, errorsFile), 'utf8');
  return page.replace(/(?<=^\|---\|---\|---\|---\|\n)(?:\|.*\n)*/m, () => rows.join(''));
}

if (import.meta.main) {
  const document = await openapiDocument();
  const current = {
    [documentFile]: document,
    [contractFile]: sdkContract(document),
    [errorsFile]: errorsPage(),
  };
  for (const [file, text] of Object.entries(current)) {
    const path = join(root, file);
    if (!process.argv.includes('--check')) {
      writeFileSync(path, text);
    } else if (readFileSync(path, 'utf8') !== text) {
      process.stderr.write(`${file} is stale: run \`npm run openapi\`\n`);
      process.exitCode = 1;
    }
  }
}
