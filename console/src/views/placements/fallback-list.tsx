import type { ListName, ListSourceName } from '@vitrine/sdk';
import type { ReactNode } from 'react';
import { lists, sourceNeeds, sourceTexts } from '../../app/list-texts.ts';
import { SelectField } from '../../parts/field.tsx';
import { capitalized } from '../../parts/formats.ts';
import { Icon } from '../../parts/icons.tsx';

const all: readonly ListSourceName[] = [...lists.map(({ list }) => list), 'content'];

/** The sources that fill the list, in order. */
export function FallbackList({
  list,
  fallbacks,
  isUsual,
  error,
  onFallbacks,
}: {
  list: ListName;
  fallbacks: readonly ListSourceName[];
  /** Whether they are the usual ones of the list. */
  isUsual: boolean;
  error: string | undefined;
  /** Null: the usual ones. */
  onFallbacks: (fallbacks: readonly ListSourceName[] | null) => void;
}): ReactNode {
  const move = (from: number, to: number): void => {
    const others = fallbacks.filter((_, i) => i !== from);
    onFallbacks([...others.slice(0, to), fallbacks[from]!, ...others.slice(to)]);
  };
  const free = all.filter((name) => name !== list && !fallbacks.includes(name));
  return (
    <div className="stack tight" role="group" aria-label="Fallbacks">
      <div className="row rule-section-head">
        <h3>Then, if there are too few</h3>
        {isUsual ? (
          <span className="badge">Usual fallbacks</span>
        ) : (
          <button type="button" className="button small" onClick={() => onFallbacks(null)}>
            Use the usual ones
          </button>
        )}
      </div>
      {fallbacks.length === 0 && <p className="small soft">Nothing: the list may be short or empty.</p>}
      {fallbacks.length > 0 && (
        <ol className="fallbacks">
          {fallbacks.map((name, index) => {
            const text = sourceTexts[name];
            const needs = sourceNeeds[name];
            return (
              <li key={name}>
                <span>
                  {capitalized(text)}
                  {needs !== undefined && <span className="small soft"> with {needs}</span>}
                </span>
                <IconButton
                  icon="up"
                  label={`Move ${text} up`}
                  onClick={index === 0 ? null : () => move(index, index - 1)}
                />
                <IconButton
                  icon="down"
                  label={`Move ${text} down`}
                  onClick={index === fallbacks.length - 1 ? null : () => move(index, index + 1)}
                />
                <IconButton
                  icon="close"
                  label={`Remove ${text}`}
                  onClick={() => onFallbacks(fallbacks.filter((other) => other !== name))}
                />
              </li>
            );
          })}
        </ol>
      )}
      {error !== undefined && <p className="field-error">{error}</p>}
      {free.length > 0 && (
        <SelectField
          label="Add a fallback"
          value=""
          onValue={(name) => onFallbacks([...fallbacks, name as ListSourceName])}
          options={[
            ['', 'Choose a list'],
            ...free.map((name) => [name, capitalized(sourceTexts[name])] as const),
          ]}
        />
      )}
    </div>
  );
}

function IconButton({
  icon,
  label,
  onClick,
}: {
  icon: 'up' | 'down' | 'close';
  label: string;
  onClick: (() => void) | null;
}): ReactNode {
  return (
    <button
      type="button"
      className="button icon quiet small"
      aria-label={label}
      title={label}
      disabled={onClick === null}
      onClick={() => onClick?.()}
    >
      <Icon name={icon} size={16} />
    </button>
  );
}
