import type { DraftReply, SearchReply } from '@vitrine/sdk';
import { useState, type ReactNode } from 'react';
import { readNumberRange } from '../../app/number-range.ts';
import { usePreview } from '../../app/preview.ts';
import type { ProjectView } from '../../app/project-view.ts';
import { messageOf } from '../../app/service.ts';
import { Field, SelectField } from '../../parts/field.tsx';
import { count, counted } from '../../parts/formats.ts';
import { MoveBadge } from '../../parts/move-badge.tsx';
import { ProductCard } from '../../parts/product-card.tsx';
import { RuleEffects } from '../../parts/rule-effects.tsx';
import { Skeleton } from '../../parts/states.tsx';
import { listPreviewSubjects, readBothSides, type PreviewedReply } from './preview-subjects.ts';

const facetsShown = 8;
const valuesShown = 5;

/** A search, or a page or list that the draft changes, as it is live and with the draft, next to each other. */
export function DraftPreview({
  project,
  reply,
}: {
  project: ProjectView['project'];
  reply: DraftReply;
}): ReactNode {
  const [q, setQ] = useState('');
  const [chosen, setChosen] = useState<string | null>(null);
  const subjects = listPreviewSubjects(reply);
  const subject = subjects.find(({ text }) => text === chosen) ?? subjects[0]!;
  const { draft, version } = reply;
  const preview = usePreview(JSON.stringify({ subject, q, version }), async (_sent, signal) =>
    readBothSides(project.id, subject, { draft, q, signal }),
  );
  const { value } = preview;
  const places = new Map((value?.live?.items ?? []).map((item, index) => [item._id, index + 1]));
  return (
    <section className="panel" aria-labelledby="draft-preview">
      <h2 id="draft-preview">Preview</h2>
      <div className="stack">
        {subjects.length > 1 && (
          <SelectField
            label="Show"
            value={subject.text}
            onValue={setChosen}
            options={subjects.map(({ text }) => [text, text])}
          />
        )}
        {subject.kind !== 'placements' && (
          <Field label="Query" value={q} onValue={setQ} placeholder="No query" />
        )}
      </div>
      {preview.error !== null && (
        <p className="note warn" role="status">
          {messageOf(preview.error)}
        </p>
      )}
      {value === null && preview.error === null && <Skeleton height="16rem" />}
      {value !== null && (
        <div className="compared" aria-busy={preview.busy}>
          <Results
            title="Live"
            reply={value.live}
            missing="The live shop does not have it."
            project={project}
          />
          <Results
            title="With the draft"
            reply={value.drafted}
            missing="The draft removes it."
            project={project}
            livePlaces={places}
          />
        </div>
      )}
    </section>
  );
}

function Results({
  title,
  reply,
  missing,
  project,
  livePlaces,
}: {
  title: string;
  /** Null without the collection or placement. */
  reply: PreviewedReply | null;
  missing: string;
  project: ProjectView['project'];
  /** Positions in the live results, by `_id`; absent: these are the live results. */
  livePlaces?: ReadonlyMap<string, number>;
}): ReactNode {
  return (
    <section className="stack" aria-label={title}>
      <h3>
        {title}{' '}
        {reply?.total !== undefined && <span className="small soft num">{counted(reply.total, 'item')}</span>}
      </h3>
      {reply === null && <p className="soft">{missing}</p>}
      {reply !== null && (
        <>
          <RuleEffects
            project={project.id}
            rules={reply.rules.map((id) => ({ id, title: id }))}
            effects={reply}
          />
          {reply.about !== undefined && <p className="small soft">{reply.about}</p>}
          {reply.items.length === 0 && reply.about === undefined && <p className="soft">No results</p>}
          <ul className="product-grid">
            {reply.items.map((item, index) => (
              <ProductCard
                key={item._id}
                item={item}
                project={project}
                position={index + 1}
                reason={
                  livePlaces !== undefined && <MoveBadge from={livePlaces.get(item._id)} to={index + 1} />
                }
              />
            ))}
          </ul>
          <FacetSummary facets={reply.facets ?? {}} order={reply.facetOrder ?? []} />
        </>
      )}
    </section>
  );
}

/** The facets in their order, each with its first values. */
function FacetSummary({
  facets,
  order,
}: {
  facets: SearchReply['facets'];
  order: readonly string[];
}): ReactNode {
  return (
    <dl className="facet-summary small">
      {order.slice(0, facetsShown).map((field) => {
        const facet = facets[field];
        if (facet === undefined || facet.values.length === 0) return null;
        const range = readNumberRange(facet);
        const values = facet.values.slice(0, valuesShown).map(({ value }) => value);
        return (
          <div key={field}>
            <dt>{facet.name ?? field}</dt>
            <dd className="soft">
              {range === null ? values.join(', ') : `${count(range.min)} to ${count(range.max)}`}
            </dd>
          </div>
        );
      })}
    </dl>
  );
}
