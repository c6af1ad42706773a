import type { ProjectDetails } from '@vitrine/sdk';
import type { ReactNode } from 'react';
import { useMay } from '../../app/identity.tsx';
import { messageOf, service } from '../../app/service.ts';
import { useToast } from '../../app/toasts.tsx';
import { count, counted, time } from '../../parts/formats.ts';
import { PictureProgress } from '../../parts/picture-progress.tsx';

/** Progress of the pictures, with those that failed and those that several items share. */
export function Pictures(options: {
  details: ProjectDetails | null;
  project: string;
  counts: ProjectDetails['project']['pictures'];
  onRetried: () => void;
}): ReactNode {
  const { details, project, counts, onRetried } = options;
  const notify = useToast();
  const mayRetry = useMay()('retryPictures');
  const failures = details?.pictureFailures ?? [];
  const duplicates = details?.pictureDuplicates ?? [];
  const retry = async (item?: string): Promise<void> => {
    try {
      const { retried } = await service.admin.retryPictures(project, item);
      notify(`Retrying ${counted(retried, 'picture')}`);
      onRetried();
    } catch (error) {
      notify(messageOf(error), 'bad');
    }
  };
  return (
    <section className="panel" aria-labelledby="pictures">
      <div className="row" style={{ justifyContent: 'space-between' }}>
        <h2 id="pictures">Pictures</h2>
        {counts.failed > 0 && mayRetry && (
          <button type="button" className="button small" onClick={() => void retry()}>
            Retry all
          </button>
        )}
      </div>
      <PictureProgress counts={counts} />
      {counts.pending + counts.embedded + counts.refined + counts.failed > 0 && (
        <p className="small soft">
          {count(counts.embedded + counts.refined)} searchable, {count(counts.refined)} of them refined for
          phone photos; {count(counts.pending)} pending, {count(counts.failed)} failed.
        </p>
      )}
      {failures.length > 0 && (
        <ul className="list">
          {failures.map(({ itemId, state }) => (
            <li key={`${itemId} ${state.source}`}>
              <div>
                <strong>{itemId}</strong> <span className="soft">{state.error?.detail ?? 'failed'}</span>
                <div className="small faint">
                  {state.source.slice(0, 120)} · {counted(state.attempts, 'attempt')}
                  {state.retryAt !== null && ` · next attempt ${time(state.retryAt)}`}
                </div>
              </div>
              {mayRetry && (
                <button type="button" className="button small" onClick={() => void retry(itemId)}>
                  Retry<span className="visually-hidden">: {itemId}</span>
                </button>
              )}
            </li>
          ))}
        </ul>
      )}
      {duplicates.length > 0 && (
        <details>
          <summary>{counted(duplicates.length, 'picture')} shared by several items</summary>
          <ul className="list">
            {duplicates.map(({ source, itemIds }) => (
              <li key={source}>
                <div>
                  <strong>{itemIds.join(', ')}</strong>
                  <div className="small faint">{source.slice(0, 120)}</div>
                </div>
              </li>
            ))}
          </ul>
        </details>
      )}
    </section>
  );
}
