import type { ConfigurationPart, VersionSummary } from '@vitrine/sdk';
import { useState, type ReactNode } from 'react';
import { namesOfParts } from '../app/draft-changes.ts';
import { useLoad } from '../app/load.ts';
import type { ProjectView } from '../app/project-view.ts';
import { Link, projectPath, useRouter } from '../app/router.tsx';
import { service } from '../app/service.ts';
import { useToast } from '../app/toasts.tsx';
import { SentencePictures, useChangeSummary } from '../changes/change-summary.tsx';
import { Changes } from '../changes/change-list.tsx';
import { ConfirmChange } from '../parts/confirm-change.tsx';
import { SelectField } from '../parts/field.tsx';
import { count, counted, time } from '../parts/formats.ts';
import { Icon } from '../parts/icons.tsx';
import { View } from '../parts/shell.tsx';
import { Allowed } from '../parts/read-only.tsx';
import { Empty, ErrorNote, Skeleton } from '../parts/states.tsx';
import { proofText } from './drafts/replay-text.ts';

const kinds = [
  ['', 'All changes'],
  ['settings', 'Settings'],
  ['rules', 'Rules'],
  ['ruleOrder', 'Order of the rules'],
  ['collections', 'Collections'],
  ['placements', 'Placements'],
] as const satisfies readonly (readonly [ConfigurationPart['kind'] | '', string])[];

const pageLength = 20;
/** Distance of versions that the service compares. */
const comparedMax = 100;

/** What changed in the configuration of a project, newest first; each change can be taken back. */
export function History({ project }: ProjectView): ReactNode {
  const { route, go } = useRouter();
  const asked = kinds.find(([known]) => known === route.query.get('kind'))?.[0] ?? '';
  const kind = asked === '' ? null : asked;
  const [limit, setLimit] = useState(pageLength);
  const loaded = useLoad(`${project.id} ${kind} ${limit}`, (signal) =>
    service.versions.list(project.id, { limit, signal, ...(kind === null ? {} : { kind }) }),
  );
  const [taken, setTaken] = useState<VersionSummary | null>(null);
  const versions = loaded.value?.versions ?? null;
  const latest = useLoad(`${project.id} ${loaded.value?.total} ${versions?.[0]?.number}`, async (signal) => {
    const { versions: found } = await service.versions.list(project.id, { limit: 1, signal });
    return found[0]?.number ?? 0;
  });
  const newest = latest.value ?? 0;
  const path = projectPath(project.id, '/history');
  return (
    <View
      title="History"
      intro="Who changed settings, rules, collections and placements, and when. A change that is taken back is restored as it was before; other changes stay."
      actions={
        <SelectField
          label="Show"
          value={kind ?? ''}
          onValue={(next) => (setLimit(pageLength), go(next === '' ? path : `${path}?kind=${next}`))}
          options={kinds}
        />
      }
    >
      {loaded.error !== null && <ErrorNote error={loaded.error} retry={loaded.reload} />}
      {versions === null && loaded.error === null && <Skeleton count={5} height="9.5rem" />}
      {versions?.length === 0 && (
        <Empty
          icon="history"
          title="No changes yet"
          sample={{
            kind: 'entries',
            entries: [
              ['Pinned Rain jacket to place 1 for “jacket”', 'Rule Rain week · today, 9:41 · Ana'],
              ['Added the synonyms trainers and sneakers', 'Synonyms · yesterday, 16:05 · Ben'],
            ],
          }}
          action={
            <Link to={projectPath(project.id, '/rules')} className="button main">
              Edit rules
            </Link>
          }
        >
          Every saved change of settings, rules, collections and placements is listed here.
        </Empty>
      )}
      {versions !== null && versions.length > 0 && (
        <ol className="stack tight" aria-label="Changes" aria-busy={loaded.busy}>
          {versions.map((version) => (
            <VersionRow
              key={version.number}
              project={project.id}
              version={version}
              newest={newest}
              onTakeBack={() => setTaken(version)}
            />
          ))}
        </ol>
      )}
      {loaded.value !== null && loaded.value.total > limit && limit < 100 && (
        <div>
          <button
            type="button"
            className="button"
            onClick={() => setLimit(Math.min(100, limit + pageLength))}
          >
            Show older changes
          </button>
          <span className="small soft"> {count(loaded.value.total)} in all</span>
        </div>
      )}
      {taken !== null && (
        <TakeBack
          project={project.id}
          version={taken}
          onClose={() => setTaken(null)}
          onTaken={() => (setTaken(null), loaded.reload())}
        />
      )}
    </View>
  );
}

function VersionRow({
  project,
  version,
  newest,
  onTakeBack,
}: {
  project: string;
  version: VersionSummary;
  /** The number of the newest version of all kinds. */
  newest: number;
  onTakeBack: () => void;
}): ReactNode {
  const { number, at, author, message, parts, proof } = version;
  const [isOpen, setIsOpen] = useState(false);
  const [isCompared, setIsCompared] = useState(false);
  const proven = proofText(proof);
  return (
    <li className="panel version">
      <div className="version-head">
        <div>
          <h2 className={parts.length > 1 ? 'long' : undefined}>
            <VersionTitle project={project} version={version} />
          </h2>
          {message !== null && <p className="soft">{message}</p>}
          <p className="small soft">
            {namesOfParts(parts)} · {time(at)} · {author} · version {number}
          </p>
          {proven !== null && <p className="small soft">{proven}</p>}
        </div>
        <Allowed operation="takeBackVersion">
          <button type="button" className="button small" onClick={onTakeBack}>
            <Icon name="undo" size={16} />
            Take back
            <span className="visually-hidden"> version {number}</span>
          </button>
        </Allowed>
      </div>
      <details onToggle={(event) => setIsOpen(event.currentTarget.open)}>
        <summary>
          What changed<span className="visually-hidden"> in version {number}</span>
        </summary>
        {isOpen && <VersionChanges project={project} number={number} since={null} />}
      </details>
      {newest > number && newest - number <= comparedMax && (
        <details onToggle={(event) => setIsCompared(event.currentTarget.open)}>
          <summary>
            What changed since<span className="visually-hidden"> version {number}</span>
          </summary>
          {isCompared && <VersionChanges project={project} number={newest} since={number} />}
        </details>
      )}
    </li>
  );
}

/** The first sentences of a version; its parts until they are there. */
function VersionTitle({ project, version }: { project: string; version: VersionSummary }): ReactNode {
  const { number, parts } = version;
  const loaded = useLoad(`${project} ${number}`, (signal) =>
    service.versions.get(project, number, { signal }),
  );
  const { sentences, items, more } = useChangeSummary(project, loaded.value?.changes ?? []);
  if (sentences.length === 0) return namesOfParts(parts);
  return (
    <>
      <SentencePictures ids={sentences.flatMap((one) => one.items)} items={items} />
      {sentences.map(({ text }) => text).join('. ')}
      {more > 0 && `, and ${counted(more, 'more change')}`}
    </>
  );
}

/** `since`: compares with the state after this version; null: the changes of the version itself. */
function VersionChanges({
  project,
  number,
  since,
}: {
  project: string;
  number: number;
  since: number | null;
}): ReactNode {
  const loaded = useLoad(`${project} ${number} ${since}`, (signal) =>
    service.versions.get(project, number, { signal, ...(since === null ? {} : { with: since }) }),
  );
  const changes = loaded.value?.changes ?? null;
  const label = since === null ? `Changes of version ${number}` : `Changes since version ${since}`;
  return (
    <>
      {loaded.error !== null && <ErrorNote error={loaded.error} retry={loaded.reload} />}
      {changes === null && loaded.error === null && <Skeleton height="4rem" />}
      {changes?.length === 0 && <p className="soft">No differences.</p>}
      {changes !== null && <Changes project={project} changes={changes} label={label} />}
    </>
  );
}

/** Asks before a version is taken back; and again where later versions changed the same. */
function TakeBack({
  project,
  version,
  onClose,
  onTaken,
}: {
  project: string;
  version: VersionSummary;
  onClose: () => void;
  onTaken: () => void;
}): ReactNode {
  const notify = useToast();
  const takeBack = async (force: boolean): Promise<void> => {
    const { version: made, task } = await service.versions.takeBack(project, version.number, { force });
    notify(
      made === null
        ? 'Already restored: nothing has changed.'
        : task === null
          ? 'Taken back. Applies to the next request.'
          : 'Taken back. The index is being rebuilt.',
    );
    onTaken();
  };
  return (
    <ConfirmChange
      title={`Take back version ${version.number}?`}
      action="Take back"
      conflict="version_superseded"
      onConfirm={takeBack}
      onClose={onClose}
    >
      <p className="soft">
        Restores the state before this version: {namesOfParts(version.parts)}. You can take this back, too.
      </p>
    </ConfirmChange>
  );
}
