import type { ReplayedList } from '@vitrine/sdk';
import { useState, type ReactNode } from 'react';
import { useItemNames } from '../../app/shown-items.ts';
import { counted } from '../../parts/formats.ts';
import { MoveBadge } from '../../parts/move-badge.tsx';

const itemsShown = 12;

/** The changed lists, those shown most first, each before and after. */
export function ReplayedLists({
  project,
  lists,
}: {
  project: string;
  lists: readonly ReplayedList[];
}): ReactNode {
  if (lists.length === 0) return null;
  return (
    <section className="stack tight" aria-labelledby="changed-lists">
      <h3 id="changed-lists">Changed lists, those shown most first</h3>
      <ul className="stack tight changes" aria-label="Changed lists">
        {lists.map((list, index) => (
          <Entry
            key={JSON.stringify([titleOf(list), index])}
            project={project}
            list={list}
            isFirst={index === 0}
          />
        ))}
      </ul>
    </section>
  );
}

function Entry({
  project,
  list,
  isFirst,
}: {
  project: string;
  list: ReplayedList;
  isFirst: boolean;
}): ReactNode {
  const [isOpen, setIsOpen] = useState(isFirst);
  return (
    <li>
      <details open={isOpen} onToggle={(event) => setIsOpen(event.currentTarget.open)}>
        <summary>
          <strong>{titleOf(list)}</strong>{' '}
          <span className="small soft">
            shown {counted(list.impressions, 'time')}
            {rankText(list)}
          </span>
        </summary>
        {isOpen && <Compared project={project} list={list} />}
      </details>
    </li>
  );
}

function Compared({ project, list }: { project: string; list: ReplayedList }): ReactNode {
  const { before, after, rulesBefore, rulesAfter } = list;
  const names = useItemNames(project, [...before.slice(0, itemsShown), ...after.slice(0, itemsShown)]);
  const places = new Map(before.map((id, index) => [id, index + 1]));
  const kept = new Set(after);
  return (
    <div className="compared replayed">
      <Items title="Before" ids={before} names={names} rules={rulesBefore}>
        {(id) => !kept.has(id) && <span className="badge bad">Gone</span>}
      </Items>
      <Items title="After" ids={after} names={names} rules={rulesAfter}>
        {(id, place) => <MoveBadge from={places.get(id)} to={place} />}
      </Items>
    </div>
  );
}

function Items({
  title,
  ids,
  names,
  rules,
  children,
}: {
  title: string;
  ids: readonly string[];
  names: ReadonlyMap<string, string>;
  rules: readonly string[];
  /** How an item moved. */
  children: (id: string, place: number) => ReactNode;
}): ReactNode {
  return (
    <section className="stack tight" aria-label={title}>
      <h4>{title}</h4>
      <p className="small soft">
        {rules.length === 0
          ? 'No rule applied.'
          : `${rules.length === 1 ? 'Rule' : 'Rules'}: ${rules.join(', ')}`}
      </p>
      {ids.length === 0 && <p className="soft">No results</p>}
      <ol className="replayed-items">
        {ids.slice(0, itemsShown).map((id, index) => (
          <li key={id}>
            <span>{names.get(id) ?? id}</span> {children(id, index + 1)}
          </li>
        ))}
      </ol>
      {ids.length > itemsShown && <p className="small soft">and {ids.length - itemsShown} more</p>}
    </section>
  );
}

/** What was requested. */
function titleOf({ query, collection, placement, filters }: ReplayedList): string {
  const what = [
    ...(query === '' ? [] : [`“${query}”`]),
    ...(collection === null ? [] : [`collection ${collection}`]),
    ...(placement === null ? [] : [`placement ${placement}`]),
  ];
  const named = what.length === 0 ? 'Browsing' : what.join(' in ');
  return filters.length === 0 ? named : `${named}, filtered by ${filters.join(' and ')}`;
}

function rankText({ rankBefore, rankAfter }: ReplayedList): string {
  if (rankBefore === null && rankAfter === null) return ', nothing was chosen';
  const text = (rank: number | null): string => (rank === null ? 'not in the list' : rank.toFixed(1));
  return `, mean rank of what was chosen: ${text(rankBefore)} → ${text(rankAfter)}`;
}
