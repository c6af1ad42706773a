import type { Draft } from '@vitrine/sdk';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import { withRules, withSettings } from '../../app/draft-changes.ts';
import { useItemNames } from '../../app/shown-items.ts';
import { messageOf } from '../../app/service.ts';
import { AddToDraft } from '../../parts/add-to-draft.tsx';
import { isRuleOfQuery } from '../rules/query-rules.ts';
import { draftOf } from '../rules/rule-draft.ts';
import { namedItems, sentenceOf } from '../rules/rule-sentence.ts';
import { orderTexts, type FacetEdit } from '../facets/facet-edits.ts';
import type { FacetEdits } from './use-facet-edits.ts';
import type { Merchandising } from './use-merchandising.ts';

/** The rules that the edits of cards lead to, and the edited orders of facets, to be saved or discarded. */
export function EditsBar({
  project,
  merchandising,
  facetEdits,
}: {
  project: string;
  merchandising: Merchandising;
  facetEdits: FacetEdits;
}): ReactNode {
  const { rules, edits, canPreview } = merchandising;
  const busy = merchandising.busy || facetEdits.busy;
  const error = facetEdits.error ?? (edits.length > 0 ? merchandising.error : null);
  const save = async (): Promise<void> => {
    if (edits.length > 0) await merchandising.save();
    await facetEdits.save();
  };
  const discard = (): void => {
    merchandising.discard();
    facetEdits.discard();
  };
  const [isAdding, setIsAdding] = useState(false);
  const change = (draft: Draft): Draft => {
    const ruled = edits.length === 0 ? draft : withRules(draft, merchandising.saved, rules);
    return facetEdits.edits.size === 0
      ? ruled
      : withSettings(ruled, { search: { facets: facetEdits.edited } });
  };
  const queries = [...new Set(edits.map(({ query }) => query))];
  const drafts = queries.map((query) => {
    const rule = rules.find((one) => isRuleOfQuery(one, query));
    return { query, draft: rule === undefined ? null : draftOf(rule, 0) };
  });
  const names = useItemNames(
    project,
    drafts.flatMap(({ draft }) => (draft === null ? [] : namedItems(draft))),
  );
  const saveButton = useRef<HTMLButtonElement>(null);
  // A hidden card takes the focus with it.
  useEffect(() => {
    if (document.activeElement === document.body) saveButton.current?.focus({ preventScroll: true });
  });
  return (
    <div className="row sticky-end" role="region" aria-label="Unsaved changes">
      <button
        ref={saveButton}
        type="button"
        className="button main"
        disabled={busy}
        onClick={() => void save()}
      >
        Save
      </button>
      <button type="button" className="button" disabled={busy} onClick={() => setIsAdding(true)}>
        Add to draft
      </button>
      <button type="button" className="button" disabled={busy} onClick={discard}>
        Discard
      </button>
      {isAdding && (
        <AddToDraft target={{ project, change, onAdded: discard }} onClose={() => setIsAdding(false)} />
      )}
      <div className="grow" role="status">
        {drafts.map(({ query, draft }) => {
          if (draft === null)
            return (
              <p key={query} className="small">
                No rule for “{query}” any more
              </p>
            );
          const { condition, actions } = sentenceOf(draft, (id) => names.get(id) ?? id);
          return (
            <p key={query} className="small">
              <span className="soft">{condition}</span> — {actions}
            </p>
          );
        })}
        {[...facetEdits.edits].map(([field, edit]) => (
          <p key={field} className="small">
            <span className="soft">Values of {field}</span> — {orderText(edit)}
          </p>
        ))}
        {edits.length > 0 && !canPreview && (
          <p className="small soft">The results show this once it is saved.</p>
        )}
      </div>
      {error !== null && (
        <p className="note bad" role="alert">
          {messageOf(error)}
        </p>
      )}
    </div>
  );
}

function orderText({ order, first }: FacetEdit): string {
  if (first.length > 0) return `By hand: ${first.join(', ')}, then the others`;
  return orderTexts.find(([one]) => one === order)?.[1] ?? 'As before';
}
