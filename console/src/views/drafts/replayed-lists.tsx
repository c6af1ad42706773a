import type { ReplayedList } from '@vitrine/sdk';
import { useState, type ReactNode } from 'react';
import { useItemNames } from '../../app/item-names.ts';
import { counted } from '../../parts/formats.ts';

const itemsShown = 10;

/** The lists that a draft changes, those shown most first, before and after. */
export function ReplayedLists({
  project,
  lists,
}: {
  project: string;
  lists: readonly ReplayedList[];
}): ReactNode {
  if (lists.length === 0) return <p className="soft">The draft changes none of these lists.</p>;
  return (
    <>
      <h3>Lists that change most often</h3>
      <ol className="stack tight replayed" aria-label="Changed lists">
        {lists.map((list) => (
          <Row
            key={JSON.stringify([list.query, list.filters, list.collection, list.placement])}
            {...{ project, list }}
          />
        ))}
      </ol>
    </>
  );
}

function Row({ project, list }: { project: string; list: ReplayedList }): ReactNode {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <li>
      <details onToggle={(event) => setIsOpen(event.currentTarget.open)}>
        <summary>
          <strong>{nameOf(list)}</strong>{' '}
          <span className="small soft">
            {counted(list.impressions, 'time')}
            {rankText(list)}
          </span>
        </summary>
        {isOpen && <BeforeAndAfter project={project} list={list} />}
      </details>
    </li>
  );
}

function BeforeAndAfter({ project, list }: { project: string; list: ReplayedList }): ReactNode {
  const [before, after] = [list.before.slice(0, itemsShown), list.after.slice(0, itemsShown)];
  const names = useItemNames(project, [...before, ...after]);
  const places = new Map(list.before.map((id, index) => [id, index + 1]));
  return (
    <div className="compared">
      {(
        [
          ['Live', before, list.rulesBefore],
          ['With the draft', after, list.rulesAfter],
        ] as const
      ).map(([title, ids, rules]) => (
        <div key={title} className="stack tight">
          <h4>{title}</h4>
          {ids.length === 0 && <p className="soft">No results</p>}
          <ol aria-label={title}>
            {ids.map((id, index) => (
              <li key={id}>
                {names.get(id) ?? id}
                {ids === after && <Move from={places.get(id)} to={index + 1} />}
              </li>
            ))}
          </ol>
          {rules.length > 0 && <p className="small soft">Rules: {rules.join(', ')}</p>}
        </div>
      ))}
    </div>
  );
}

/** How an item moves from its live position, where it has one. */
export function Move({ from, to }: { from: number | undefined; to: number }): ReactNode {
  if (from === to) return null;
  if (from === undefined) return <span className="badge good">New</span>;
  return (
    <span className="badge">
      {from > to ? '↑' : '↓'} from {from}
    </span>
  );
}

function nameOf({ query, filters, collection, placement }: ReplayedList): string {
  const name =
    placement !== null
      ? `Placement ${placement}`
      : query !== ''
        ? `“${query}”`
        : collection !== null
          ? `Collection ${collection}`
          : 'All items';
  return filters.length === 0 ? name : `${name} with ${filters.join(' AND ')}`;
}

/** The mean rank of what was clicked or bought. */
function rankText({ rankBefore, rankAfter }: ReplayedList): string {
  if (rankBefore === null || rankAfter === null || rankBefore === rankAfter) return '';
  const [before, after] = [rankBefore, rankAfter].map((rank) => rank.toFixed(1));
  return ` · clicked products from place ${before} to ${after}`;
}
