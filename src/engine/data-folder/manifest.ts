import { existsSync, readFileSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { join } from 'node:path';
import type { DatabaseCopy } from '../storage/database-copy.ts';
import { controlFile } from './data-folder.ts';

/** The list of a backup's databases, stored next to them. */
export const manifestFile = 'manifest.json';

const format = 1;

/** A database of a backup: `project` null for the list of projects. */
export interface ManifestEntry extends DatabaseCopy {
  /** The path within the folder, with `/`. */
  readonly file: string;
  readonly project: string | null;
}

export interface Manifest {
  readonly format: typeof format;
  /** The time in ISO 8601. */
  readonly createdAt: string;
  readonly databases: readonly ManifestEntry[];
}

/** Writes the manifest of a folder durably. */
export async function writeManifest(
  folder: string,
  createdAt: number,
  databases: readonly ManifestEntry[],
): Promise<void> {
  const manifest: Manifest = { format, createdAt: new Date(createdAt).toISOString(), databases };
  const file = await open(join(folder, manifestFile), 'w');
  try {
    await file.writeFile(`${JSON.stringify(manifest, null, 2)}\n`);
    await file.sync();
  } finally {
    await file.close();
  }
}

export function hasManifest(folder: string): boolean {
  return existsSync(join(folder, manifestFile));
}

/** @throws Error if the file is missing or is not a manifest */
export function readManifest(folder: string): Manifest {
  return parseManifest(readFileSync(join(folder, manifestFile), 'utf8'));
}

/** @throws Error if the text is not a manifest */
export function parseManifest(text: string): Manifest {
  const manifest: unknown = JSON.parse(text);
  if (!isManifest(manifest)) throw new Error(`it is not a manifest of format ${format}`);
  return manifest;
}

function isManifest(value: unknown): value is Manifest {
  if (!isObject(value) || value['format'] !== format || typeof value['createdAt'] !== 'string') return false;
  const { databases } = value;
  return Array.isArray(databases) && databases.every(isEntry);
}

/** File names must derive from project ids, so that none leads out of the folder. */
function isEntry(value: unknown): value is ManifestEntry {
  if (!isObject(value)) return false;
  const { file, project, bytes, sha256, counts } = value;
  const isNamed =
    project === null
      ? file === controlFile
      : typeof project === 'string' && /^[a-z0-9][\w-]*$/i.test(project) && file === `projects/${project}.db`;
  return isNamed && Number.isInteger(bytes) && typeof sha256 === 'string' && isObject(counts);
}

function isObject(value: unknown): value is Record<string, unknown> {
  return value !== null && typeof value === 'object' && !Array.isArray(value);
}
