import type { PlacementListReply, PreviewPlacementRequest } from '@vitrine/sdk';
import { useState, type ReactNode } from 'react';
import { contextOf, type ContextDraft } from '../../app/context-draft.ts';
import { useItemNames } from '../../app/shown-items.ts';
import { sourceNeeds, sourceTexts } from '../../app/list-texts.ts';
import { useLoad } from '../../app/load.ts';
import { usePreview } from '../../app/preview.ts';
import type { ProjectView } from '../../app/project-view.ts';
import { lacksValue } from '../../filters/lacks-value.ts';
import { messageOf, service } from '../../app/service.ts';
import { ContextFields } from '../../parts/context-fields.tsx';
import { DateField } from '../../parts/date-field.tsx';
import { Field } from '../../parts/field.tsx';
import { capitalized, counted } from '../../parts/formats.ts';
import { Icon } from '../../parts/icons.tsx';
import { ItemPicker } from '../../parts/item-picker.tsx';
import { PreviewFields } from '../../parts/preview-fields.tsx';
import { ProductCard } from '../../parts/product-card.tsx';
import { Skeleton } from '../../parts/states.tsx';
import {
  anyVisitorChoice,
  PreviewVisitorFields,
  visitorMembers,
  type PreviewVisitor,
} from '../rules/preview-visitor.tsx';
import { placementOf, type PlacementDraft } from './placement-draft.ts';
import { PlacementSnippets } from './placement-snippets.tsx';

/** The visitor and the page of a preview. */
interface PageDraft {
  readonly visitor: PreviewVisitor;
  /** A date; empty: today. */
  readonly at: string;
  readonly item: string;
  readonly cart: readonly string[];
  readonly category: string;
  readonly context: readonly ContextDraft[];
}

const emptyPage: PageDraft = {
  visitor: anyVisitorChoice,
  at: '',
  item: '',
  cart: [],
  category: '',
  context: [],
};

/** The list of the unsaved placement, for a visitor and a page. */
export function PlacementPreview({
  project,
  id,
  draft,
}: {
  project: ProjectView['project'];
  id: string;
  draft: PlacementDraft;
}): ReactNode {
  const [page, setPage] = useState(emptyPage);
  const sent = requestOf(page);
  const { segment, ...visitor } = visitorMembers(page.visitor);
  const request = JSON.stringify({
    placement: placementOf(id, draft),
    ...visitor,
    ...sent,
    ...(segment === undefined ? {} : { segment }),
    ...(page.at === '' ? {} : { at: page.at }),
  });
  const isIncomplete = lacksValue(draft.filters);
  const preview = usePreview(
    request,
    (body, signal) =>
      service.placements.preview(project.id, id, JSON.parse(body) as PreviewPlacementRequest, { signal }),
    isIncomplete,
  );
  return (
    <section className="editor-page placement-preview" aria-labelledby="preview">
      <div className="panel">
        <h2 id="preview">Preview</h2>
        <PreviewFields onRefresh={preview.reload}>
          <PageFields project={project.id} page={page} onPage={(next) => setPage({ ...page, ...next })} />
        </PreviewFields>
        {(isIncomplete || preview.error !== null) && (
          <p className="note warn" role="status">
            {isIncomplete ? 'Choose a value' : messageOf(preview.error)}
          </p>
        )}
        {preview.value === null && preview.error === null && <Skeleton height="14rem" />}
        {preview.value !== null && preview.error === null && (
          <PreviewList project={project} draft={draft} reply={preview.value} busy={preview.busy} />
        )}
      </div>
      <PlacementSnippets project={project.id} id={id} request={{ ...visitor, ...sent }} />
    </section>
  );
}

/** What a page would send, besides the visitor. */
function requestOf(page: PageDraft): Readonly<Record<string, unknown>> {
  const { item, cart, category } = page;
  const context = contextOf(page.context);
  return {
    ...(item === '' ? {} : { item }),
    ...(cart.length === 0 ? {} : { items: cart }),
    ...(category.trim() === '' ? {} : { category: category.trim() }),
    ...(context === undefined ? {} : { context }),
  };
}

function PageFields({
  project,
  page,
  onPage,
}: {
  project: string;
  page: PageDraft;
  onPage: (next: Partial<PageDraft>) => void;
}): ReactNode {
  const { visitor, at, item, cart, category, context } = page;
  const storedRules = useLoad(project, (signal) => service.rules.get(project, { signal }));
  const rules = storedRules.value?.rules ?? [];
  const names = useItemNames(project, item === '' ? cart : [item, ...cart]);
  const nameOf = (id: string): string => names.get(id) ?? id;
  return (
    <>
      <div className="page-fields">
        <PreviewVisitorFields
          project={project}
          rules={rules}
          visitor={visitor}
          onVisitor={(next) => onPage({ visitor: next })}
        />
        <DateField
          label="Date"
          hint="Leave empty for today."
          value={at}
          onValue={(next) => onPage({ at: next })}
        />
        <ItemPicker
          project={project}
          label="Product of the page"
          item={item}
          onItem={(next) => onPage({ item: next })}
        />
        <ItemPicker
          project={project}
          label="Add to the cart"
          item=""
          onItem={(next) => onPage({ cart: [...new Set([...cart, next])] })}
        />
        <Field
          label="Category of the page"
          placeholder="Home > Kitchen"
          autoComplete="off"
          maxLength={256}
          value={category}
          onValue={(next) => onPage({ category: next })}
        />
      </div>
      {(item !== '' || cart.length > 0) && (
        <ul className="chips" aria-label="Product and cart">
          {item !== '' && (
            <Chip
              text={`Product: ${nameOf(item)}`}
              label="Remove the product"
              onRemove={() => onPage({ item: '' })}
            />
          )}
          {cart.map((id) => (
            <Chip
              key={id}
              text={`In the cart: ${nameOf(id)}`}
              label={`Remove ${nameOf(id)} from the cart`}
              onRemove={() => onPage({ cart: cart.filter((other) => other !== id) })}
            />
          ))}
        </ul>
      )}
      <ContextFields
        context={context}
        placements={[]}
        onContext={(next) => onPage({ context: next })}
        addLabel="Preview for a page or other context"
      />
    </>
  );
}

function Chip(options: { text: string; label: string; onRemove: () => void }): ReactNode {
  return (
    <li className="chip">
      <span>{options.text}</span>
      <button type="button" aria-label={options.label} title={options.label} onClick={options.onRemove}>
        <Icon name="close" size={14} />
      </button>
    </li>
  );
}

function PreviewList({
  project,
  draft,
  reply,
  busy,
}: {
  project: ProjectView['project'];
  draft: PlacementDraft;
  reply: PlacementListReply;
  busy: boolean;
}): ReactNode {
  const { items, list, fallback, rules } = reply;
  const needs = list === draft.list ? undefined : sourceNeeds[draft.list];
  return (
    <div className="stack" aria-busy={busy}>
      <p className="row" role="status">
        <strong className="num">{counted(items.length, 'item')}</strong>
        {list !== null && <span className="badge good">{capitalized(sourceTexts[list])}</span>}
        {fallback !== null && fallback !== list && (
          <span className="badge warn">Filled with {sourceTexts[fallback]}</span>
        )}
        {rules.length > 0 && <span className="badge">{counted(rules.length, 'rule')} applied</span>}
        {!draft.enabled && <span className="badge">Off: the page shows nothing</span>}
      </p>
      {needs !== undefined && (
        <p className="small soft">
          {capitalized(sourceTexts[draft.list])} need {needs}: choose one above.
        </p>
      )}
      <ul className="product-grid">
        {items.map((item, index) => (
          <ProductCard
            key={item._id}
            item={item}
            project={project}
            position={index + 1}
            reason={<span className="reason">{item._reason.text}</span>}
          />
        ))}
      </ul>
    </div>
  );
}
