import type { SearchItem } from '@vitrine/sdk';
import type { ReactNode } from 'react';
import { useMay } from '../../app/identity.tsx';
import { useDrag } from '../../app/drag.ts';
import type { ProjectView } from '../../app/project-view.ts';
import { ProductCard } from '../../parts/product-card.tsx';
import { withTitles, type TitledRule } from '../../parts/rule-effects.tsx';
import { CardActions } from './card-actions.tsx';
import type { Merchandising } from './use-merchandising.ts';

/** The results of a query as cards. A card dragged to another position is pinned there. */
export function ResultCards({
  items,
  project,
  query,
  explain,
  titled,
  merchandising,
}: {
  items: readonly SearchItem[];
  project: ProjectView['project'];
  query: string;
  explain: boolean;
  /** The rules that acted. */
  titled: readonly TitledRule[];
  merchandising: Merchandising;
}): ReactNode {
  const mayChange = useMay()('changeRules');
  const dragOf = useDrag((item, position: number) =>
    merchandising.edit({ query, item, kind: 'pin', position }),
  );
  return (
    <ul className="product-grid">
      {items.map((item, index) => (
        <ProductCard
          key={item._id}
          item={item}
          project={project}
          position={index + 1}
          highlights={item._highlights}
          reason={item._reason && <p className="reason">{withTitles(item._reason.text, titled)}</p>}
          numbers={explain ? { score: item._score, ...numbersOf(item._ranking) } : undefined}
          reasons={explain ? reasonsOf(item._ranking) : undefined}
          {...(mayChange ? { attributes: dragOf(item.id, index + 1) } : {})}
        >
          {mayChange && (
            <CardActions item={item} position={index + 1} query={query} merchandising={merchandising} />
          )}
        </ProductCard>
      ))}
    </ul>
  );
}

/** The explanation of a ranking, one line per reason. */
function reasonsOf(ranking: SearchItem['_ranking']): readonly string[] {
  const reasons = ranking?.['reasons'];
  return Array.isArray(reasons) ? reasons.map(String) : [];
}

function numbersOf(ranking: SearchItem['_ranking'] = {}): Readonly<Record<string, number>> {
  return Object.fromEntries(
    Object.entries(ranking).flatMap(([name, value]) =>
      typeof value === 'number' && name !== 'criteria' ? [[name, value]] : [],
    ),
  );
}
