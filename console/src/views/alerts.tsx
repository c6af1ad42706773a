import type { ReactNode } from 'react';
import { useLoad } from '../app/load.ts';
import type { ProjectView } from '../app/project-view.ts';
import { service } from '../app/service.ts';
import { AlertItem } from '../parts/alert-item.tsx';
import { View } from '../parts/shell.tsx';
import { Allowed } from '../parts/read-only.tsx';
import type { Sample } from '../parts/empty-sample.tsx';
import { Empty, ErrorNote, Skeleton } from '../parts/states.tsx';
import { Webhooks } from './alerts/webhooks.tsx';

const sampleAlert: Sample = {
  kind: 'entries',
  entries: [['Pictures of cdn.example cannot be read', 'Open since 9:41 · 212 pictures']],
};

/** The alerts of a project, open ones first, and the webhooks that they are sent to. */
export function Alerts({ project }: ProjectView): ReactNode {
  const loaded = useLoad(
    project.id,
    (signal) => service.alerts.list(project.id, { limit: 200 }, { signal }),
    15_000,
  );
  const alerts = loaded.value?.alerts ?? null;
  const open = alerts?.filter(({ resolvedAt }) => resolvedAt === null) ?? [];
  const past = alerts?.filter(({ resolvedAt }) => resolvedAt !== null) ?? [];
  return (
    <View
      title="Alerts"
      intro="Vitrine monitors searches, events, imports, pictures and experiments, and opens an alert when something needs attention."
    >
      {loaded.error !== null && <ErrorNote error={loaded.error} retry={loaded.reload} />}
      {alerts === null && loaded.error === null && <Skeleton height="18rem" />}
      {alerts !== null && open.length === 0 && (
        <Empty
          icon="bell"
          title="Nothing needs attention"
          {...(past.length === 0 ? { sample: sampleAlert } : {})}
        >
          {past.length === 0 ? 'No alerts yet.' : 'Earlier alerts are below.'}
        </Empty>
      )}
      {open.length > 0 && (
        <section className="panel" aria-labelledby="open">
          <h2 id="open">Open</h2>
          <ul className="list">
            {open.map((alert) => (
              <AlertItem key={alert.id} alert={alert} project={project.id} />
            ))}
          </ul>
        </section>
      )}
      <Allowed operation="getWebhooks">
        <Webhooks project={project.id} />
      </Allowed>
      {past.length > 0 && (
        <section className="panel" aria-labelledby="past">
          <h2 id="past">Resolved</h2>
          <ul className="list">
            {past.map((alert) => (
              <AlertItem key={alert.id} alert={alert} project={project.id} />
            ))}
          </ul>
        </section>
      )}
    </View>
  );
}
