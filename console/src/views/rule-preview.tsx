import type { Rule, RulesPreview, SearchItem } from '@vitrine/sdk';
import { useState, type ReactNode } from 'react';
import { useLoad, useDebounced } from '../app/load.ts';
import type { ProjectView } from '../app/project-view.ts';
import { messageOf, service } from '../app/service.ts';
import { Field } from '../parts/field.tsx';
import { counted } from '../parts/formats.ts';
import { ItemPicture, picturesOf } from '../parts/picture.tsx';
import { Skeleton } from '../parts/states.tsx';
import { ProductCard } from '../parts/product-card.tsx';
import { DateField } from './rule-editor.tsx';

const itemsShown = 12;

/** Search results with the unsaved rules of the form. */
export function RulePreview({
  project,
  rules,
  query,
  filters,
}: {
  project: ProjectView['project'];
  rules: readonly Rule[];
  /** Initial query: the query of the open rule. */
  query: string;
  filters: string;
}): ReactNode {
  const [typed, setTyped] = useState<string | null>(null);
  const [at, setAt] = useState('');
  const q = typed ?? query;
  const request = JSON.stringify({ q, filters, rules, limit: itemsShown, ...(at === '' ? {} : { at }) });
  const debounced = useDebounced(request, 250);
  const preview = useLoad(debounced, (signal) =>
    service.rules.preview(project.id, JSON.parse(debounced) as Parameters<typeof service.rules.preview>[1], {
      signal,
    }),
  );
  return (
    <section className="panel" aria-labelledby="preview">
      <h2 id="preview">Preview</h2>
      <div className="columns">
        <Field label="Query" value={q} onValue={setTyped} placeholder="No query" />
        <DateField label="Date" hint="Leave empty for today." value={at} onValue={setAt} />
      </div>
      {filters !== '' && (
        <p className="small soft">
          Filter: <code>{filters}</code>
        </p>
      )}
      {preview.error !== null && (
        <p className="note warn" role="status">
          {messageOf(preview.error)}
        </p>
      )}
      {preview.value === null && preview.error === null && <Skeleton height="12rem" />}
      {preview.value !== null && (
        <PreviewResults preview={preview.value} project={project} busy={preview.busy} />
      )}
    </section>
  );
}

function PreviewResults({
  preview,
  project,
  busy,
}: {
  preview: RulesPreview;
  project: ProjectView['project'];
  busy: boolean;
}): ReactNode {
  const { items, total, hidden, acting } = preview;
  return (
    <div className="stack" aria-busy={busy}>
      <p role="status" className="soft">
        <strong className="num">{counted(total, 'item')}</strong>
        {acting.length === 0
          ? '. No rule applies.'
          : `. Applied: ${acting.map((id) => `“${id}”`).join(', ')}`}
      </p>
      <ul className="product-grid">
        {items.map((item, index) => (
          <ProductCard
            key={item._id}
            item={item}
            project={project}
            position={index + 1}
            reason={<Reasons item={item} />}
          />
        ))}
      </ul>
      {hidden.length > 0 && (
        <div className="stack tight">
          <h3>Hidden</h3>
          <ul className="list" aria-label="Hidden by rules">
            {hidden.map(({ item, rules }) => (
              <li key={item._id}>
                <div className="item-line">
                  <div className="thumb">
                    <ItemPicture url={picturesOf(item)[0]?.url} alt="" />
                  </div>
                  <div>{item.name}</div>
                </div>
                <span className="badge bad">Hidden by {rules.map((id) => `“${id}”`).join(', ')}</span>
              </li>
            ))}
          </ul>
        </div>
      )}
    </div>
  );
}

/** The effects of rules on an item. */
function Reasons({ item }: { item: SearchItem }): ReactNode {
  const reasons = item._ranking?.['reasons'];
  const moved = Array.isArray(reasons)
    ? reasons.map(String).filter((reason) => /^(Boosted|Buried) by/.test(reason))
    : [];
  const all = item._reason === undefined ? moved : [item._reason.text, ...moved];
  return all.map((text) => (
    <p key={text} className="reason">
      {text}
    </p>
  ));
}
