import { copyFile, rename } from 'node:fs/promises';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { makeFolder } from '../../lib/make-folder.ts';
import { computeFileDigest } from '../storage/file-digest.ts';
import { controlFile, isDataFolder, projectFiles, locateProjects } from './data-folder.ts';
import { checkBackup } from './integrity-check.ts';
import { hasManifest, manifestFile, readManifest, type Manifest, type ManifestEntry } from './manifest.ts';

/**
 * Restores a backup into an empty data folder. The whole backup is compared with its manifest, and each database
 * checked, before anything is copied.
 * @throws Error if the backup is incomplete or damaged, or the folder holds data
 */
export async function restoreBackup(from: string, into: string): Promise<{ files: number }> {
  if (!hasManifest(from))
    throw new Error(
      `Cannot restore from ${from} as it is not a backup: it has no ${manifestFile}. If it is older than manifests, copy ${controlFile} and the folder projects from it into an empty folder, and check that with \`vitrine doctor\``,
    );
  const { problems } = checkBackup(from);
  if (problems.length > 0)
    throw new Error(`Cannot restore from ${from} as it is damaged: ${problems.join('; ')}`);
  const manifest = readManifest(from);
  checkEmpty(into, manifest);
  makeFolder(locateProjects(into));
  // Copies the control database last: without it a folder is not a data folder, so an interrupted restore can be repeated.
  const isControl = ({ file }: ManifestEntry): boolean => file === controlFile;
  const { databases } = manifest;
  for (const { file } of [
    ...databases.filter((database) => !isControl(database)),
    ...databases.filter(isControl),
  ]) {
    const partial = join(into, `${file}.partial`);
    await copyFile(join(from, file), partial);
    await rename(partial, join(into, file));
  }
  return { files: databases.length };
}

/** @throws Error if a folder holds data other than an interrupted restore of the same backup */
function checkEmpty(into: string, { databases }: Manifest): void {
  const hashes = new Map(databases.map(({ file, sha256 }) => [file, sha256]));
  const isOwn = (name: string): boolean => {
    const file = `projects/${name}`;
    return (
      hashes.get(file) === computeFileDigest(join(into, file)).sha256 &&
      !existsSync(join(into, `${file}-wal`))
    );
  };
  if (!isDataFolder(into) && projectFiles(into).every(isOwn)) return;
  throw new Error(
    `Cannot restore into ${into} as it already contains data: use another folder, or move this one`,
  );
}
