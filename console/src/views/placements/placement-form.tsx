import type { ListName } from '@vitrine/sdk';
import type { ReactNode } from 'react';
import type { ErrorAt } from '../../app/field-errors.ts';
import { lists, sourceNeeds } from '../../app/list-texts.ts';
import { Link, projectPath } from '../../app/router.tsx';
import { BannerEditor } from '../../parts/banner-editor.tsx';
import { ExcludedItems } from '../../parts/excluded-items.tsx';
import { Check, Field, SelectField } from '../../parts/field.tsx';
import { FilterField } from '../../filters/filter-field.tsx';
import { FormSection } from '../../parts/form-section.tsx';
import { CapRows } from '../../parts/cap-rows.tsx';
import { FallbackList } from './fallback-list.tsx';
import { fallbacksOf, type PlacementDraft } from './placement-draft.ts';
import { StrengthField, type Strength } from './strength-field.tsx';

const diversities: readonly Strength[] = [
  ['', 'Off: by score alone'],
  ['0.2', 'A little: items that are nearly the same stand apart'],
  ['0.5', 'Much: many kinds of items'],
];
const rotations: readonly Strength[] = [
  ['', 'Off'],
  ['0.3', 'A little: the list varies from day to day'],
  ['0.6', 'Much: what was seen falls far'],
];
const relevances: readonly Strength[] = [
  ['', 'May fill the list'],
  ['0.1', 'Are left out'],
];

interface FormOptions {
  readonly draft: PlacementDraft;
  readonly set: (next: Partial<PlacementDraft>) => void;
  readonly errorAt: ErrorAt;
}

/** The form of a placement: its list, which items it may show, their order, a banner, and what the page gets. */
export function PlacementForm(options: FormOptions & { project: string; id: string }): ReactNode {
  return (
    <div className="panel editor-form">
      <ListFields {...options} />
      <ItemFields {...options} />
      <VarietyFields {...options} />
      <BannerFields {...options} />
      <PageFields {...options} />
    </div>
  );
}

function ListFields({ draft, set, errorAt }: FormOptions): ReactNode {
  const needs = sourceNeeds[draft.list];
  const intro = lists.find(({ list }) => list === draft.list)?.intro ?? '';
  return (
    <FormSection title="What it shows">
      <Field
        label="Title"
        hint="A heading for the list, which the page gets with it."
        placeholder="Recommended for you"
        value={draft.title}
        onValue={(title) => set({ title })}
        error={errorAt('title')}
      />
      <SelectField
        label="List"
        hint={needs === undefined ? intro : `${intro} Needs ${needs}; otherwise the fallbacks are shown.`}
        value={draft.list}
        onValue={(list) => set({ list: list as ListName })}
        options={lists.map(({ list, text }) => [list, text] as const)}
      />
      <FallbackList
        list={draft.list}
        fallbacks={fallbacksOf(draft)}
        isUsual={draft.fallbacks === null}
        error={errorAt('fallbacks')}
        onFallbacks={(fallbacks) => set({ fallbacks })}
      />
      <Field
        label="Number of items"
        type="number"
        min={1}
        max={100}
        placeholder="10"
        value={draft.limit}
        onValue={(limit) => set({ limit })}
        error={errorAt('limit')}
      />
    </FormSection>
  );
}

function ItemFields({ project, draft, set, errorAt }: FormOptions & { project: string }): ReactNode {
  const { exclude } = draft;
  return (
    <FormSection title="Which items">
      <FilterField
        project={project}
        label="Only items matching"
        hint="Values can be those of the page’s product, such as “price is at most that of the page’s product”."
        placeholder="price <= item.price"
        aboutProduct
        value={draft.filters}
        onValue={(filters) => set({ filters })}
        error={errorAt('filters')}
      />
      <Field
        label="Only in category"
        placeholder="Home > Kitchen"
        value={draft.category}
        onValue={(category) => set({ category })}
        error={errorAt('category')}
      />
      <ExcludedItems project={project} exclude={exclude} onExclude={(next) => set({ exclude: next })} />
      <SelectField
        label="Purchases of the visitor"
        value={draft.bought}
        onValue={(bought) => set({ bought: bought as PlacementDraft['bought'] })}
        options={[
          ['default', 'As usual for the list'],
          ['yes', 'May be listed'],
          ['no', 'Are never listed'],
        ]}
      />
      <div>
        <Check
          label="Show sold-out items"
          checked={draft.showsSoldOut}
          onChecked={(showsSoldOut) => set({ showsSoldOut })}
        />
        <Check
          label="List all variants of a product"
          checked={draft.listsVariants}
          onChecked={(listsVariants) => set({ listsVariants })}
        />
      </div>
    </FormSection>
  );
}

function VarietyFields({ draft, set, errorAt }: FormOptions): ReactNode {
  const isTrending = draft.list === 'trending' || fallbacksOf(draft).includes('trending');
  return (
    <FormSection title="Variety">
      <CapRows windowFallback={null} caps={draft.caps} onCaps={(caps) => set({ caps })} errorAt={errorAt} />
      <StrengthField
        label="Diversity"
        hint="How much items in a row differ from each other."
        strengths={diversities}
        value={draft.diversity}
        onValue={(diversity) => set({ diversity })}
        error={errorAt('diversity')}
      />
      <StrengthField
        label="Rotation"
        hint="Lowers items that the visitor has seen here without a click."
        strengths={rotations}
        value={draft.rotation}
        onValue={(rotation) => set({ rotation })}
        error={errorAt('rotation')}
      />
      <StrengthField
        label="Weak items"
        hint="Where they are left out, nothing fills the list."
        strengths={relevances}
        value={draft.minRelevance}
        onValue={(minRelevance) => set({ minRelevance })}
        error={errorAt('minRelevance')}
      />
      {isTrending && (
        <Field
          label="Trending over (hours)"
          hint="Empty: the latest visitors count most."
          type="number"
          min={1}
          max={168}
          value={draft.windowHours}
          onValue={(windowHours) => set({ windowHours })}
          error={errorAt('windowHours')}
        />
      )}
    </FormSection>
  );
}

function PageFields({ draft, set, errorAt }: FormOptions): ReactNode {
  return (
    <FormSection title="On the page">
      <Check
        label="Enabled"
        hint="Switched off, the list is empty and the page shows nothing here."
        checked={draft.enabled}
        onChecked={(enabled) => set({ enabled })}
      />
      <Field
        label="Group"
        hint="Lists of a page with the same group show no item twice. The page sends what the others show."
        placeholder="home"
        value={draft.group}
        onValue={(group) => set({ group })}
        error={errorAt('group')}
      />
    </FormSection>
  );
}

function BannerFields({
  project,
  id,
  draft,
  set,
  errorAt,
}: FormOptions & { project: string; id: string }): ReactNode {
  return (
    <FormSection title="Banner">
      <p className="small soft">
        Shown with the list, to all visitors.{' '}
        <Link to={projectPath(project, `/rules?new=1&action=userData&placement=${encodeURIComponent(id)}`)}>
          Make a rule for this placement
        </Link>{' '}
        to show one for some days or to some visitors.
      </p>
      <BannerEditor
        userData={draft.userData}
        onUserData={(userData) => set({ userData })}
        error={errorAt('userData')}
      />
    </FormSection>
  );
}
