import type { ReactNode } from 'react';
import type { ImportRun } from '../../app/import-run.ts';
import { bytes, count, timeLeft } from '../../parts/formats.ts';

/** Shorter times say nothing about the rest. */
const elapsedMsMin = 2_000;

/** The progress of a running import. */
export function ImportProgress({
  run: { file, task, startedAt },
  onStop,
}: {
  run: ImportRun & { readonly step: 'running' };
  onStop: () => void;
}): ReactNode {
  const total = Math.max(1, task?.progress.bytesTotal ?? file.size);
  const share = Math.min(1, (task?.progress.bytes ?? 0) / total);
  const percent = Math.round(share * 100);
  return (
    <section className="panel stack" aria-label="Import in progress">
      <div className="row between">
        <h2 className="wrap-anywhere">{file.name}</h2>
        <button type="button" className="button small" onClick={onStop}>
          Stop
        </button>
      </div>
      <div
        className="bar"
        role="progressbar"
        aria-label="Import"
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={percent}
      >
        <span style={{ width: `${percent}%` }} />
      </div>
      <p className="soft num">
        {percent} % of {bytes(file.size)}
        {task !== null &&
          ` · ${count(task.progress.created)} created, ${count(task.progress.updated)} updated, ${count(task.progress.failed)} rejected`}
        {forecast(share, Date.now() - startedAt)}
      </p>
      <p className="soft">
        You can open other pages while it runs. Closing the browser tab stops the import.
      </p>
    </section>
  );
}

function forecast(share: number, elapsedMs: number): string {
  if (share <= 0 || share >= 1 || elapsedMs < elapsedMsMin) return '';
  return ` · ${timeLeft((elapsedMs * (1 - share)) / share / 1_000)}`;
}
