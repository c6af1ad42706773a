import type { Draft, Experiment, ExperimentReply } from '@vitrine/sdk';
import { useState, type ReactNode } from 'react';
import { experimentIdOf, metricTexts, planSentences, type Metric } from '../../app/experiment-texts.ts';
import { useLoad } from '../../app/load.ts';
import { projectPath, useRouter } from '../../app/router.tsx';
import { service } from '../../app/service.ts';
import { Dialog } from '../../parts/dialog.tsx';
import { SelectField } from '../../parts/field.tsx';
import { share } from '../../parts/formats.ts';
import { ErrorNote, Skeleton } from '../../parts/states.tsx';

const minimumEffect = 0.05;

const choices = [
  ['conversion', 'Conversion: visitors who buy'],
  ['clickRate', 'Click-through rate: searches and lists with a click'],
  ['revenue', 'Revenue per visitor'],
  ['interleaving', 'Order only: both orders in one list'],
] as const;
type Choice = (typeof choices)[number][0];

const shareOptions = [
  ['1', 'All: half see the draft'],
  ['0.5', 'Half: a quarter sees the draft'],
  ['0.2', '20%: a tenth sees the draft'],
  ['0.1', '10%: one in twenty sees the draft'],
] as const;

/** The button of a draft that starts an experiment, and its dialog. */
export function StartExperiment({ project, draft }: { project: string; draft: Draft }): ReactNode {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <button type="button" className="button" onClick={() => setIsOpen(true)}>
        Start an experiment
      </button>
      {isOpen && <StartDialog project={project} draft={draft} onClose={() => setIsOpen(false)} />}
    </>
  );
}

function StartDialog({
  project,
  draft,
  onClose,
}: {
  project: string;
  draft: Draft;
  onClose: () => void;
}): ReactNode {
  const [choice, setChoice] = useState<Choice>('conversion');
  const [visitors, setVisitors] = useState<string>('1');
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<unknown>(null);
  const { go } = useRouter();
  const half = Number(visitors) / 2;
  const shares = { control: half, treatment: half };
  const others = useLoad(project, (signal) => service.experiments.list(project, { signal }));
  const start = async (): Promise<void> => {
    setBusy(true);
    try {
      const { experiments } = await service.experiments.list(project);
      const id = experimentIdOf(draft.id, new Set(experiments.map(({ experiment }) => experiment.id)));
      const experiment: Experiment = {
        id,
        name: draft.name ?? draft.id,
        draft: draft.id,
        shares,
        minimumEffect,
        ...(choice === 'interleaving' ? { mode: 'interleaving' } : { metric: choice }),
      };
      await service.experiments.put(project, experiment);
      go(projectPath(project, `/experiments/${encodeURIComponent(id)}`));
    } catch (failure) {
      setError(failure);
      setBusy(false);
    }
  };
  return (
    <Dialog title="Start an experiment" onClose={onClose}>
      <form className="stack" onSubmit={(event) => (event.preventDefault(), void start())}>
        <p className="soft">
          A part of your visitors sees the draft as it is now, the others the live shop. Nothing is published.
        </p>
        <SelectField
          label="Compare by"
          value={choice}
          onValue={(next) => setChoice(next as Choice)}
          options={choices}
        />
        <SelectField label="Visitors" value={visitors} onValue={setVisitors} options={shareOptions} />
        {choice === 'interleaving' ? (
          <p className="note">
            Each visitor sees both orders in one list; the one whose products are clicked more wins. This
            needs far fewer visitors. Use it only for drafts that change the order of search results.
          </p>
        ) : (
          <Plan key={choice} project={project} metric={choice} shares={shares} />
        )}
        <Others experiments={others.value?.experiments ?? []} />
        {error !== null && <ErrorNote error={error} />}
        <div className="row end">
          <button type="button" className="button" onClick={onClose}>
            Cancel
          </button>
          <button type="submit" className="button main" disabled={busy}>
            Start
          </button>
        </div>
      </form>
    </Dialog>
  );
}

/** What the experiment can detect, shown before its start. */
function Plan({
  project,
  metric,
  shares,
}: {
  project: string;
  metric: Metric;
  shares: NonNullable<Experiment['shares']>;
}): ReactNode {
  const loaded = useLoad(`${project} ${metric} ${shares.treatment}`, async (signal) => {
    const [plan, { settings }] = await Promise.all([
      service.experiments.plan(project, { metric, minimumEffect, shares }, { signal }),
      service.settings.get(project, { signal }),
    ]);
    return { plan, impressionDays: settings.analytics.impressionDays };
  });
  if (loaded.error !== null) return <ErrorNote error={loaded.error} retry={loaded.reload} />;
  if (loaded.value === null) return <Skeleton height="5rem" />;
  const { plan, impressionDays } = loaded.value;
  const { sentences, isTooFew } = planSentences(plan, metric, minimumEffect);
  return (
    <div className={isTooFew ? 'note warn' : 'note'} role="status">
      <strong>{isTooFew ? 'Too few visitors to detect small changes' : 'What it can detect'}</strong>
      <span>{sentences.join(' ')}</span>
      {isTooFew && metric !== 'clickRate' && (
        <span>Compare by {metricTexts.clickRate.noun} to detect smaller changes.</span>
      )}
      {plan.daysNeeded !== null && plan.daysNeeded > impressionDays && (
        <span>
          Impressions are kept for {impressionDays} days: results cover only the last {impressionDays} days.
        </span>
      )}
    </div>
  );
}

/** Other experiments take visitors of a new one. */
function Others({ experiments }: { experiments: readonly ExperimentReply[] }): ReactNode {
  const running = experiments.filter(({ endedAt }) => endedAt === null);
  if (running.length === 0) return null;
  const free = running.reduce(
    (rest, { experiment: { shares } }) => rest * (1 - (shares?.control ?? 0.5) - (shares?.treatment ?? 0.5)),
    1,
  );
  return (
    <p className="note warn">
      {running.length === 1 ? 'Another experiment runs' : `${running.length} other experiments run`}. A
      visitor is in one at most:{' '}
      {free < 0.0001
        ? `this one gets no visitors until ${running.length === 1 ? 'it ends' : 'they end'}.`
        : `this one gets its share of ${share(free)} of the visitors.`}
    </p>
  );
}
