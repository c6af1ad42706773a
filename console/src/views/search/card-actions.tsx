import type { Item } from '@vitrine/sdk';
import { useState, type ReactNode } from 'react';
import { Field } from '../../parts/field.tsx';
import { Icon } from '../../parts/icons.tsx';
import { ruleEffectOn } from '../rules/query-rules.ts';
import type { Merchandising } from './use-merchandising.ts';

const positionMax = 1000;

/** Pins, hides, boosts or buries an item for the query. */
export function CardActions({
  item,
  position,
  query,
  merchandising,
}: {
  item: Item;
  /** Of the card, from 1. */
  position: number;
  query: string;
  merchandising: Merchandising;
}): ReactNode {
  const { rules, edit } = merchandising;
  const effect = ruleEffectOn(rules, query, item.id);
  const isPinned = effect.position !== null;
  const act = (kind: 'unpin' | 'hide' | 'boost' | 'bury'): void => edit({ query, item: item.id, kind });
  const pin = (to: number): void => edit({ query, item: item.id, kind: 'pin', position: to });
  const { steps } = effect;
  return (
    <div className="card-actions" role="group" aria-label={`Rules of ${item.name}`}>
      <Action
        icon="pin"
        verb={isPinned ? 'Unpin' : `Pin at position ${position}`}
        name={item.name}
        isOn={isPinned}
        onClick={() => (isPinned ? act('unpin') : pin(position))}
      />
      <Action icon="hide" verb="Hide" name={item.name} onClick={() => act('hide')} />
      <Action icon="up" verb="Boost" name={item.name} isOn={steps > 0} onClick={() => act('boost')} />
      <Action icon="down" verb="Bury" name={item.name} isOn={steps < 0} onClick={() => act('bury')} />
      {steps !== 0 && (
        <span className="small soft">
          {steps > 0 ? 'Boosted' : 'Buried'} by {Math.abs(steps)}
        </span>
      )}
      {effect.position !== null && (
        <PositionField name={item.name} position={effect.position} onPosition={pin} />
      )}
    </div>
  );
}

function Action({
  icon,
  verb,
  name,
  isOn,
  onClick,
}: {
  icon: 'pin' | 'hide' | 'up' | 'down';
  verb: string;
  name: string;
  /** Undefined: it is no switch. */
  isOn?: boolean;
  onClick: () => void;
}): ReactNode {
  return (
    <button
      type="button"
      className={isOn === true ? 'button small icon' : 'button small icon quiet'}
      title={verb}
      onClick={onClick}
    >
      <Icon name={icon} size={16} />
      <span className="visually-hidden">
        {verb}: {name}
      </span>
    </button>
  );
}

/** The position of a pinned item. A typed number applies with Enter or when the field is left. */
function PositionField({
  name,
  position,
  onPosition,
}: {
  name: string;
  position: number;
  onPosition: (position: number) => void;
}): ReactNode {
  const [typed, setTyped] = useState<string | null>(null);
  const apply = (): void => {
    if (typed === null) return;
    const next = Number(typed);
    setTyped(null);
    if (Number.isInteger(next) && next >= 1 && next <= positionMax && next !== position) onPosition(next);
  };
  return (
    <Field
      label={
        <>
          Position<span className="visually-hidden"> of {name}</span>
        </>
      }
      type="number"
      min={1}
      max={positionMax}
      value={typed ?? String(position)}
      onValue={setTyped}
      onBlur={apply}
      onKeyDown={(event) => {
        if (event.key !== 'Enter') return;
        // The card moves and may lose the focus: Enter must not press the button that gets it.
        event.preventDefault();
        apply();
      }}
    />
  );
}
