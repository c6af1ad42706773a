import type { ReactNode } from 'react';
import type { CapDraft } from '../app/cap-drafts.ts';
import type { ErrorAt } from '../app/field-errors.ts';
import { Field } from './field.tsx';
import { Icon } from './icons.tsx';
import { LabelOf } from './label-of.tsx';

const rowsMax = 10;

/** Caps: at most some items with the same value of a field. */
export function CapRows({
  caps,
  windowFallback,
  onCaps,
  errorAt,
}: {
  caps: readonly CapDraft[];
  /** Positions of a new cap; null: it applies to the whole list. */
  windowFallback: number | null;
  onCaps: (caps: readonly CapDraft[]) => void;
  errorAt: ErrorAt;
}): ReactNode {
  const change = (index: number, next: Partial<CapDraft>): void =>
    onCaps(caps.map((cap, i) => (i === index ? { ...cap, ...next } : cap)));
  return (
    <div className="stack tight" role="group" aria-label="Caps">
      {caps.map((cap, index) => {
        const name = cap.field || 'the cap';
        return (
          <div key={index} className="cap-row">
            <Field
              label="Same"
              placeholder="brand"
              spellCheck={false}
              autoFocus={cap.field === ''}
              value={cap.field}
              onValue={(field) => change(index, { field })}
              error={errorAt(`caps[${index}].field`)}
            />
            <Field
              label={<LabelOf text="At most" name={name} />}
              type="number"
              min={1}
              max={100}
              value={cap.max}
              onValue={(max) => change(index, { max })}
              error={errorAt(`caps[${index}].max`)}
            />
            <Field
              label={<LabelOf text="Among" name={name} />}
              type="number"
              min={2}
              max={100}
              placeholder={windowFallback === null ? 'all' : String(windowFallback)}
              value={cap.window}
              onValue={(window) => change(index, { window })}
              error={errorAt(`caps[${index}].window`)}
            />
            <button
              type="button"
              className="button icon quiet small"
              aria-label={`Remove the cap ${cap.field}`}
              title="Remove"
              onClick={() => onCaps(caps.filter((_, i) => i !== index))}
            >
              <Icon name="close" size={16} />
            </button>
          </div>
        );
      })}
      {caps.length < rowsMax && (
        <div>
          <button
            type="button"
            className="button small"
            onClick={() =>
              onCaps([
                ...caps,
                { field: '', max: '2', window: windowFallback === null ? '' : String(windowFallback) },
              ])
            }
          >
            <Icon name="plus" size={16} />
            Limit a brand or category
          </button>
        </div>
      )}
    </div>
  );
}
