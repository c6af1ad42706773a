import type { ReactNode } from 'react';
import { Check, Field, SelectField } from '../parts/field.tsx';
import { ItemLine } from '../parts/item-line.tsx';
import { ItemPicker } from '../parts/item-picker.tsx';
import type { RuleDraft, When } from './rule-draft.ts';

const conditions: readonly (readonly [When, string])[] = [
  ['is', 'Query is'],
  ['contains', 'Query contains'],
  ['starts', 'Query starts with'],
  ['browse', 'No query (browse)'],
  ['always', 'Always'],
];

interface EditorOptions {
  readonly project: string;
  readonly draft: RuleDraft;
  readonly set: (next: Partial<RuleDraft>) => void;
  /** The validation error of a member of the rule, by its path. */
  readonly errorAt: (path: string) => string | undefined;
}

/** The form of one rule. */
export function RuleEditor(options: EditorOptions): ReactNode {
  const { draft, set, errorAt } = options;
  return (
    <div className="stack">
      <div className="columns">
        <Field label="Rule name" value={draft.id} onValue={(id) => set({ id })} error={errorAt('id')} />
        <Check label="Enabled" checked={draft.enabled} onChecked={(enabled) => set({ enabled })} />
      </div>
      <Condition {...options} />
      <Pins {...options} />
      <Hidden {...options} />
      <fieldset className="field">
        <legend>Boost or bury</legend>
        <p className="hint">
          Applies among items with the same number of matching words, before the text score. Enter a filter,
          such as brand:Nike AND stock {'>'} 0.
        </p>
        <div className="columns">
          <Field
            label="Boost items matching"
            className="code"
            placeholder="season:winter"
            spellCheck={false}
            value={draft.boost}
            onValue={(boost) => set({ boost })}
            error={errorAt('boost')}
          />
          <Field
            label="Bury items matching"
            className="code"
            placeholder="stock:0"
            spellCheck={false}
            value={draft.bury}
            onValue={(bury) => set({ bury })}
            error={errorAt('bury')}
          />
        </div>
      </fieldset>
    </div>
  );
}

function Condition({ draft, set, errorAt }: EditorOptions): ReactNode {
  const needsQuery = draft.when !== 'always' && draft.when !== 'browse';
  return (
    <fieldset className="field">
      <legend>Condition</legend>
      <div className="columns">
        <SelectField
          label="Apply when"
          value={draft.when}
          onValue={(when) => set({ when: when as When })}
          options={conditions}
        />
        {needsQuery && (
          <Field
            label="Query"
            hint="Matched like a search: “The Shoes” equals “shoe”."
            value={draft.query}
            onValue={(query) => set({ query })}
            error={errorAt('when')}
          />
        )}
        <Field
          label="Only with this filter"
          hint="A filter of the search, such as the category of a page. Leave empty for all searches."
          className="code"
          placeholder='category:"Home > Kitchen"'
          spellCheck={false}
          value={draft.filters}
          onValue={(filters) => set({ filters })}
          error={errorAt('when.filters')}
        />
      </div>
      <div className="columns">
        <DateField
          label="Start date"
          hint="Leave empty to start immediately."
          value={draft.from}
          onValue={(from) => set({ from })}
          error={errorAt('from')}
        />
        <DateField
          label="End date"
          hint="Includes this day. Leave empty for no end."
          value={draft.until}
          onValue={(until) => set({ until })}
          error={errorAt('until')}
        />
      </div>
    </fieldset>
  );
}

/** A date input; a value in another format is edited as text. */
export function DateField(options: {
  label: string;
  hint?: string;
  value: string;
  onValue: (value: string) => void;
  error?: string | undefined;
}): ReactNode {
  const isDay = /^(\d{4}-\d{2}-\d{2})?$/.test(options.value);
  return <Field {...options} type={isDay ? 'date' : 'text'} />;
}

function Pins({ project, draft, set, errorAt }: EditorOptions): ReactNode {
  const { pins } = draft;
  const add = (id: string): void => {
    if (pins.some((pin) => pin.id === id)) return;
    const taken = new Set(pins.map(({ position }) => Number(position)));
    let free = 1;
    while (taken.has(free)) free++;
    set({ pins: [...pins, { id, position: String(free) }] });
  };
  return (
    <fieldset className="field">
      <legend>Pinned positions</legend>
      <p className="hint">Pinned items keep their position, even if they do not match the query.</p>
      {pins.length > 0 && (
        <ol className="list" aria-label="Pinned items">
          {pins.map(({ id, position }, index) => (
            <li key={id}>
              <ItemLine project={project} id={id} />
              <div className="row pin-position">
                <Field
                  label={
                    <>
                      Position<span className="visually-hidden"> of {id}</span>
                    </>
                  }
                  type="number"
                  min={1}
                  max={1000}
                  value={position}
                  onValue={(next) =>
                    set({ pins: pins.map((pin, i) => (i === index ? { id, position: next } : pin)) })
                  }
                  error={errorAt(`pin[${index}]`)}
                />
                <button
                  type="button"
                  className="button small"
                  onClick={() => set({ pins: pins.filter((_, i) => i !== index) })}
                >
                  Unpin<span className="visually-hidden"> {id}</span>
                </button>
              </div>
            </li>
          ))}
        </ol>
      )}
      <ItemPicker project={project} label="Pin an item" item="" onItem={add} />
    </fieldset>
  );
}

function Hidden({ project, draft, set, errorAt }: EditorOptions): ReactNode {
  const { hiddenIds } = draft;
  return (
    <fieldset className="field">
      <legend>Hide</legend>
      <p className="hint">Removes items from results, totals, facets and suggestions.</p>
      <SelectField
        label="Hide by"
        value={draft.hideBy}
        onValue={(hideBy) => set({ hideBy: hideBy as RuleDraft['hideBy'] })}
        options={[
          ['items', 'Selected items'],
          ['filter', 'Items matching a filter'],
        ]}
      />
      {draft.hideBy === 'filter' ? (
        <Field
          label="Hide items matching"
          className="code"
          placeholder="recalled:true"
          spellCheck={false}
          value={draft.hiddenFilter}
          onValue={(hiddenFilter) => set({ hiddenFilter })}
          error={errorAt('hide')}
        />
      ) : (
        <>
          {hiddenIds.length > 0 && (
            <ul className="list" aria-label="Hidden items">
              {hiddenIds.map((id) => (
                <li key={id}>
                  <ItemLine project={project} id={id} />
                  <button
                    type="button"
                    className="button small"
                    onClick={() => set({ hiddenIds: hiddenIds.filter((other) => other !== id) })}
                  >
                    Unhide<span className="visually-hidden"> {id}</span>
                  </button>
                </li>
              ))}
            </ul>
          )}
          <ItemPicker
            project={project}
            label="Hide an item"
            item=""
            onItem={(id) => set({ hiddenIds: [...new Set([...hiddenIds, id])] })}
          />
        </>
      )}
    </fieldset>
  );
}
