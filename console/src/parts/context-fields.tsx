import type { RecommendationPlacement } from '@vitrine/sdk';
import type { ReactNode } from 'react';
import type { ContextDraft } from '../app/context-draft.ts';
import { splitTexts } from '../app/text-list.ts';
import { Field, SelectField } from './field.tsx';
import { Icon } from './icons.tsx';
import { LabelOf } from './label-of.tsx';

/** Members of the context with their values: the page, the placement, the visitor's segments. */
export function ContextFields({
  context,
  placements,
  onContext,
  error,
  addLabel,
}: {
  context: readonly ContextDraft[];
  /** Values of the member `placement`. */
  placements: readonly RecommendationPlacement[];
  onContext: (context: readonly ContextDraft[]) => void;
  error?: string | undefined;
  addLabel: string;
}): ReactNode {
  const change = (index: number, next: Partial<ContextDraft>): void =>
    onContext(context.map((pair, i) => (i === index ? { ...pair, ...next } : pair)));
  const [first] = placements;
  const canAddPlacement = first !== undefined && !context.some(({ name }) => name === 'placement');
  return (
    <>
      {context.map((pair, index) => (
        <div key={index} className="rule-row">
          <Field
            label="Context"
            placeholder="page"
            spellCheck={false}
            autoFocus={pair.name === ''}
            value={pair.name}
            onValue={(name) => change(index, { name })}
            error={index === 0 ? error : undefined}
          />
          <Values pair={pair} placements={placements} onValues={(values) => change(index, { values })} />
          <button
            type="button"
            className="button small"
            onClick={() => onContext(context.filter((_, i) => i !== index))}
          >
            Remove<span className="visually-hidden"> context {pair.name}</span>
          </button>
        </div>
      ))}
      <div className="row">
        <button
          type="button"
          className="button small"
          onClick={() => onContext([...context, { name: '', values: '' }])}
        >
          <Icon name="plus" size={16} />
          {addLabel}
        </button>
        {canAddPlacement && (
          <button
            type="button"
            className="button small"
            onClick={() => onContext([...context, { name: 'placement', values: first.id }])}
          >
            <Icon name="plus" size={16} />
            Only in a placement
          </button>
        )}
      </div>
    </>
  );
}

/** The values of a member: a text, or a choice for one placement. */
function Values({
  pair: { name, values },
  placements,
  onValues,
}: {
  pair: ContextDraft;
  placements: readonly RecommendationPlacement[];
  onValues: (values: string) => void;
}): ReactNode {
  const texts = splitTexts(values);
  const isOnePlacement = texts.length === 1 && placements.some(({ id }) => id === texts[0]);
  const label = <LabelOf text="Values" name={name || 'the context'} />;
  if (name === 'placement' && isOnePlacement)
    return (
      <SelectField
        label={label}
        value={texts[0]!}
        onValue={onValues}
        options={placements.map(({ id, title }) => [id, title === undefined ? id : `${id} (${title})`])}
      />
    );
  return (
    <Field label={label} placeholder="home, sale" spellCheck={false} value={values} onValue={onValues} />
  );
}
