import type { SearchReply } from '@vitrine/sdk';
import { useState, type ReactNode } from 'react';
import { readNumberRange } from '../../app/number-range.ts';
import { usePreview } from '../../app/preview.ts';
import type { ProjectView } from '../../app/project-view.ts';
import { messageOf, service } from '../../app/service.ts';
import { Field } from '../../parts/field.tsx';
import { count, counted } from '../../parts/formats.ts';
import { MoveBadge } from '../../parts/move-badge.tsx';
import { ProductCard } from '../../parts/product-card.tsx';
import { RuleEffects } from '../../parts/rule-effects.tsx';
import { Skeleton } from '../../parts/states.tsx';

const itemsShown = 8;
const facetsShown = 8;
const valuesShown = 5;

/** The results of a query as they are live and with a draft, next to each other. `version`: of the draft. */
export function DraftPreview({
  project,
  draft,
  version,
}: {
  project: ProjectView['project'];
  draft: string;
  version: number;
}): ReactNode {
  const [q, setQ] = useState('');
  const preview = usePreview(JSON.stringify({ q, version }), async (_sent, signal) => {
    const search = { q, limit: itemsShown, facets: ['*'] };
    const [live, drafted] = await Promise.all([
      service.search(project.id, search, { signal }),
      service.search(project.id, { ...search, draft }, { signal }),
    ]);
    return { live, drafted };
  });
  const { value } = preview;
  const places = new Map((value?.live.items ?? []).map((item, index) => [item._id, index + 1]));
  return (
    <section className="panel" aria-labelledby="draft-preview">
      <h2 id="draft-preview">Preview</h2>
      <Field label="Query" value={q} onValue={setQ} placeholder="No query" />
      {preview.error !== null && (
        <p className="note warn" role="status">
          {messageOf(preview.error)}
        </p>
      )}
      {value === null && preview.error === null && <Skeleton height="16rem" />}
      {value !== null && (
        <div className="compared" aria-busy={preview.busy}>
          <Results title="Live" reply={value.live} project={project} />
          <Results title="With the draft" reply={value.drafted} project={project} livePlaces={places} />
        </div>
      )}
    </section>
  );
}

function Results({
  title,
  reply,
  project,
  livePlaces,
}: {
  title: string;
  reply: SearchReply;
  project: ProjectView['project'];
  /** Positions in the live results, by `_id`; absent: these are the live results. */
  livePlaces?: ReadonlyMap<string, number>;
}): ReactNode {
  const { items, total } = reply;
  return (
    <section className="stack" aria-label={title}>
      <h3>
        {title} <span className="small soft num">{counted(total, 'item')}</span>
      </h3>
      <RuleEffects
        project={project.id}
        rules={reply.rules.map((id) => ({ id, title: id }))}
        effects={reply}
      />
      {items.length === 0 && <p className="soft">No results</p>}
      <ul className="product-grid">
        {items.map((item, index) => (
          <ProductCard
            key={item._id}
            item={item}
            project={project}
            position={index + 1}
            reason={livePlaces !== undefined && <MoveBadge from={livePlaces.get(item._id)} to={index + 1} />}
          />
        ))}
      </ul>
      <FacetSummary reply={reply} />
    </section>
  );
}

/** The facets in their order, each with its first values. */
function FacetSummary({ reply: { facets, facetOrder } }: { reply: SearchReply }): ReactNode {
  return (
    <dl className="facet-summary small">
      {facetOrder.slice(0, facetsShown).map((field) => {
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
