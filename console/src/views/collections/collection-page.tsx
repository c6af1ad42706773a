import type { CollectionPreview, Rule } from '@vitrine/sdk';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import type { Edit } from '../../app/edited-form.ts';
import { useLoad } from '../../app/load.ts';
import type { ProjectView } from '../../app/project-view.ts';
import { messageOf, service } from '../../app/service.ts';
import { counted } from '../../parts/formats.ts';
import { HiddenItems, ItemList } from '../../parts/item-list.tsx';
import { ItemPicker } from '../../parts/item-picker.tsx';
import { PreviewFields } from '../../parts/preview-fields.tsx';
import { RuleEffects } from '../../parts/rule-effects.tsx';
import { ShopSnippets } from '../../parts/shop-snippets.tsx';
import { Empty, Skeleton } from '../../parts/states.tsx';
import { TouchHint } from '../../parts/touch-hint.tsx';
import { contextOf, type ContextDraft } from '../../app/context-draft.ts';
import { ContextFields } from '../../parts/context-fields.tsx';
import { DateField } from '../../parts/date-field.tsx';
import { anyVisitorChoice, PreviewVisitorFields, visitorMembers } from '../rules/preview-visitor.tsx';
import {
  afterMove,
  freePosition,
  withItem,
  without,
  withPinToggled,
  type Arrangement,
  type PageCard,
} from './arrangement.ts';
import { ArrangedCards } from './arranged-cards.tsx';
import type { CollectionDraft } from './collection-draft.ts';
import { filterMatches } from './filter-matches.ts';
import { previewItemsMax, useCollectionPage, type PageItem } from './use-collection-page.ts';

/** Cards at first, and those that a click adds. */
const pageSize = 24;
const moreItems = 100;

/** The page of the unsaved collection, which is arranged here. */
export function CollectionPage({
  project,
  draft,
  set,
}: {
  project: ProjectView['project'];
  draft: CollectionDraft;
  set: Edit<CollectionDraft>;
}): ReactNode {
  const [at, setAt] = useState('');
  const [context, setContext] = useState<readonly ContextDraft[]>([]);
  const [visitor, setVisitor] = useState(anyVisitorChoice);
  const [limit, setLimit] = useState(pageSize);
  const storedRules = useLoad(project.id, (signal) => service.rules.get(project.id, { signal }));
  const rules = storedRules.value?.rules ?? [];
  const page = useCollectionPage(project.id, draft, {
    limit,
    ...(at === '' ? {} : { at }),
    context: contextOf(context) ?? {},
    ...visitorMembers(visitor),
  });
  const { cards, reply } = page;
  return (
    <section className="editor-page collection-page" aria-labelledby="page">
      <div className="panel">
        <h2 id="page">Page</h2>
        <PreviewFields onRefresh={page.reload}>
          <ItemPicker
            project={project.id}
            label="Add a product"
            item=""
            onItem={(id) => set((newest) => withItem(newest, id))}
          />
          <details>
            <summary>Preview another visitor, day or context</summary>
            <div className="stack tight preview-options">
              <PreviewVisitorFields
                project={project.id}
                rules={rules}
                visitor={visitor}
                onVisitor={setVisitor}
              />
              <DateField label="Date" hint="Leave empty for today." value={at} onValue={setAt} />
              <ContextFields
                context={context}
                placements={[]}
                onContext={setContext}
                addLabel="Preview for a page or other context"
              />
            </div>
          </details>
        </PreviewFields>
        {(page.isIncomplete || page.error !== null) && (
          <p className="note warn" role="status">
            {page.isIncomplete ? 'Choose a value' : messageOf(page.error)}
          </p>
        )}
        {cards === null && draft.items.length === 0 && draft.filter.trim() === '' && (
          <Empty icon="collections" title="Nothing in it yet">
            Add products here, or enter a filter that they match.
          </Empty>
        )}
        {cards === null && page.error === null && page.busy && <Skeleton height="14rem" />}
        {cards !== null && reply !== null && (
          <PageContent
            project={project}
            rules={rules}
            draft={draft}
            set={set}
            page={{ ...page, cards, reply }}
          />
        )}
        {reply !== null && limit < Math.min(reply.total, previewItemsMax) && (
          <button
            type="button"
            className="button"
            onClick={() => setLimit(Math.min(limit + moreItems, previewItemsMax))}
          >
            Show {Math.min(moreItems, reply.total - limit)} more
          </button>
        )}
        {reply !== null && reply.total > previewItemsMax && limit === previewItemsMax && (
          <p className="small soft">
            These are the first {previewItemsMax} items. To arrange another one, add it: it becomes a chosen
            item.
          </p>
        )}
      </div>
      <ShopSnippets
        project={project.id}
        element={`<vitrine-results collection="${draft.id}"></vitrine-results>`}
        elementText="Paste this where a page of your shop, such as that of a category, lists its products."
        path={`/search/${project.id}`}
        body={{ collection: draft.id }}
        sdk={`const { items, total, collection } = await vitrine.search(${JSON.stringify(project.id)}, ${JSON.stringify({ collection: draft.id })});`}
      >
        A search without words lists the page. Filters, facets and further pages work as in any search.
      </ShopSnippets>
    </section>
  );
}

function PageContent({
  project,
  rules,
  draft,
  set,
  page: { cards, reply, busy, groupBy },
}: {
  project: ProjectView['project'];
  rules: readonly Rule[];
  draft: CollectionDraft;
  set: Edit<CollectionDraft>;
  page: {
    readonly cards: readonly PageItem[];
    readonly reply: CollectionPreview;
    readonly busy: boolean;
    readonly groupBy: string;
  };
}): ReactNode {
  const titleOf = (id: string): string => rules.find((rule) => rule.id === id)?.name ?? id;
  const [said, setSaid] = useState('');
  const focus = useFocusKept();
  const change = (next: (old: Arrangement) => Arrangement, text: string): void => {
    focus.keep();
    set((newest) => {
      const { items, pin, exclude } = next(newest);
      return { items, pin, exclude };
    });
    setSaid(text);
  };
  const leaveOut = async (card: PageCard, name: string): Promise<void> => {
    const isMatched = await filterMatches(project.id, draft, card, groupBy);
    change((newest) => without(newest, card, isMatched), `${name} is left out.`);
  };
  const move = (from: number, to: number): void => {
    const name = cards[from - 1]?.item.name ?? '';
    change(
      (newest) => afterMove(newest, cards, from, to),
      `${name} is at position ${freePosition(cards, from, to)}.`,
    );
  };
  const { hidden, inactive, acting, total } = reply;
  return (
    <div className="stack" aria-busy={busy} ref={focus.ref} tabIndex={-1}>
      <p className="row small soft">
        <strong className="num">{counted(total, 'item')}</strong>
        <span>
          Drag a card to its position, or use its arrows.
          <TouchHint />
        </span>
        <span className="visually-hidden" role="status">
          {said}
        </span>
      </p>
      <RuleEffects
        project={project.id}
        rules={acting.map((id) => ({ id, title: titleOf(id) }))}
        effects={reply}
      />
      <ArrangedCards
        project={project}
        arrangement={draft}
        cards={cards}
        ruleTitle={titleOf}
        onMove={move}
        onPin={(position) => change((newest) => withPinToggled(newest, cards, position), '')}
        onLeaveOut={(card) => void leaveOut(card, card.item.name)}
      />
      <ItemList
        title="Shown once active"
        items={inactive.map((item) => ({
          item,
          note: (
            <button
              type="button"
              className="button small"
              onClick={() => void leaveOut(inactiveCard(item.id), item.name)}
            >
              Leave out<span className="visually-hidden"> {item.name}</span>
            </button>
          ),
        }))}
      />
      <HiddenItems hidden={hidden} titleOf={titleOf} />
    </div>
  );
}

function inactiveCard(id: string): PageCard {
  return { id, product: null, variants: 1, byRule: false, byCollection: true };
}

/** Keeps the focus on a button whose card moves, and within the page if the card leaves. */
function useFocusKept(): { ref: React.RefObject<HTMLDivElement | null>; keep: () => void } {
  const ref = useRef<HTMLDivElement>(null);
  const kept = useRef<Element | null>(null);
  useEffect(() => {
    const element = kept.current;
    if (element === null || document.activeElement !== document.body) return;
    const next = element.isConnected ? element : ref.current;
    if (next instanceof HTMLElement) next.focus({ preventScroll: true });
  });
  return { ref, keep: () => (kept.current = document.activeElement) };
}
