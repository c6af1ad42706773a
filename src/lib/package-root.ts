import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The folder of the project: sources, pages, models and demo shop. */
export const root = join(import.meta.dirname, '..', '..');

/** The version of the service. */
export const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
  readonly version: string;
};
