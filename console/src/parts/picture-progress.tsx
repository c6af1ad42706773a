import type { PictureCounts } from '@vitrine/sdk';
import type { ReactNode } from 'react';
import { count } from './formats.ts';

/** Progress of picture processing. Photo search finds embedded pictures, and refined ones more reliably. */
export function PictureProgress({ counts }: { counts: PictureCounts }): ReactNode {
  const { pending, embedded, refined, failed } = counts;
  const total = pending + embedded + refined + failed;
  const ready = embedded + refined;
  if (total === 0) return <p className="small faint">No pictures yet</p>;
  return (
    <div className="stack tight">
      <div className="row small" style={{ justifyContent: 'space-between' }}>
        <span className="soft">
          {pending === 0
            ? `${count(ready)} pictures ready for photo search`
            : `${count(ready)} of ${count(total)} pictures ready`}
        </span>
        {failed > 0 && <span className="badge bad">{count(failed)} failed</span>}
      </div>
      <div
        className="bar"
        role="progressbar"
        aria-label="Pictures ready"
        aria-valuemin={0}
        aria-valuemax={total}
        aria-valuenow={ready}
      >
        <span style={{ width: `${(100 * ready) / total}%` }} />
      </div>
    </div>
  );
}
