import type { DraftSummary, ProjectDetails, SearchReport } from '@vitrine/sdk';
import type { ReactNode } from 'react';
import { Link, projectPath } from '../../app/router.tsx';
import { count, counted, time } from '../../parts/formats.ts';

const queriesShown = 3;
/** Fewer searches of a query without results may be one visitor's typing error. */
const searchesMin = 2;
const taskDaysMax = 7;

/** Something to look at, with the place where it is settled. */
interface CareEntry {
  readonly key: string;
  readonly tone: 'bad' | 'warn' | '';
  readonly kind: string;
  readonly text: ReactNode;
  readonly action: ReactNode;
}

interface CareOptions {
  readonly project: string;
  readonly details: ProjectDetails | null;
  readonly searches: SearchReport | null;
  readonly drafts: readonly DraftSummary[];
}

/** What needs care: failures first, then what could be better. */
export function Care(options: CareOptions): ReactNode {
  // In the order of urgency.
  const entries = [
    ...failedTasks(options),
    ...failedPictures(options),
    ...failedSearches(options),
    ...waitingDrafts(options),
  ];
  return (
    <section className="panel" aria-labelledby="care">
      <h2 id="care">What needs care</h2>
      {entries.length === 0 && <p className="soft">Nothing at the moment.</p>}
      <ul className="list">
        {entries.map(({ key, tone, kind, text, action }) => (
          <li key={key}>
            <div>
              <span className={`badge ${tone}`}>{kind}</span> {text}
            </div>
            {action}
          </li>
        ))}
      </ul>
    </section>
  );
}

function failedTasks({ details, project }: CareOptions): CareEntry[] {
  const since = Date.now() - taskDaysMax * 86_400_000;
  return (details?.tasks ?? [])
    .filter(({ status, startedAt }) => status === 'failed' && startedAt > since)
    .map(({ id, kind, startedAt, error }) => ({
      key: id,
      tone: 'bad',
      kind:
        kind === 'import' ? 'Import failed' : kind === 'reindex' ? 'Index rebuild failed' : 'Replay failed',
      text: `${error?.detail ?? 'It has failed'} (${time(startedAt)})`,
      action: kind === 'import' && (
        <Link className="button small" to={projectPath(project, '/import')}>
          Import again
        </Link>
      ),
    }));
}

function failedPictures({ details }: CareOptions): CareEntry[] {
  const failed = details?.project.pictures.failed ?? 0;
  return failed === 0
    ? []
    : [
        {
          key: 'pictures',
          tone: 'bad',
          kind: 'Pictures',
          text: `${counted(failed, 'picture')} failed.`,
          action: (
            <a className="button small" href="#pictures">
              See pictures
            </a>
          ),
        },
      ];
}

function failedSearches({ searches, project }: CareOptions): CareEntry[] {
  return (searches?.withoutResults ?? [])
    .filter(({ withoutResults }) => withoutResults >= searchesMin)
    .slice(0, queriesShown)
    .map(({ query, withoutResults }) => ({
      key: `query ${query}`,
      tone: 'warn',
      kind: 'No results',
      text: `“${query}” found nothing ${count(withoutResults)} times in two weeks. A synonym may help.`,
      action: (
        <Link className="button small" to={projectPath(project, '/searches?days=30')}>
          See searches<span className="visually-hidden"> without results, such as {query}</span>
        </Link>
      ),
    }));
}

function waitingDrafts({ drafts, project }: CareOptions): CareEntry[] {
  return drafts.map(({ id, name, changedAt, author, parts }) => ({
    key: `draft ${id}`,
    tone: '',
    kind: 'Draft',
    text: `“${name}” is not published: ${counted(parts.length, 'change')}, the last one ${time(changedAt)} by ${author}.`,
    action: (
      <Link className="button small" to={projectPath(project, `/drafts/${encodeURIComponent(id)}`)}>
        Open draft<span className="visually-hidden"> {name}</span>
      </Link>
    ),
  }));
}
