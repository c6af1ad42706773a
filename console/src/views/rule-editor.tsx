import type { ReactNode } from 'react';
import { Check, Field, SelectField } from '../parts/field.tsx';
import { ItemLine } from '../parts/item-line.tsx';
import { ItemPicker } from '../parts/item-picker.tsx';
import type { RuleDraft, When } from './rule-draft.ts';

const whens: readonly (readonly [When, string])[] = [
  ['is', 'The query is'],
  ['contains', 'The query contains'],
  ['starts', 'The query begins with'],
  ['browse', 'Nothing is typed'],
  ['always', 'Always'],
];

interface Part {
  readonly project: string;
  readonly draft: RuleDraft;
  readonly set: (next: Partial<RuleDraft>) => void;
  /** What is wrong with a member of the rule, by its path. */
  readonly fault: (path: string) => string | undefined;
}

/** One rule in a form. */
export function RuleEditor(options: Part): ReactNode {
  const { draft, set, fault } = options;
  return (
    <div className="stack">
      <div className="columns">
        <Field label="Name of the rule" value={draft.id} onValue={(id) => set({ id })} fault={fault('id')} />
        <Check label="Switched on" checked={draft.enabled} onChecked={(enabled) => set({ enabled })} />
      </div>
      <Condition {...options} />
      <Pins {...options} />
      <Hidden {...options} />
      <fieldset className="field">
        <legend>Move up or down</legend>
        <p className="hint">
          Among items with as many of the words, before how well they match. A filter, such as brand:Nike AND
          stock {'>'} 0.
        </p>
        <div className="columns">
          <Field
            label="Boost what is"
            className="code"
            placeholder="season:winter"
            spellCheck={false}
            value={draft.boost}
            onValue={(boost) => set({ boost })}
            fault={fault('boost')}
          />
          <Field
            label="Bury what is"
            className="code"
            placeholder="stock:0"
            spellCheck={false}
            value={draft.bury}
            onValue={(bury) => set({ bury })}
            fault={fault('bury')}
          />
        </div>
      </fieldset>
    </div>
  );
}

function Condition({ draft, set, fault }: Part): ReactNode {
  const asksWords = draft.when !== 'always' && draft.when !== 'browse';
  return (
    <fieldset className="field">
      <legend>When</legend>
      <div className="columns">
        <SelectField
          label="It acts where"
          value={draft.when}
          onValue={(when) => set({ when: when as When })}
          options={whens}
        />
        {asksWords && (
          <Field
            label="Words"
            hint="Compared as a search does: “The Shoes” is “shoe”."
            value={draft.query}
            onValue={(query) => set({ query })}
            fault={fault('when')}
          />
        )}
        <Field
          label="And the filter has"
          hint="Such as the category of a page. Empty: whatever the filter."
          className="code"
          placeholder='category:"Home > Kitchen"'
          spellCheck={false}
          value={draft.filters}
          onValue={(filters) => set({ filters })}
          fault={fault('when.filters')}
        />
      </div>
      <div className="columns">
        <Day
          label="From"
          hint="Empty: at once."
          value={draft.from}
          onValue={(from) => set({ from })}
          fault={fault('from')}
        />
        <Day
          label="Until"
          hint="That day included. Empty: for good."
          value={draft.until}
          onValue={(until) => set({ until })}
          fault={fault('until')}
        />
      </div>
    </fieldset>
  );
}

/** A day to pick; a time that was set otherwise stays as it is written. */
export function Day(options: {
  label: string;
  hint?: string;
  value: string;
  onValue: (value: string) => void;
  fault?: string | undefined;
}): ReactNode {
  const isDay = /^(\d{4}-\d{2}-\d{2})?$/.test(options.value);
  return <Field {...options} type={isDay ? 'date' : 'text'} />;
}

function Pins({ project, draft, set, fault }: Part): ReactNode {
  const { pins } = draft;
  const add = (id: string): void => {
    if (pins.some((pin) => pin.id === id)) return;
    const taken = new Set(pins.map(({ position }) => Number(position)));
    let place = 1;
    while (taken.has(place)) place++;
    set({ pins: [...pins, { id, position: String(place) }] });
  };
  return (
    <fieldset className="field">
      <legend>Pin to places</legend>
      <p className="hint">Exactly there on every page, also where the words do not find it.</p>
      {pins.length > 0 && (
        <ol className="lines" aria-label="Pinned items">
          {pins.map(({ id, position }, index) => (
            <li key={id}>
              <ItemLine project={project} id={id} />
              <div className="row pin-place">
                <Field
                  label={
                    <>
                      Place<span className="unseen"> of {id}</span>
                    </>
                  }
                  type="number"
                  min={1}
                  max={1000}
                  value={position}
                  onValue={(next) =>
                    set({ pins: pins.map((pin, i) => (i === index ? { id, position: next } : pin)) })
                  }
                  fault={fault(`pin[${index}]`)}
                />
                <button
                  type="button"
                  className="button small"
                  onClick={() => set({ pins: pins.filter((_, i) => i !== index) })}
                >
                  Unpin<span className="unseen"> {id}</span>
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

function Hidden({ project, draft, set, fault }: Part): ReactNode {
  const { hiddenIds } = draft;
  return (
    <fieldset className="field">
      <legend>Hide</legend>
      <p className="hint">From lists, totals, facets and suggestions.</p>
      <SelectField
        label="Hide"
        value={draft.hideBy}
        onValue={(hideBy) => set({ hideBy: hideBy as RuleDraft['hideBy'] })}
        options={[
          ['items', 'Items that are chosen'],
          ['filter', 'What a filter says'],
        ]}
      />
      {draft.hideBy === 'filter' ? (
        <Field
          label="Hide what is"
          className="code"
          placeholder="recalled:true"
          spellCheck={false}
          value={draft.hiddenFilter}
          onValue={(hiddenFilter) => set({ hiddenFilter })}
          fault={fault('hide')}
        />
      ) : (
        <>
          {hiddenIds.length > 0 && (
            <ul className="lines" aria-label="Hidden items">
              {hiddenIds.map((id) => (
                <li key={id}>
                  <ItemLine project={project} id={id} />
                  <button
                    type="button"
                    className="button small"
                    onClick={() => set({ hiddenIds: hiddenIds.filter((other) => other !== id) })}
                  >
                    Show again<span className="unseen"> {id}</span>
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
