import type { Item, RulesPreview } from '@vitrine/sdk';
import { useId, type ReactNode } from 'react';
import { ItemPicture, picturesOf } from './picture.tsx';

/** Items with a note each, under a heading; nothing without items. `label`: of the list, default: the heading. */
export function ItemList({
  title,
  label,
  items,
}: {
  title: string;
  label?: string;
  items: readonly { readonly item: Item; readonly note: ReactNode }[];
}): ReactNode {
  const heading = useId();
  if (items.length === 0) return null;
  return (
    <div className="stack tight">
      <h3 id={heading}>{title}</h3>
      <ul
        className="list"
        {...(label === undefined ? { 'aria-labelledby': heading } : { 'aria-label': label })}
      >
        {items.map(({ item, note }) => (
          <li key={item._id}>
            <div className="item-line">
              <div className="thumb">
                <ItemPicture url={picturesOf(item)[0]?.url} alt="" />
              </div>
              <div>{item.name}</div>
            </div>
            {note}
          </li>
        ))}
      </ul>
    </div>
  );
}

/** The items that rules hide from a previewed page. */
export function HiddenItems({
  hidden,
  titleOf,
}: {
  hidden: RulesPreview['hidden'];
  titleOf: (rule: string) => string;
}): ReactNode {
  return (
    <ItemList
      title="Hidden"
      label="Hidden by rules"
      items={hidden.map(({ item, rules }) => ({
        item,
        note: <span className="badge bad">Hidden by {rules.map((id) => `“${titleOf(id)}”`).join(', ')}</span>,
      }))}
    />
  );
}
