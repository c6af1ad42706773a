import type { Item } from '@vitrine/sdk';
import type { ReactNode } from 'react';
import { CardAction, PositionField } from '../../parts/card-actions.tsx';
import { ruleEffectOn } from '../rules/query-rules.ts';
import type { Merchandising } from './use-merchandising.ts';

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
      {effect.position !== null && (
        <PositionField name={item.name} position={effect.position} onPosition={pin} />
      )}
      {steps !== 0 && (
        <span className="small soft">
          {steps > 0 ? 'Boosted' : 'Buried'} by {Math.abs(steps)}
        </span>
      )}
      <CardAction
        icon="pin"
        verb={isPinned ? 'Unpin' : `Pin at position ${position}`}
        name={item.name}
        isOn={isPinned}
        onClick={() => (isPinned ? act('unpin') : pin(position))}
      />
      <CardAction icon="hide" verb="Hide" name={item.name} onClick={() => act('hide')} />
      <CardAction icon="up" verb="Boost" name={item.name} isOn={steps > 0} onClick={() => act('boost')} />
      <CardAction icon="down" verb="Bury" name={item.name} isOn={steps < 0} onClick={() => act('bury')} />
    </div>
  );
}
