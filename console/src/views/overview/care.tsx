import type { DraftSummary, ProjectDetails, QueryFigures, SearchReport } from '@vitrine/sdk';
import type { ReactNode } from 'react';
import { taskTexts } from '../../app/alert-texts.ts';
import { useLoad } from '../../app/load.ts';
import { areWordsUnknown, noResultText, writeSearchParameters } from '../../app/no-results.ts';
import { Link, projectPath } from '../../app/router.tsx';
import { service } from '../../app/service.ts';
import { AlertItem } from '../../parts/alert-item.tsx';
import { counted, time } from '../../parts/formats.ts';
import { ErrorNote, Skeleton } from '../../parts/states.tsx';

const queriesShown = 3;
/** Fewer searches of a query without results may be one visitor's typing error. */
const searchesMin = 2;
const taskDaysMax = 7;

/** Something to look at, with a link to the page that helps. */
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

/** What needs attention: open alerts and failures first, then what could be better. */
export function Care(options: CareOptions): ReactNode {
  const { project } = options;
  const alerts = useLoad(
    project,
    (signal) => service.alerts.list(project, { open: true }, { signal }),
    15_000,
  );
  const open = alerts.value?.alerts ?? null;
  // In the order of urgency.
  const entries = [
    ...failedTasks(options),
    ...failedPictures(options),
    ...failedSearches(options),
    ...waitingDrafts(options),
  ];
  return (
    <section className="panel" aria-labelledby="care">
      <div className="row" style={{ justifyContent: 'space-between' }}>
        <h2 id="care">Needs attention</h2>
        <Link className="button small" to={projectPath(project, '/alerts')}>
          All alerts
        </Link>
      </div>
      {open === null && alerts.error === null && <Skeleton height="2rem" />}
      {open === null && alerts.error !== null && <ErrorNote error={alerts.error} retry={alerts.reload} />}
      {open?.length === 0 && entries.length === 0 && <p className="soft">Nothing needs attention.</p>}
      <ul className="list">
        {open?.map((alert) => (
          <AlertItem key={alert.id} alert={alert} project={project} />
        ))}
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

/** Without imports: a failed one has an alert. */
function failedTasks({ details }: CareOptions): CareEntry[] {
  const since = Date.now() - taskDaysMax * 86_400_000;
  return (details?.tasks ?? [])
    .filter(({ kind, status, startedAt }) => kind !== 'import' && status === 'failed' && startedAt > since)
    .map(({ id, kind, startedAt, error }) => ({
      key: id,
      tone: 'bad',
      kind: `${taskTexts[kind]} failed`,
      text: `${error?.detail ?? 'Failed'} (${time(startedAt)})`,
      action: null,
    }));
}

function failedPictures({ details, project }: CareOptions): CareEntry[] {
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
            <Link className="button small" to={projectPath(project, '/pictures')}>
              See pictures
            </Link>
          ),
        },
      ];
}

function failedSearches({ searches, project }: CareOptions): CareEntry[] {
  return (searches?.withoutResults ?? [])
    .filter(({ withoutResults }) => withoutResults >= searchesMin)
    .slice(0, queriesShown)
    .map((figures) => ({
      key: `query ${figures.query}`,
      tone: 'warn',
      kind: 'No results',
      text: <FailedSearch figures={figures} project={project} />,
      action: areWordsUnknown(figures, searchesMin) ? (
        <Link className="button small" to={projectPath(project, '/searches?days=30')}>
          See searches<span className="visually-hidden"> without results, such as {figures.query}</span>
        </Link>
      ) : (
        <Link className="button small" to={projectPath(project, `/search?${writeSearchParameters(figures)}`)}>
          See search<span className="visually-hidden"> {figures.query} with its filter</span>
        </Link>
      ),
    }));
}

/** With what the words find today, where only searches with a filter found nothing. */
function FailedSearch({ figures, project }: { figures: QueryFigures; project: string }): ReactNode {
  const { query } = figures;
  const isNeeded = !areWordsUnknown(figures, searchesMin);
  const found = useLoad(`${project} ${isNeeded} ${query}`, async (signal) =>
    isNeeded ? service.search(project, { q: query, limit: 0 }, { signal }) : null,
  );
  const { value } = found;
  const total = value === null ? null : hasMatches(value) ? value.total : 0;
  return noResultText(figures, searchesMin, total);
}

/** Whether items have all words, as typed or corrected. */
const hasMatches = ({ fallback }: { readonly fallback: string | null }): boolean =>
  fallback === null || fallback === 'corrected';

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
