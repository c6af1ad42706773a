import type { ConfigurationPart } from '@vitrine/sdk';
import type { ReactNode } from 'react';
import { namesOfParts } from '../app/draft-changes.ts';
import { useInView } from '../app/in-view.ts';
import { useLoad } from '../app/load.ts';
import type { ProjectView } from '../app/project-view.ts';
import { Link, projectPath } from '../app/router.tsx';
import { service } from '../app/service.ts';
import { SentencePictures, useChangeSummary } from '../changes/change-summary.tsx';
import { count, counted, time } from '../parts/formats.ts';
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
      {drafts === null && loaded.error === null && <Skeleton count={3} height="9rem" />}
      {drafts?.length === 0 && (
        <Empty
          icon="draft"
          title="No drafts"
          sample={{
            kind: 'entries',
            entries: [['Winter sale', 'Pinned Rain jacket to place 1 for “jacket”, and 3 more']],
          }}
          action={
            <Link to={projectPath(project.id, '/rules')} className="button main">
              Edit rules
            </Link>
          }
        >
          Edit rules, relevance, facets, collections or placements, and choose “Add to draft” in place of
          “Save”.
        </Empty>
      )}
      {drafts !== null && drafts.length > 0 && (
        <ul className="stack" aria-label="Drafts">
          {drafts.map(({ id, name, version, author, changedAt, parts }) => (
            <li key={id} className="panel">
              <div className="rule-head">
                <div className="rule-title">
                  <h2>
                    <Link to={draftPath(project.id, id)}>{name}</Link>
                  </h2>
                  <span className="badge">{counted(parts.length, 'change')}</span>
                </div>
                {parts.length === 0 ? (
                  <p className="rule-sentence">No changes yet</p>
                ) : (
                  <DraftSentences project={project.id} draft={id} version={version} parts={parts} />
                )}
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

/** What a draft changes: the first sentences, with pictures. The names of its parts are in their place until they are there. */
function DraftSentences({
  project,
  draft,
  version,
  parts,
}: {
  project: string;
  draft: string;
  version: number;
  parts: readonly ConfigurationPart[];
}): ReactNode {
  const { ref, isInView } = useInView<HTMLDivElement>();
  const loaded = useLoad(`${project} ${draft} ${version} ${isInView}`, async (signal) =>
    isInView ? (await service.drafts.get(project, draft, { signal })).changes : null,
  );
  const { sentences, items, more } = useChangeSummary(project, loaded.value ?? []);
  if (loaded.value?.length === 0)
    return <p className="rule-sentence soft">Changes nothing that is not live already.</p>;
  return (
    <div
      ref={ref}
      className={parts.length > 1 ? 'draft-sentences long' : 'draft-sentences'}
      aria-busy={isInView && loaded.busy}
    >
      {sentences.length === 0 ? (
        <p className="rule-sentence">{namesOfParts(parts)}</p>
      ) : (
        <ul>
          {sentences.map(({ text, items: ids }, index) => (
            <li key={text} className="change-sentence">
              <SentencePictures ids={ids} items={items} />
              <span>
                {text}
                {index === sentences.length - 1 && more > 0 && (
                  <span className="soft">, and {count(more)} more</span>
                )}
              </span>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

function draftPath(project: string, id: string): string {
  return projectPath(project, `/drafts/${encodeURIComponent(id)}`);
}
