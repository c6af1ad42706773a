import type { ReactNode } from 'react';
import { Field } from '../../parts/field.tsx';
import { Icon } from '../../parts/icons.tsx';
import type { ContextDraft } from './condition-draft.ts';

/** Members of the context with their values: the page, the visitor's segments. */
export function ContextFields({
  context,
  onContext,
  error,
  addLabel,
}: {
  context: readonly ContextDraft[];
  onContext: (context: readonly ContextDraft[]) => void;
  error?: string | undefined;
  addLabel: string;
}): ReactNode {
  const change = (index: number, next: Partial<ContextDraft>): void =>
    onContext(context.map((pair, i) => (i === index ? { ...pair, ...next } : pair)));
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
          <Field
            label={
              <>
                Values<span className="visually-hidden"> of {pair.name || 'the context'}</span>
              </>
            }
            placeholder="home, sale"
            spellCheck={false}
            value={pair.values}
            onValue={(values) => change(index, { values })}
          />
          <button
            type="button"
            className="button small"
            onClick={() => onContext(context.filter((_, i) => i !== index))}
          >
            Remove<span className="visually-hidden"> context {pair.name}</span>
          </button>
        </div>
      ))}
      <div>
        <button
          type="button"
          className="button small"
          onClick={() => onContext([...context, { name: '', values: '' }])}
        >
          <Icon name="plus" size={16} />
          {addLabel}
        </button>
      </div>
    </>
  );
}
