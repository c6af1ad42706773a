import type { Rule, RulesPreview, SearchItem } from '@vitrine/sdk';
import { useState, type ReactNode } from 'react';
import { useLoad, useDebounced } from '../app/load.ts';
import type { ProjectView } from '../app/project-view.ts';
import { messageOf, service } from '../app/service.ts';
import { Field } from '../parts/field.tsx';
import { counted } from '../parts/formats.ts';
import { PictureOf, picturesOf } from '../parts/picture.tsx';
import { Skeleton } from '../parts/states.tsx';
import { ProductCard } from '../parts/product-card.tsx';
import { Day } from './rule-editor.tsx';

const placesShown = 12;

/** What a search lists by the rules as they stand in the form, before they are saved. */
export function RulePreview({
  project,
  rules,
  query,
  filters,
}: {
  project: ProjectView['project'];
  rules: readonly Rule[];
  /** To begin with: what the rule at hand is for. */
  query: string;
  filters: string;
}): ReactNode {
  const [typed, setTyped] = useState<string | null>(null);
  const [at, setAt] = useState('');
  const q = typed ?? query;
  const request = JSON.stringify({ q, filters, rules, limit: placesShown, ...(at === '' ? {} : { at }) });
  const rested = useDebounced(request, 250);
  const shown = useLoad(rested, (signal) =>
    service.rules.preview(project.id, JSON.parse(rested) as Parameters<typeof service.rules.preview>[1], {
      signal,
    }),
  );
  return (
    <section className="pane" aria-labelledby="preview">
      <h2 id="preview">Preview</h2>
      <div className="columns">
        <Field label="Query" value={q} onValue={setTyped} placeholder="Nothing typed" />
        <Day label="On the day" hint="Empty: now." value={at} onValue={setAt} />
      </div>
      {filters !== '' && (
        <p className="small soft">
          Within <code>{filters}</code>
        </p>
      )}
      {shown.error !== null && (
        <p className="note warn" role="status">
          {messageOf(shown.error)}
        </p>
      )}
      {shown.value === null && shown.error === null && <Skeleton height="12rem" />}
      {shown.value !== null && <Listed preview={shown.value} project={project} busy={shown.busy} />}
    </section>
  );
}

function Listed({
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
          ? '. No rule is in force here.'
          : `, by ${acting.map((id) => `“${id}”`).join(', ')}`}
      </p>
      <ul className="shelf">
        {items.map((item, index) => (
          <ProductCard
            key={item._id}
            item={item}
            project={project}
            place={index + 1}
            why={<Why item={item} />}
          />
        ))}
      </ul>
      {hidden.length > 0 && (
        <div className="stack tight">
          <h3>Hidden</h3>
          <ul className="lines" aria-label="Hidden by rules">
            {hidden.map(({ item, rules }) => (
              <li key={item._id}>
                <div className="item-line">
                  <div className="thumb">
                    <PictureOf url={picturesOf(item)[0]?.url} alt="" />
                  </div>
                  <div>{item.name}</div>
                </div>
                <span className="badge bad">hidden by {rules.map((id) => `“${id}”`).join(', ')}</span>
              </li>
            ))}
          </ul>
        </div>
      )}
    </div>
  );
}

/** What rules did to an item of the list. */
function Why({ item }: { item: SearchItem }): ReactNode {
  const reasons = item._ranking?.['reasons'];
  const moved = Array.isArray(reasons)
    ? reasons.map(String).filter((reason) => reason.startsWith('Moved'))
    : [];
  const all = item._reason === undefined ? moved : [item._reason.text, ...moved];
  return all.map((text) => (
    <p key={text} className="why">
      {text}
    </p>
  ));
}
