import type { PreviewRulesRequest, Rule, RulesPreview, SearchItem, VisitorCondition } from '@vitrine/sdk';
import { readBanners } from '@vitrine/sdk/page';
import { Fragment, useState, type ReactNode } from 'react';
import { usePreview } from '../../app/preview.ts';
import type { ProjectView } from '../../app/project-view.ts';
import { messageOf, service } from '../../app/service.ts';
import { Field } from '../../parts/field.tsx';
import { counted } from '../../parts/formats.ts';
import { HiddenItems } from '../../parts/item-list.tsx';
import { PreviewFields } from '../../parts/preview-fields.tsx';
import { ProductCard } from '../../parts/product-card.tsx';
import { RuleEffects, withTitles, type TitledRule } from '../../parts/rule-effects.tsx';
import { ShownBanner } from '../../parts/shown-banner.tsx';
import { Skeleton } from '../../parts/states.tsx';
import { contextOf, type ContextDraft } from '../../app/context-draft.ts';
import { ContextFields } from '../../parts/context-fields.tsx';
import { DateField } from '../../parts/date-field.tsx';
import { createRuleTitles } from './rule-title.ts';
import {
  PreviewVisitorFields,
  segmentChoice,
  visitorMembers,
  type PreviewVisitor,
} from './preview-visitor.tsx';

const itemsShown = 12;
type Banner = ReturnType<typeof readBanners>[number];

/** Search results with the unsaved rules of the form, on another day or another page. */
export function RulePreview({
  project,
  rules,
  query,
  filters,
  context,
  segment,
  isIncomplete,
}: {
  project: ProjectView['project'];
  rules: readonly Rule[];
  /** Initial query, context and visitor: those of the open rule. */
  query: string;
  filters: string;
  context: readonly ContextDraft[];
  segment: VisitorCondition | undefined;
  /** Whether a value of a filter is still to be chosen. */
  isIncomplete: boolean;
}): ReactNode {
  const [typed, setTyped] = useState<string | null>(null);
  const [editedContext, setContext] = useState<readonly ContextDraft[] | null>(null);
  const [editedVisitor, setVisitor] = useState<PreviewVisitor | null>(null);
  const [at, setAt] = useState('');
  const q = typed ?? query;
  const pairs = editedContext ?? context;
  const visitor = editedVisitor ?? segmentChoice(segment);
  const request = JSON.stringify({
    q,
    filters,
    rules,
    limit: itemsShown,
    ...(at === '' ? {} : { at }),
    context: contextOf(pairs) ?? {},
    ...visitorMembers(visitor),
  });
  const preview = usePreview(
    request,
    (sent, signal) => service.rules.preview(project.id, JSON.parse(sent) as PreviewRulesRequest, { signal }),
    isIncomplete,
  );
  return (
    <section className="panel" aria-labelledby="preview">
      <h2 id="preview">Preview</h2>
      <PreviewFields onRefresh={preview.reload}>
        <div className="columns">
          <Field label="Query" value={q} onValue={setTyped} placeholder="No query" />
          <PreviewVisitorFields project={project.id} rules={rules} visitor={visitor} onVisitor={setVisitor} />
          <DateField label="Date" hint="Leave empty for today." value={at} onValue={setAt} />
        </div>
        <ContextFields
          context={pairs}
          placements={[]}
          onContext={setContext}
          addLabel="Preview for a page or other context"
        />
      </PreviewFields>
      {filters !== '' && (
        <p className="small soft">
          Filter: <code>{filters}</code>
        </p>
      )}
      {(isIncomplete || preview.error !== null) && (
        <p className="note warn" role="status">
          {isIncomplete ? 'Choose a value' : messageOf(preview.error)}
        </p>
      )}
      {preview.value === null && preview.error === null && <Skeleton height="12rem" />}
      {preview.value !== null && (
        <PreviewResults preview={preview.value} rules={rules} project={project} busy={preview.busy} />
      )}
    </section>
  );
}

function PreviewResults({
  preview,
  rules,
  project,
  busy,
}: {
  preview: RulesPreview;
  rules: readonly Rule[];
  project: ProjectView['project'];
  busy: boolean;
}): ReactNode {
  const { items, total, hidden, acting } = preview;
  const findTitle = createRuleTitles(rules, [...items, ...hidden.map(({ item }) => item)]);
  const titled = acting.map((id) => ({ id, title: findTitle(id) }));
  const banners = readBanners(preview.userData);
  // A place after the last item is its end, as in a shop.
  const endingAt = (place: Banner['place']): number =>
    typeof place === 'number' ? Math.min(place, items.length + 1) : 0;
  return (
    <div className="stack" aria-busy={busy}>
      <p role="status" className="soft">
        <strong className="num">{counted(total, 'item')}</strong>
        {acting.length === 0 && '. No rule applies.'}
      </p>
      <RuleEffects project={project.id} rules={titled} effects={preview} />
      <PreviewBanners banners={banners.filter(({ place }) => place === 'above')} />
      <ul className="product-grid">
        {items.map((item, index) => (
          <Fragment key={item._id}>
            <BannerCells banners={banners.filter(({ place }) => endingAt(place) === index + 1)} />
            <ProductCard
              item={item}
              project={project}
              position={index + 1}
              reason={<Reasons item={item} rules={titled} />}
            />
          </Fragment>
        ))}
        <BannerCells banners={banners.filter(({ place }) => endingAt(place) === items.length + 1)} />
      </ul>
      <PreviewBanners banners={banners.filter(({ place }) => place === 'below')} />
      <HiddenItems hidden={hidden} titleOf={findTitle} />
    </div>
  );
}

function PreviewBanners({ banners }: { banners: readonly Banner[] }): ReactNode {
  return banners.map((banner, index) => (
    <div key={index} className="previewed-banner" role="group" aria-label="Banner">
      <ShownBanner banner={banner} />
    </div>
  ));
}

/** Banners among the products. */
function BannerCells({ banners }: { banners: readonly Banner[] }): ReactNode {
  return banners.map((banner, index) => (
    <li key={index} className="previewed-banner" aria-label="Banner">
      <ShownBanner banner={banner} />
    </li>
  ));
}

/** The effects of rules on an item. */
function Reasons({ item, rules }: { item: SearchItem; rules: readonly TitledRule[] }): ReactNode {
  const reasons = item._ranking?.['reasons'];
  const moved = Array.isArray(reasons)
    ? reasons.map(String).filter((reason) => /^(Boosted|Buried) by/.test(reason))
    : [];
  const all = item._reason === undefined ? moved : [item._reason.text, ...moved];
  return all.map((text) => (
    <p key={text} className="reason">
      {withTitles(text, rules)}
    </p>
  ));
}
