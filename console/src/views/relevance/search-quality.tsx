import type { SearchSettingsChanges } from '@vitrine/sdk';
import type { ReactNode } from 'react';
import { useMay } from '../../app/identity.tsx';
import { useSearchQuality, type SearchQuality } from '../../app/search-quality.ts';
import { count, counted, share, time } from '../../parts/formats.ts';
import { ErrorNote } from '../../parts/states.tsx';
import { differenceText } from '../drafts/replay-text.ts';

const tenths = new Intl.NumberFormat(undefined, { maximumFractionDigits: 1 });

/** How well the live search does, and the unsaved changes, in words; the figures on demand. */
export function SearchQualityPanel({
  project,
  changes,
}: {
  project: string;
  /** The unsaved changes; empty: there are none. */
  changes: SearchSettingsChanges;
}): ReactNode {
  const may = useMay();
  const { quality, isOutdated, running, error, measure } = useSearchQuality(project, may('getReplay'));
  const isChanged = Object.keys(changes).length > 0;
  const mayMeasure = may('putDraft') && may('replayDraft') && may('deleteDraft');
  const isOfChanges = quality?.changes != null && quality.changes === JSON.stringify(changes);
  return (
    <section
      className="panel search-quality"
      aria-labelledby="search-quality"
      aria-busy={quality === undefined}
    >
      <div className="row search-quality-head">
        <h2 id="search-quality">How well search does</h2>
        {mayMeasure && (
          <button
            type="button"
            className="button"
            disabled={running !== null || quality === undefined}
            onClick={() => measure(changes)}
          >
            {isChanged ? 'Measure with your changes' : quality == null ? 'Measure' : 'Measure again'}
          </button>
        )}
      </div>
      {error !== null && <ErrorNote error={error} />}
      <div role="status" className="stack tight">
        {running !== null ? (
          <p className="soft">
            {running.task === null || running.task.progress.total === 0
              ? 'Running the recent searches of shoppers again …'
              : `Running the recent searches of shoppers again: ${count(running.task.progress.replayed)} of ${count(running.task.progress.total)}`}
          </p>
        ) : quality == null ? (
          <p className="soft">
            {quality === undefined
              ? 'Loading …'
              : 'Not measured this week. Vitrine can run the recent searches of shoppers again, and see where what they clicked stands now. Nothing live changes.'}
          </p>
        ) : (
          <Measured quality={quality} isOutdated={isOutdated} isOfChanges={isOfChanges} />
        )}
      </div>
    </section>
  );
}

function Measured({
  quality: { chosenFirst, clicks, judged, from, to, finishedAt },
  isOutdated,
  isOfChanges,
}: {
  quality: SearchQuality;
  isOutdated: boolean;
  /** Whether it was measured with the unsaved changes as they are. */
  isOfChanges: boolean;
}): ReactNode {
  if (chosenFirst === null || judged === 0)
    return (
      <p className="soft">
        No recent search of a shopper had a click or a purchase, so there is nothing to measure.
      </p>
    );
  const { before, after } = chosenFirst;
  return (
    <>
      <p className="search-quality-words">
        Finds what shoppers clicked first in <strong>{tenths.format(before * 10)} of 10</strong> searches and
        lists.
        {isOfChanges && (
          <>
            {' '}
            With your changes in <strong>{tenths.format(after * 10)} of 10</strong>.
          </>
        )}
      </p>
      {isOfChanges && <p>{differenceText('chosenFirst', chosenFirst).verdict}</p>}
      {isOutdated && <p className="small soft">The live shop has changed since this was measured.</p>}
      <details className="small">
        <summary>Figures</summary>
        <p>
          {share(before)} of {counted(judged, 'search or list', 'searches and lists')} with a click or
          purchase have it in first place (hit rate at 1)
          {clicks !== null && `; NDCG ${clicks.before.toFixed(3)}`}. Traffic from {time(from)} to {time(to)},
          run again {time(finishedAt)}.
        </p>
        {isOfChanges && <p>{differenceText('chosenFirst', chosenFirst).figures}</p>}
      </details>
    </>
  );
}
