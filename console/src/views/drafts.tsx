import type { ReactNode } from 'react';
import { namesOfParts } from '../app/draft-changes.ts';
import { useLoad } from '../app/load.ts';
import type { ProjectView } from '../app/project-view.ts';
import { Link, projectPath } from '../app/router.tsx';
import { service } from '../app/service.ts';
import { counted, time } from '../parts/formats.ts';
import { View } from '../parts/shell.tsx';
import { Empty, ErrorNote, Skeleton } from '../parts/states.tsx';

/** The drafts of a project. */
export function Drafts({ project }: ProjectView): ReactNode {
  const loaded = useLoad(project.id, (signal) => service.drafts.list(project.id, { signal }));
  const drafts = loaded.value?.drafts ?? null;
  return (
    <View
      title="Drafts"
      intro="Changes that are not live. Preview all changes of a draft together, and publish them in one step."
    >
      {loaded.error !== null && <ErrorNote error={loaded.error} retry={loaded.reload} />}
      {drafts === null && loaded.error === null && <Skeleton count={2} height="7rem" />}
      {drafts?.length === 0 && (
        <Empty icon="draft" title="No drafts">
          Edit rules, relevance, facets, collections or placements, and choose “Add to draft” in place of
          “Save”.
        </Empty>
      )}
      {drafts !== null && drafts.length > 0 && (
        <ul className="stack" aria-label="Drafts">
          {drafts.map(({ id, name, author, changedAt, parts }) => (
            <li key={id} className="panel">
              <div className="rule-head">
                <div className="rule-title">
                  <h2>
                    <Link to={draftPath(project.id, id)}>{name}</Link>
                  </h2>
                  <span className="badge">{counted(parts.length, 'change')}</span>
                </div>
                <p className="rule-sentence">
                  {parts.length === 0 ? 'No changes yet' : namesOfParts(parts, 6)}
                </p>
                <p className="small soft">
                  Changed {time(changedAt)} · {author}
                </p>
              </div>
            </li>
          ))}
        </ul>
      )}
    </View>
  );
}

function draftPath(project: string, id: string): string {
  return projectPath(project, `/drafts/${encodeURIComponent(id)}`);
}
