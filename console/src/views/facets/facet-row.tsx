import type { HTMLAttributes, ReactNode } from 'react';
import { FilterField } from '../../filters/filter-field.tsx';
import { Field, SelectField } from '../../parts/field.tsx';
import { RowButtons } from '../../parts/row-buttons.tsx';
import { facetSentence, type FacetDraft } from './facet-draft.ts';
import { orderTexts } from './facet-edits.ts';

/** A facet setting as a line, with its form if it is open. */
export function FacetRow(options: {
  project: string;
  draft: FacetDraft;
  isOpen: boolean;
  attributes: HTMLAttributes<HTMLElement>;
  errorAt: (path: string) => string | undefined;
  onToggle: () => void;
  onUp: (() => void) | null;
  onDown: (() => void) | null;
  onRemove: () => void;
  set: (next: Partial<FacetDraft>) => void;
}): ReactNode {
  const { draft, isOpen, attributes, onToggle, onUp, onDown, onRemove } = options;
  const title = draft.name.trim() || draft.field || 'New facet';
  return (
    <li
      {...attributes}
      // Text in the fields of an open form is selected with the mouse.
      draggable={!isOpen}
      className={`panel facet-row ${attributes.className ?? ''}`}
      aria-label={title}
    >
      <div className="facet-line">
        <span className="grip" aria-hidden="true" title="Drag to reorder" />
        <div className="grow">
          <div className="rule-title">
            <h2>{title}</h2>
            {draft.name.trim() !== '' && <code className="faint">{draft.field}</code>}
            {draft.display === 'pinned' && <span className="badge good">Pinned</span>}
            {draft.display === 'hidden' && <span className="badge">Hidden</span>}
          </div>
          <p className="soft rule-sentence">{facetSentence(draft)}</p>
        </div>
        <div className="row">
          <RowButtons {...{ title, isOpen, onToggle, onUp, onDown, onRemove }} />
        </div>
      </div>
      {isOpen && <FacetForm {...options} />}
    </li>
  );
}

function FacetForm({
  project,
  draft,
  set,
  errorAt,
}: {
  project: string;
  draft: FacetDraft;
  set: (next: Partial<FacetDraft>) => void;
  errorAt: (path: string) => string | undefined;
}): ReactNode {
  return (
    <div className="stack rule-section">
      <div className="columns">
        <Field
          label="Field"
          className="code"
          placeholder="attrs.color"
          spellCheck={false}
          value={draft.field}
          onValue={(field) => set({ field })}
          error={errorAt('field')}
        />
        <Field
          label="Name shown"
          hint="For shoppers; empty: the field."
          value={draft.name}
          onValue={(name) => set({ name })}
          error={errorAt('name')}
        />
      </div>
      <div className="columns">
        <SelectField
          label="Order of values"
          value={draft.order}
          onValue={(order) => set({ order })}
          options={orderTexts}
        />
        <SelectField
          label="Among dynamic facets"
          value={draft.display}
          onValue={(display) => set({ display })}
          options={[
            ['', 'If useful for the results'],
            ['pinned', 'Pinned: always and first'],
            ['hidden', 'Hidden: never'],
          ]}
        />
        <Field
          label="Number of values"
          type="number"
          min={1}
          max={100}
          placeholder="100"
          value={draft.limit}
          onValue={(limit) => set({ limit })}
          error={errorAt('limit')}
        />
      </div>
      <Field
        label="Values first"
        hint="In this order, separated by commas. In Search, values can be dragged."
        placeholder="Acme, Nordin"
        value={draft.first}
        onValue={(first) => set({ first })}
        error={errorAt('first')}
      />
      <Field
        label="Hidden values"
        hint="Separated by commas."
        placeholder="unknown, other"
        value={draft.hiddenValues}
        onValue={(hiddenValues) => set({ hiddenValues })}
        error={errorAt('hiddenValues')}
      />
      <FilterField
        project={project}
        label="Only with this filter"
        hint="Such as the category of a page. It precedes the same field without a filter."
        placeholder='category:"Home > Kitchen"'
        showsCount={false}
        value={draft.filters}
        onValue={(filters) => set({ filters })}
        error={errorAt('when.filters')}
      />
      <Field
        label="Only in this collection"
        hint="The id of a collection. It precedes the same field without one."
        placeholder="sale"
        spellCheck={false}
        autoComplete="off"
        value={draft.collection}
        onValue={(collection) => set({ collection })}
        error={errorAt('when.collection')}
      />
    </div>
  );
}
