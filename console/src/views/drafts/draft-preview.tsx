import type { DraftReply, Rule, SearchReply } from '@vitrine/sdk';
import { useState, type ReactNode } from 'react';
import { useLoad } from '../../app/load.ts';
import { readNumberRange } from '../../app/number-range.ts';
import { usePreview } from '../../app/preview.ts';
import type { ProjectView } from '../../app/project-view.ts';
import { messageOf, service } from '../../app/service.ts';
import { Field, SelectField } from '../../parts/field.tsx';
import { count, counted } from '../../parts/formats.ts';
import { MoveBadge } from '../../parts/move-badge.tsx';
import { ProductCard } from '../../parts/product-card.tsx';
import { RuleEffects } from '../../parts/rule-effects.tsx';
import { Skeleton } from '../../parts/states.tsx';
import { createRuleTitles } from '../rules/rule-title.ts';
import { listPreviewChoices, readPreview, type PreviewedReply } from './preview-choices.ts';

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
  const choices = listPreviewChoices(reply);
  const choice = choices.find(({ text }) => text === chosen) ?? choices[0]!;
  const { draft, version } = reply;
  const preview = usePreview(JSON.stringify({ choice, q, version }), async (_sent, signal) =>
    readPreview(project.id, choice, { draft, q, signal }),
  );
  const { value } = preview;
  const storedRules = useLoad(project.id, (signal) => service.rules.get(project.id, { signal }));
  const liveRules = storedRules.value?.rules ?? [];
  const liveItems = typeof value?.live === 'object' ? value.live.items : [];
  const places = new Map(liveItems.map((item, index) => [item._id, index + 1]));
  return (
    <section className="panel" aria-labelledby="draft-preview">
      <h2 id="draft-preview">Preview</h2>
      <div className="stack">
        {choices.length > 1 && (
          <SelectField
            label="Show"
            value={choice.text}
            onValue={setChosen}
            options={choices.map(({ text }) => [text, text])}
          />
        )}
        {choice.kind !== 'placements' && (
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
          <Results title="Live" reply={value.live} project={project} rules={liveRules} />
          <Results
            title="With the draft"
            reply={value.drafted}
            project={project}
            // The first of two rules with the same id gives the title.
            rules={[...(draft.rules?.put ?? []), ...liveRules]}
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
  project,
  rules: known,
  livePlaces,
}: {
  title: string;
  /** A text says why there is none. */
  reply: PreviewedReply | string;
  project: ProjectView['project'];
  /** Those that may have acted. */
  rules: readonly Rule[];
  /** Positions in the live results, by `_id`; absent: these are the live results. */
  livePlaces?: ReadonlyMap<string, number>;
}): ReactNode {
  if (typeof reply === 'string')
    return (
      <section className="stack" aria-label={title}>
        <h3>{title}</h3>
        <p className="soft">{reply}</p>
      </section>
    );
  const { items, total, about, rules, facets = {}, facetOrder = [] } = reply;
  const findTitle = createRuleTitles(known, items);
  return (
    <section className="stack" aria-label={title}>
      <h3>
        {title} {total !== undefined && <span className="small soft num">{counted(total, 'item')}</span>}
      </h3>
      <RuleEffects
        project={project.id}
        rules={rules.map((id) => ({ id, title: findTitle(id) }))}
        effects={reply}
      />
      {about !== undefined && <p className="small soft">{about}</p>}
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
      <FacetSummary facets={facets} order={facetOrder} />
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
