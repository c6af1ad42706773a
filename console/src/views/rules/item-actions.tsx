import type { ReactNode } from 'react';
import { positionMax } from '../../parts/card-actions.tsx';
import { Field, SelectField } from '../../parts/field.tsx';
import { FilterField } from '../../filters/filter-field.tsx';
import { Icon } from '../../parts/icons.tsx';
import { ItemLine } from '../../parts/item-line.tsx';
import { ItemPicker } from '../../parts/item-picker.tsx';
import { LabelOf } from '../../parts/label-of.tsx';
import type { PinDraft, RuleDraft } from './rule-draft.ts';
import type { ErrorAt } from '../../app/field-errors.ts';

export interface ActionOptions {
  readonly project: string;
  readonly draft: RuleDraft;
  readonly set: (next: Partial<RuleDraft>) => void;
  readonly errorAt: ErrorAt;
}

export function Pins({ project, draft, set, errorAt }: ActionOptions): ReactNode {
  const { pins } = draft;
  const add = (pin: Partial<PinDraft>): void => {
    const taken = new Set(pins.map(({ position }) => Number(position)));
    let free = 1;
    while (taken.has(free)) free++;
    const added = {
      original: null,
      kind: 'item',
      id: '',
      filter: '',
      position: String(free),
      ...pin,
    } as const;
    set({ pins: [...pins, added] });
  };
  const change = (index: number, next: Partial<PinDraft>): void =>
    set({ pins: pins.map((pin, i) => (i === index ? { ...pin, ...next } : pin)) });
  return (
    <>
      {pins.length > 0 && (
        <ol className="list" aria-label="Pinned items">
          {pins.map((pin, index) => {
            const name = pin.kind === 'item' ? pin.id : pin.filter || 'the slot';
            return (
              <li key={pin.kind === 'item' ? pin.id : index}>
                {pin.kind === 'item' ? (
                  <ItemLine project={project} id={pin.id} />
                ) : (
                  <FilterField
                    project={project}
                    label="Best item matching"
                    placeholder="brand:Nike"
                    isRequired
                    autoFocus={pin.filter === ''}
                    value={pin.filter}
                    onValue={(filter) => change(index, { filter })}
                    error={errorAt(`pin[${index}].filter`)}
                  />
                )}
                <div className="row pin-position">
                  <Field
                    label={<LabelOf text="Position" name={name} />}
                    type="number"
                    min={1}
                    max={positionMax}
                    value={pin.position}
                    onValue={(position) => change(index, { position })}
                    error={
                      errorAt(`pin[${index}].position`) ??
                      (pin.kind === 'item' ? errorAt(`pin[${index}]`) : undefined)
                    }
                  />
                  <button
                    type="button"
                    className="button small"
                    onClick={() => set({ pins: pins.filter((_, i) => i !== index) })}
                  >
                    Unpin<span className="visually-hidden"> {name}</span>
                  </button>
                </div>
              </li>
            );
          })}
        </ol>
      )}
      <div className="rule-row">
        <ItemPicker
          project={project}
          label="Pin an item"
          item=""
          onItem={(id) => pins.every((pin) => pin.id !== id) && add({ id })}
        />
        <button type="button" className="button small" onClick={() => add({ kind: 'slot' })}>
          <Icon name="plus" size={16} />
          Best item of a filter
        </button>
      </div>
    </>
  );
}

export function Hidden({ project, draft, set, errorAt }: ActionOptions): ReactNode {
  const { hiddenIds } = draft;
  return (
    <>
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
        <FilterField
          project={project}
          label="Hide items matching"
          placeholder="recalled:true"
          isRequired
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
          {errorAt('hide') !== undefined && <p className="field-error">{errorAt('hide')}</p>}
        </>
      )}
    </>
  );
}
