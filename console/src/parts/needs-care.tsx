import type { ReactNode } from 'react';
import { useLoad } from '../app/load.ts';
import { Link, projectPath } from '../app/router.tsx';
import { service } from '../app/service.ts';
import { AlertItem } from './alert-item.tsx';
import { ErrorNote, Skeleton } from './states.tsx';

/** The open alerts of a project. */
export function NeedsCare({ project }: { project: string }): ReactNode {
  const loaded = useLoad(
    project,
    (signal) => service.alerts.list(project, { open: true }, { signal }),
    15_000,
  );
  const alerts = loaded.value?.alerts ?? null;
  return (
    <section className="panel" aria-labelledby="care">
      <div className="row" style={{ justifyContent: 'space-between' }}>
        <h2 id="care">What needs care</h2>
        <Link className="button small" to={projectPath(project, '/alerts')}>
          All alerts
        </Link>
      </div>
      {alerts === null && loaded.error === null && <Skeleton height="2rem" />}
      {alerts === null && loaded.error !== null && <ErrorNote error={loaded.error} retry={loaded.reload} />}
      {alerts?.length === 0 && <p className="soft">Nothing needs care now.</p>}
      {alerts !== null && alerts.length > 0 && (
        <ul className="list">
          {alerts.map((alert) => (
            <AlertItem key={alert.id} alert={alert} project={project} />
          ))}
        </ul>
      )}
    </section>
  );
}
