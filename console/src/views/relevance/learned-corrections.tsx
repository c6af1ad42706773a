import type { LearnedCorrection } from '@vitrine/sdk';
import { useState, type ReactNode } from 'react';
import { addSynonym } from '../../app/add-synonym.ts';
import { useMay } from '../../app/identity.tsx';
import { useLoad } from '../../app/load.ts';
import { messageOf, service } from '../../app/service.ts';
import { useToast } from '../../app/toasts.tsx';
import { counted, time } from '../../parts/formats.ts';
import { ErrorNote, Skeleton } from '../../parts/states.tsx';

/** Shown at first. */
const shownMax = 10;

/** The corrections that visitors taught, to forget, or to keep as synonyms unless `onSynonym` is null. */
export function LearnedCorrections({
  project,
  onSynonym,
}: {
  project: string;
  onSynonym: (() => void) | null;
}): ReactNode {
  const loaded = useLoad(project, (signal) => service.settings.learnedCorrections(project, { signal }));
  const [showsAll, setShowsAll] = useState(false);
  const corrections = loaded.value?.corrections ?? null;
  const shown = showsAll ? corrections : (corrections?.slice(0, shownMax) ?? null);
  return (
    <section className="panel" aria-labelledby="learned-corrections">
      <h2 id="learned-corrections">Learned corrections</h2>
      <p className="soft">
        Words that no item has, with what at least five visitors searched for next. Searches use them like
        corrected typos. To reject one for good, add the word to the words without typo tolerance.
      </p>
      {loaded.error !== null && <ErrorNote error={loaded.error} retry={loaded.reload} />}
      {corrections === null && loaded.error === null && <Skeleton count={2} height="2.5rem" />}
      {corrections?.length === 0 && <p className="soft">None yet.</p>}
      {shown !== null && shown.length > 0 && (
        <ul className="list">
          {shown.map((correction) => (
            <Correction
              key={correction.word}
              project={project}
              correction={correction}
              onForgotten={loaded.reload}
              onSynonym={onSynonym}
            />
          ))}
        </ul>
      )}
      {corrections !== null && !showsAll && corrections.length > shownMax && (
        <button type="button" className="button small" onClick={() => setShowsAll(true)}>
          Show all {corrections.length}
        </button>
      )}
    </section>
  );
}

function Correction({
  project,
  correction: { word, target, visitors, lastAt, isActive },
  onForgotten,
  onSynonym,
}: {
  project: string;
  correction: LearnedCorrection;
  onForgotten: () => void;
  onSynonym: (() => void) | null;
}): ReactNode {
  const [busy, setBusy] = useState(false);
  const may = useMay();
  const notify = useToast();
  /** `change` returns what was done. */
  const run = async (change: () => Promise<string>, onDone: () => void): Promise<void> => {
    setBusy(true);
    try {
      notify(await change());
      onDone();
    } catch (error) {
      notify(messageOf(error), 'bad');
    }
    setBusy(false);
  };
  const button = (label: string, change: () => Promise<string>, onDone: () => void) => (
    <button type="button" className="button small" disabled={busy} onClick={() => void run(change, onDone)}>
      {label}
      <span className="visually-hidden"> “{word}”</span>
    </button>
  );
  return (
    <li>
      <div className="stack tight">
        <strong>
          {word} → {target}
        </strong>
        <span className="soft">
          {counted(visitors, 'visitor')}, last {time(lastAt)}
          {!isActive &&
            '. Not used: an item or a synonym has the word, no item has the target, or typo tolerance is off.'}
        </span>
      </div>
      <div className="row">
        {onSynonym !== null &&
          may('changeSynonyms') &&
          button('Make synonym', () => addSynonym(project, word, [target]), onSynonym)}
        {may('forgetLearnedCorrection') &&
          button(
            'Forget',
            async () => {
              await service.settings.forgetLearnedCorrection(project, word);
              return `Forgotten: “${word}”`;
            },
            onForgotten,
          )}
      </div>
    </li>
  );
}
