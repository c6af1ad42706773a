import type { AppliedChange } from './applied-change.ts';
import type { Row } from './row-codec.ts';
import type { Part } from './writer.ts';

/** Where a picture stands in the queue. */
export const pictureStatus = { pending: 0, embedded: 1, refined: 2, failed: 3, waiting: 4 } as const;

/**
 * What changed items' pictures need written in the items' own transaction. A picture whose source stays keeps
 * its vectors; kept files that no picture shows any more go.
 */
export function pictureParts(changes: readonly AppliedChange[]): Part[] {
  const media: Row[] = [];
  const puts: Row[] = [];
  const cuts: Row[] = [];
  const last = new Map<number, AppliedChange>();
  for (const change of changes) {
    last.set(change.no, change);
    for (const { hash, contentType, bytes } of change.content?.media ?? [])
      media.push([hash, contentType, bytes]);
  }
  for (const { no, before, content } of last.values()) {
    const pictures = content?.pictures ?? [];
    pictures.forEach((source, position) => puts.push([no, position, source]));
    if (before !== null) cuts.push([no, pictures.length]);
  }
  const once: Row[] = media.length + puts.length + cuts.length > 0 ? [[]] : [];
  return [
    {
      sql: 'INSERT INTO media (hash, type, bytes) VALUES (?, ?, ?) ON CONFLICT (hash) DO NOTHING',
      rows: media,
    },
    // A file may have come with a state that the next change of the same batch replaced.
    { sql: 'INSERT OR IGNORE INTO media_left VALUES (?)', rows: media.map(([hash]) => [hash ?? null]) },
    {
      sql: `INSERT INTO pictures (no, position, source, status, attempts) VALUES (?, ?, ?, ${pictureStatus.pending}, 0)
        ON CONFLICT (no, position) DO UPDATE SET source = excluded.source, status = excluded.status, attempts = 0, retry_at = NULL,
        error = NULL, model = NULL, feature = NULL, augmented = NULL, probes = NULL WHERE source <> excluded.source`,
      rows: puts,
    },
    { sql: 'DELETE FROM pictures WHERE no = ? AND position >= ?', rows: cuts },
    {
      sql: `DELETE FROM media WHERE hash IN (SELECT hash FROM media_left)
        AND NOT EXISTS (SELECT 1 FROM pictures WHERE source = '/media/' || hash)`,
      rows: once,
    },
    { sql: 'DELETE FROM media_left', rows: once },
  ];
}
