import type { ImportTask } from '@vitrine/sdk';
import type { ReactNode } from 'react';
import { useMay } from '../../app/identity.tsx';
import { useLoad } from '../../app/load.ts';
import { Link, projectPath } from '../../app/router.tsx';
import { saveFile } from '../../app/save-file.ts';
import { messageOf, service } from '../../app/service.ts';
import { useToast } from '../../app/toasts.tsx';
import { count, counted } from '../../parts/formats.ts';
import { FileWarnings } from './file-warnings.tsx';
import { groupedErrors } from './grouped-errors.ts';
import { TableFrame } from '../../parts/table-frame.tsx';

const linesShown = 10;
const groupsShown = 50;

/** The result of an import, with its rejected lines by message. */
export function ImportResult({
  task,
  name,
  project,
}: {
  task: ImportTask;
  name: string;
  project: string;
}): ReactNode {
  const { created, updated, removed = 0, failed, defaults, errorsOmitted } = task.progress;
  return (
    <>
      <div className={failed === 0 ? 'note good' : 'note warn'}>
        <strong>
          {name}: {counted(created, 'item')} created, {count(updated)} updated
          {removed > 0 && `, ${count(removed)} removed`}
          {failed > 0 && `, ${counted(failed, 'line')} rejected`}
        </strong>
        <span className="row">
          <NextStep project={project} />
          <Link to={projectPath(project, '/items')}>Show items</Link>
          <Link to={projectPath(project, '/pictures')}>Progress of the pictures</Link>
        </span>
      </div>
      <Defaults defaults={defaults} />
      <FileWarnings warnings={task.progress.file?.warnings} />
      <RejectedLines task={task} project={project} />
      {errorsOmitted > 0 && (
        <p className="soft">{counted(errorsOmitted, 'further rejected line')} of any kind are not listed.</p>
      )}
    </>
  );
}

/** What a shop does with its items: it puts the search on its site, then it looks at what shoppers search for. */
function NextStep({ project }: { project: string }): ReactNode {
  const may = useMay();
  const isOnSite = useLoad(`on site ${project}`, async (signal) => {
    if (!may('searchAnalytics') || !may('siteAnalytics')) return null;
    const [site, searches] = await Promise.all([
      service.analytics.site(project, { signal }),
      service.analytics.searches(project, { from: 'now-30d', limit: 1 }, { signal }),
    ]);
    return site.pages.length > 0 || searches.days.some((day) => day.searches > 0);
  }).value;
  if (isOnSite === null) return null;
  return isOnSite ? (
    <Link to={projectPath(project, '/searches')} className="button main small">
      Look at searches
    </Link>
  ) : (
    <Link to={projectPath(project, '/site')} className="button main small">
      Next: put it on your site
    </Link>
  );
}

/** The rejected lines of an import, grouped by message, and their download. */
export function RejectedLines({ task, project }: { task: ImportTask; project: string }): ReactNode {
  const groups = groupedErrors(task.progress.errors);
  if (groups.length === 0) return null;
  return (
    <section className="stack tight" aria-labelledby="rejected">
      <div className="row between">
        <h2 id="rejected">Rejected lines</h2>
        {task.progress.rejected != null && <Download task={task} project={project} />}
      </div>
      <TableFrame>
        <table className="import-rejected">
          <thead>
            <tr>
              <th className="right">Lines</th>
              <th>Reason</th>
              <th>Where</th>
            </tr>
          </thead>
          <tbody>
            {groups.slice(0, groupsShown).map(({ message, lines, example }) => (
              <tr key={message}>
                <td className="right num">{count(lines.length)}</td>
                <td className="wrap-anywhere">
                  {message}
                  {example !== '' && <span className="hint">Found: {example}</span>}
                </td>
                <td className="soft num">
                  {lines.length === 1 ? 'line' : 'lines'} {lines.slice(0, linesShown).join(', ')}
                  {lines.length > linesShown && ` and ${count(lines.length - linesShown)} more`}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </TableFrame>
      {groups.length > groupsShown && (
        <p className="soft">and {counted(groups.length - groupsShown, 'other reason')}</p>
      )}
    </section>
  );
}

function Download({ task, project }: { task: ImportTask; project: string }): ReactNode {
  const notify = useToast();
  const isNdjson = task.progress.file?.format === 'ndjson';
  const save = async (): Promise<void> => {
    try {
      const text = await service.items.rejectedLines(project, task.id);
      // The mark makes Excel read UTF-8.
      if (isNdjson) saveFile('rejected-lines.ndjson', text, 'application/x-ndjson');
      else saveFile('rejected-lines.csv', `\ufeff${text}`, 'text/csv');
    } catch (error) {
      notify(messageOf(error), 'bad');
    }
  };
  const isCut = task.progress.rejected?.isCut === true;
  return (
    <button type="button" className="button small" onClick={() => void save()}>
      Download{' '}
      {isCut ? `the first ${count(task.progress.rejected?.rows ?? 0)} rejected rows` : 'rejected lines'}
    </button>
  );
}

const defaultTexts = {
  sku: 'SKU set to the id',
  imgs: 'no pictures',
  price: 'no price',
  description: 'empty description',
} as const;

/** Default values that the import set for missing fields. */
function Defaults({ defaults }: { defaults: ImportTask['progress']['defaults'] }): ReactNode {
  const filled = Object.entries(defaultTexts).filter(([name]) => defaults[name as keyof typeof defaults] > 0);
  if (filled.length === 0) return null;
  const parts = filled.map(
    ([name, text]) => `${text} (${counted(defaults[name as keyof typeof defaults], 'item')})`,
  );
  return <p className="soft">Defaults for missing fields: {parts.join(', ')}.</p>;
}
