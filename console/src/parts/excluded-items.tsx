import type { ReactNode } from 'react';
import { ItemLine } from './item-line.tsx';
import { ItemPicker } from './item-picker.tsx';

/** The items that a list leaves out, and a field to add one. */
export function ExcludedItems({
  project,
  exclude,
  onExclude,
}: {
  project: string;
  exclude: readonly string[];
  onExclude: (exclude: readonly string[]) => void;
}): ReactNode {
  return (
    <>
      {exclude.length > 0 && (
        <ul className="list" aria-label="Excluded items">
          {exclude.map((id) => (
            <li key={id}>
              <ItemLine project={project} id={id} />
              <button
                type="button"
                className="button small"
                onClick={() => onExclude(exclude.filter((other) => other !== id))}
              >
                Remove<span className="visually-hidden"> {id}</span>
              </button>
            </li>
          ))}
        </ul>
      )}
      <ItemPicker
        project={project}
        label="Exclude an item"
        item=""
        onItem={(id) => onExclude([...new Set([...exclude, id])])}
      />
    </>
  );
}
