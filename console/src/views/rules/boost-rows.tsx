import type { ReactNode } from 'react';
import { FilterField } from '../../filters/filter-field.tsx';
import { SelectField } from '../../parts/field.tsx';
import { Icon } from '../../parts/icons.tsx';
import type { BoostDraft } from './rule-draft.ts';
import type { ErrorAt } from '../../app/field-errors.ts';

const rowsMax = 20;
const steps = ['1', '2', '3', '4', '5', '6', '7'].map(
  (by) => [by, by === '1' ? '1 step' : `${by} steps`] as const,
);
export const newBoost: BoostDraft = { original: null, filter: '', by: '1' };

/** Filters that are boosted or buried, each by steps. */
export function BoostRows({
  project,
  verb,
  member,
  boosts,
  onBoosts,
  errorAt,
}: {
  project: string;
  verb: 'Boost' | 'Bury';
  member: 'boost' | 'bury';
  boosts: readonly BoostDraft[];
  onBoosts: (boosts: readonly BoostDraft[]) => void;
  errorAt: ErrorAt;
}): ReactNode {
  const change = (index: number, next: Partial<BoostDraft>): void =>
    onBoosts(boosts.map((boost, i) => (i === index ? { ...boost, ...next } : boost)));
  return (
    <>
      {boosts.map((boost, index) => (
        <div key={index} className="rule-row">
          <FilterField
            project={project}
            label={`${verb} items matching`}
            placeholder={verb === 'Boost' ? 'season:winter' : 'stock:0'}
            isRequired
            autoFocus={index > 0 && boost.filter === ''}
            value={boost.filter}
            onValue={(filter) => change(index, { filter })}
            error={errorAt(`${member}[${index}]`)}
          />
          <SelectField
            label={
              <>
                By<span className="visually-hidden">: {boost.filter}</span>
              </>
            }
            value={boost.by}
            onValue={(by) => change(index, { by })}
            options={steps}
          />
          <button
            type="button"
            className="button small"
            onClick={() => onBoosts(boosts.filter((_, i) => i !== index))}
          >
            Remove<span className="visually-hidden"> {boost.filter}</span>
          </button>
        </div>
      ))}
      {boosts.length < rowsMax && (
        <div>
          <button type="button" className="button small" onClick={() => onBoosts([...boosts, newBoost])}>
            <Icon name="plus" size={16} />
            Add a filter
          </button>
        </div>
      )}
    </>
  );
}
