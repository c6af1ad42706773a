import { readHost } from '../../lib/url-host.ts';
import type { ReadConnection } from '../storage/database.ts';
import { pictureStatus, type PictureRow } from './picture-rows.ts';

/** Failed pictures with the same host and error code. */
interface FailedPictures {
  readonly host: string;
  readonly code: string;
  readonly count: number;
  /** The failed picture of the newest item. */
  readonly newest: { readonly no: number; readonly position: number };
}

export function readFailureCode({ error }: Pick<PictureRow, 'error'>): string {
  return error === null ? '' : (JSON.parse(error) as { code: string }).code;
}

/**
 * Failed pictures by host and error code, most frequent first. The database groups by the text between `://` and the next slash: few
 * addresses are left to parse.
 */
export function listFailedPictures(reads: ReadConnection): FailedPictures[] {
  const { failed, waiting } = pictureStatus;
  const rows = reads
    .prepare(
      `WITH failures AS (
        SELECT no, position, source, substr(source, instr(source, '://') + 3) AS rest, json_extract(error, '$.code') AS code
        FROM pictures WHERE status IN (${failed}, ${waiting})
      )
      SELECT substr(rest, 1, instr(rest || '/', '/') - 1) AS authority, coalesce(code, '') AS code, count(*) AS count,
        max(no) AS no, position, source
      FROM failures GROUP BY authority, code`,
    )
    .all() as { code: string; count: number; no: number; position: number; source: string }[];
  const groups = new Map<string, FailedPictures>();
  for (const { source, code, count, no, position } of rows) {
    const host = readHost(source);
    const key = JSON.stringify([host, code]);
    const same = groups.get(key);
    groups.set(key, {
      host,
      code,
      count: count + (same?.count ?? 0),
      newest: same !== undefined && same.newest.no > no ? same.newest : { no, position },
    });
  }
  return [...groups.values()].sort((a, b) => b.count - a.count || (a.host < b.host ? -1 : 1));
}
