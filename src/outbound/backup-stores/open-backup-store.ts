import type { BackupLocation, BackupStore } from '../../ports/operation/backups.ts';
import { FolderStore } from './folder-store.ts';

/** Nothing is asked or created before the first use. */
export async function openBackupStore(location: BackupLocation): Promise<BackupStore> {
  if (location.kind === 'folder') return new FolderStore(location.folder);
  // Its client and XML parser are loaded only where backups go to such a store.
  const { S3Store } = await import('./s3-store.ts');
  return new S3Store(location);
}
