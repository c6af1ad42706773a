import type { ProjectDetails, Task } from '@vitrine/sdk';
import { useState, type ReactNode } from 'react';
import { useLoad } from '../app/load.ts';
import { Link, projectPath } from '../app/router.tsx';
import type { ProjectView } from '../app/project-view.ts';
import { messageOf, service } from '../app/service.ts';
import { View } from '../parts/shell.tsx';
import { useToast } from '../app/toasts.tsx';
import { CodeBlock } from '../parts/code-block.tsx';
import { count, counted, time } from '../parts/formats.ts';
import { NeedsCare } from '../parts/needs-care.tsx';
import { PictureProgress } from '../parts/picture-progress.tsx';
import { ErrorNote } from '../parts/states.tsx';

export function Overview({ project: initial }: ProjectView): ReactNode {
  const id = initial.id;
  const loaded = useLoad(id, (signal) => service.admin.getProject(id, { signal }), 5_000);
  const project = loaded.value?.project ?? initial;
  return (
    <View
      title={project.name}
      intro={
        <>
          <code>{project.id}</code> · Currency: {project.currency} · Created {time(project.createdAt)}
        </>
      }
      actions={project.demo ? <span className="badge warn">Demo: simulated shoppers</span> : undefined}
    >
      {loaded.error !== null && <ErrorNote error={loaded.error} retry={loaded.reload} />}
      <NeedsCare project={id} />
      <section className="panel" aria-label="Totals">
        <dl className="counts large">
          <Count name="Items" value={project.items} />
          <Count name="Active" value={project.activeItems} />
          <Count name="Events" value={project.events} />
          <Count
            name="Pictures"
            value={
              project.pictures.pending +
              project.pictures.embedded +
              project.pictures.refined +
              project.pictures.failed
            }
          />
        </dl>
        {project.items === 0 && (
          <p className="row">
            <Link className="button main" to={projectPath(id, '/items/new')}>
              Add your first item
            </Link>
            <Link className="button" to={projectPath(id, '/import')}>
              Import a file
            </Link>
          </p>
        )}
      </section>
      <div className="columns">
        <Pictures details={loaded.value} project={id} counts={project.pictures} onRetried={loaded.reload} />
        <Tasks tasks={loaded.value?.tasks ?? []} />
      </div>
      <FirstRequest project={id} />
    </View>
  );
}

function Count({ name, value }: { name: string; value: number }): ReactNode {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{count(value)}</dd>
    </div>
  );
}

function Pictures(options: {
  details: ProjectDetails | null;
  project: string;
  counts: ProjectDetails['project']['pictures'];
  onRetried: () => void;
}): ReactNode {
  const { details, project, counts, onRetried } = options;
  const notify = useToast();
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
        {counts.failed > 0 && (
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
              <button type="button" className="button small" onClick={() => void retry(itemId)}>
                Retry<span className="visually-hidden">: {itemId}</span>
              </button>
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

const badges = { running: 'badge', succeeded: 'badge good', failed: 'badge bad' } as const;

function Tasks({ tasks }: { tasks: readonly Task[] }): ReactNode {
  return (
    <section className="panel" aria-labelledby="tasks">
      <h2 id="tasks">Recent tasks</h2>
      {tasks.length === 0 && <p className="soft">No tasks yet. Imports and index rebuilds appear here.</p>}
      <ul className="list">
        {tasks.map((task) => (
          <li key={task.id}>
            <div>
              {progressOf(task)}
              <div className="small faint">{time(task.startedAt)}</div>
              {task.error !== null && <div className="small soft">{task.error.detail}</div>}
            </div>
            <span className={badges[task.status]}>{task.status}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}

function progressOf(task: Task): string {
  switch (task.kind) {
    case 'import': {
      const { created, updated, failed } = task.progress;
      return `${count(created)} created, ${count(updated)} updated, ${count(failed)} rejected`;
    }
    case 'reindex':
      return `Index rebuild: ${count(task.progress.indexed)} of ${count(task.progress.total)} items`;
    case 'replay':
      return `Replay of the draft ${task.progress.draft}: ${count(task.progress.replayed)} of ${count(task.progress.total)} lists`;
  }
}

function FirstRequest({ project }: { project: string }): ReactNode {
  const [kind, setKind] = useState<'curl' | 'sdk'>('curl');
  const texts = {
    curl: `curl -H 'x-api-key: YOUR_KEY' \\\n  '${location.origin}/search/${encodeURIComponent(project)}?q=apple&limit=5'`,
    sdk: `import { createClient } from '@vitrine/sdk';\n\nconst vitrine = createClient({ url: '${location.origin}', key: 'YOUR_KEY' });\nconst { items } = await vitrine.search('${project}', { q: 'apple', limit: 5 });`,
  };
  return (
    <section className="panel" aria-labelledby="request">
      <div className="row" style={{ justifyContent: 'space-between' }}>
        <h2 id="request">Your first request</h2>
        <div className="row" role="group" aria-label="Example language">
          {(['curl', 'sdk'] as const).map((one) => (
            <button
              key={one}
              type="button"
              className="button small"
              aria-pressed={kind === one}
              onClick={() => setKind(one)}
            >
              {one === 'curl' ? 'curl' : 'JavaScript'}
            </button>
          ))}
        </div>
      </div>
      <CodeBlock text={texts[kind]} label="Example request" />
      <p className="small soft">
        Create a key with the scope <code>search</code> under{' '}
        <Link to={projectPath(project, '/keys')}>Keys</Link>. The <a href="/docs">API reference</a> lists all
        operations.
      </p>
    </section>
  );
}
