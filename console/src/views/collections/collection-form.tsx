import { useState, type ReactNode } from 'react';
import type { ErrorAt } from '../../app/field-errors.ts';
import { BannerEditor } from '../../parts/banner-editor.tsx';
import { ExcludedItems } from '../../parts/excluded-items.tsx';
import { Check, Field, SelectField } from '../../parts/field.tsx';
import { FilterField } from '../../filters/filter-field.tsx';
import { FormSection } from '../../parts/form-section.tsx';
import { sorts } from '../../parts/sorts.ts';
import { DateField } from '../../parts/date-field.tsx';
import { withExcluded } from './arrangement.ts';
import type { CollectionDraft } from './collection-draft.ts';

interface FormOptions {
  readonly draft: CollectionDraft;
  readonly set: (next: Partial<CollectionDraft>) => void;
  readonly errorAt: ErrorAt;
}

/** The form of a collection: its name and period, what belongs to it, and the order of what is not arranged by hand. */
export function CollectionForm({
  project,
  draft,
  set,
  errorAt,
}: FormOptions & { project: string }): ReactNode {
  return (
    <div className="panel editor-form">
      <FormSection title="Collection">
        <Field
          label="Name"
          placeholder="Summer sale"
          value={draft.name}
          onValue={(name) => set({ name })}
          error={errorAt('name')}
        />
        <Check
          label="Enabled"
          hint="Switched off, searches do not find it."
          checked={draft.enabled}
          onChecked={(enabled) => set({ enabled })}
        />
        <DateField
          label="From"
          value={draft.from}
          onValue={(from) => set({ from })}
          error={errorAt('from')}
        />
        <DateField
          label="Until"
          hint="Includes this day. In UTC."
          value={draft.until}
          onValue={(until) => set({ until })}
          error={errorAt('until')}
        />
      </FormSection>
      <FormSection title="What belongs to it">
        <FilterField
          project={project}
          label="Items matching"
          hint="New items that match join by themselves. Without a condition, you choose all items by hand."
          placeholder="onSale:true"
          value={draft.filter}
          onValue={(filter) => set({ filter })}
          error={errorAt('filter')}
        />
        <SortFields draft={draft} set={set} errorAt={errorAt} />
        <ExcludedItems
          project={project}
          exclude={draft.exclude}
          onExclude={(exclude) => set(withExcluded(draft, exclude))}
        />
        {errorAt('exclude') !== undefined && <p className="field-error">{errorAt('exclude')}</p>}
      </FormSection>
      <FormSection title="Banner">
        <BannerEditor
          userData={draft.userData}
          onUserData={(userData) => set({ userData })}
          error={errorAt('userData')}
        />
      </FormSection>
    </div>
  );
}

const otherSort = 'other';

function SortFields({ draft: { sort }, set, errorAt }: FormOptions): ReactNode {
  const isKnown = sorts.some(([key]) => key === sort);
  const [isOther, setIsOther] = useState(!isKnown);
  return (
    <>
      <SelectField
        label="Order"
        hint="Of the items that are not arranged by hand."
        value={isOther || !isKnown ? otherSort : sort}
        onValue={(next) => {
          setIsOther(next === otherSort);
          if (next !== otherSort) set({ sort: next });
        }}
        options={[
          ...sorts.map(([key, text]) => [key, key === '' ? 'Best first, by rank' : text] as const),
          [otherSort, 'By other fields'],
        ]}
      />
      {(isOther || !isKnown) && (
        <Field
          label="Sort by"
          hint="Fields separated by commas, such as stock:desc, name."
          className="code"
          spellCheck={false}
          value={sort}
          onValue={(next) => set({ sort: next })}
          error={errorAt('sort')}
        />
      )}
    </>
  );
}
