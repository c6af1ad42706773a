import type { ReactNode } from 'react';
import { useDrag } from '../../app/drag.ts';
import type { ProjectView } from '../../app/project-view.ts';
import { CardAction, PositionField } from '../../parts/card-actions.tsx';
import { ProductCard } from '../../parts/product-card.tsx';
import { placingOf, type Arrangement } from './arrangement.ts';
import type { PageItem } from './use-collection-page.ts';

/** The cards of a page, which can be dragged or moved by their buttons. Cards of rules stay where they are. */
export function ArrangedCards({
  project,
  arrangement,
  cards,
  ruleTitle,
  onMove,
  onPin,
  onLeaveOut,
}: {
  project: ProjectView['project'];
  arrangement: Arrangement;
  cards: readonly PageItem[];
  ruleTitle: (id: string) => string;
  onMove: (from: number, to: number) => void;
  /** Pins the card at a position, or removes its pin. */
  onPin: (position: number) => void;
  onLeaveOut: (card: PageItem) => void;
}): ReactNode {
  const dragOf = useDrag((id, target: number) => {
    const from = 1 + cards.findIndex((card) => card.id === id);
    if (from > 0) onMove(from, target);
  });
  return (
    <ul className="product-grid" aria-label="Items of the page">
      {cards.map((card, index) => {
        const { item } = card;
        const position = index + 1;
        const placing = placingOf(arrangement, card, position);
        const isRule = placing.kind === 'rule';
        const isPinned = placing.kind === 'pinned';
        const { draggable: _, ...drop } = dragOf(card.id, position);
        return (
          <ProductCard
            key={item._id}
            item={item}
            project={project}
            position={position}
            reason={<Mark card={card} kind={placing.kind} ruleTitle={ruleTitle} />}
            attributes={{ ...drop, draggable: !isRule }}
          >
            {!isRule && (
              <div className="card-actions" role="group" aria-label={`Arrange ${item.name}`}>
                {isPinned && (
                  <PositionField
                    name={item.name}
                    position={position}
                    onPosition={(to) => onMove(position, Math.min(to, cards.length))}
                  />
                )}
                <CardAction
                  icon="left"
                  verb="Move earlier"
                  name={item.name}
                  isDisabled={position === 1}
                  onClick={() => onMove(position, position - 1)}
                />
                <CardAction
                  icon="right"
                  verb="Move later"
                  name={item.name}
                  isDisabled={position === cards.length}
                  onClick={() => onMove(position, position + 1)}
                />
                <CardAction
                  icon="pin"
                  verb={isPinned ? 'Unpin' : `Pin at position ${position}`}
                  name={item.name}
                  isOn={isPinned}
                  onClick={() => onPin(position)}
                />
                <CardAction icon="hide" verb="Leave out" name={item.name} onClick={() => onLeaveOut(card)} />
              </div>
            )}
          </ProductCard>
        );
      })}
    </ul>
  );
}

/** How the card got its position. */
function Mark({
  card,
  kind,
  ruleTitle,
}: {
  card: PageItem;
  kind: ReturnType<typeof placingOf>['kind'];
  ruleTitle: (id: string) => string;
}): ReactNode {
  if (kind === 'other') return null;
  if (kind === 'rule')
    return <p className="reason">Pinned by rule “{ruleTitle(card.item._reason?.rule ?? '')}”</p>;
  return <p className="reason">{kind === 'pinned' ? 'Pinned here' : 'Chosen'}</p>;
}
