import type { RecommendationPlacement } from '@vitrine/sdk';
import { useId, type ReactNode } from 'react';
import { Field, SelectField } from '../../parts/field.tsx';
import { FilterField } from '../../filters/filter-field.tsx';
import { Icon } from '../../parts/icons.tsx';
import { newCondition, type ConditionDraft, type Queries } from './condition-draft.ts';
import { ContextFields } from '../../parts/context-fields.tsx';
import { VisitorKind, VisitorRows } from './visitor-fields.tsx';
import type { ErrorAt } from '../../app/field-errors.ts';

const queries: readonly (readonly [Queries, string])[] = [
  ['is', 'Query is'],
  ['contains', 'Query contains'],
  ['starts', 'Query starts with'],
  ['none', 'No query (browse)'],
  ['any', 'Any search or list'],
];
const conditionsMax = 20;

/** The alternatives of a rule, of which one must match. */
export function ConditionsEditor({
  project,
  conditions,
  placements,
  onConditions,
  errorAt,
}: {
  project: string;
  conditions: readonly ConditionDraft[];
  placements: readonly RecommendationPlacement[];
  onConditions: (conditions: readonly ConditionDraft[]) => void;
  errorAt: ErrorAt;
}): ReactNode {
  return (
    <>
      {conditions.map((condition, index) => (
        <ConditionEditor
          project={project}
          key={index}
          condition={condition}
          placements={placements}
          index={index}
          onCondition={(next) =>
            onConditions(conditions.map((other, i) => (i === index ? { ...other, ...next } : other)))
          }
          onRemove={
            conditions.length === 1 ? null : () => onConditions(conditions.filter((_, i) => i !== index))
          }
          errorAt={(path) => errorAt(`when[${index}].${path}`)}
        />
      ))}
      {conditions.length < conditionsMax && (
        <div>
          <button
            type="button"
            className="button small"
            onClick={() => onConditions([...conditions, newCondition])}
          >
            <Icon name="plus" size={16} />
            Or when …
          </button>
        </div>
      )}
    </>
  );
}

function ConditionEditor({
  project,
  condition,
  placements,
  index,
  onCondition,
  onRemove,
  errorAt,
}: {
  project: string;
  condition: ConditionDraft;
  placements: readonly RecommendationPlacement[];
  index: number;
  onCondition: (next: Partial<ConditionDraft>) => void;
  onRemove: (() => void) | null;
  errorAt: ErrorAt;
}): ReactNode {
  const { context, filters, visitor } = condition;
  const legend = useId();
  const needsQuery = condition.queries !== 'any' && condition.queries !== 'none';
  return (
    <div className="rule-section" role="group" aria-labelledby={legend}>
      <div className="row rule-section-head">
        <h3 id={legend}>{index === 0 ? 'When' : 'Or when'}</h3>
        {onRemove !== null && (
          <button type="button" className="button small" onClick={onRemove}>
            Remove<span className="visually-hidden"> alternative {index + 1}</span>
          </button>
        )}
      </div>
      <div className="columns">
        <SelectField
          label="Apply when"
          value={condition.queries}
          onValue={(next) => onCondition({ queries: next as Queries })}
          options={queries}
        />
        {needsQuery && (
          <Field
            label="Query"
            hint="Matched like a search: “The Shoes” equals “shoe”."
            value={condition.query}
            onValue={(query) => onCondition({ query })}
            error={errorAt('query')}
          />
        )}
        <VisitorKind visitor={visitor} onVisitor={(next) => onCondition({ visitor: next })} />
      </div>
      <VisitorRows
        project={project}
        visitor={visitor}
        onVisitor={(next) => onCondition({ visitor: next })}
        errorAt={(path) => errorAt(`visitor.${path}`)}
      />
      <details open={filters !== '' || context.length > 0 || undefined}>
        <summary>Only with a filter, on some pages or in a placement</summary>
        <div className="stack">
          <FilterField
            project={project}
            label="Only with this filter"
            hint="A filter of the search, such as the category of a page."
            placeholder='category:"Home > Kitchen"'
            showsCount={false}
            value={filters}
            onValue={(next) => onCondition({ filters: next })}
            error={errorAt('filters')}
          />
          <ContextFields
            context={context}
            placements={placements}
            onContext={(next) => onCondition({ context: next })}
            error={errorAt('context')}
            addLabel="Add page or other context"
          />
        </div>
      </details>
    </div>
  );
}
