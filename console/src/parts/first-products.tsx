import type { Item } from '@vitrine/sdk';
import type { ReactNode } from 'react';
import { useInView } from '../app/in-view.ts';
import { useLoad } from '../app/load.ts';
import { count, counted } from './formats.ts';
import { ItemPicture, picturesOf } from './picture.tsx';

/** Products in the strip of a card. */
export const firstProductsMax = 6;

/** The first products of a list, and how many there are; null: it is not counted. */
export interface FirstProductsList {
  readonly items: readonly Pick<Item, 'id' | 'name' | 'imgs'>[];
  readonly total: number | null;
  /** For which page they are, where that matters. */
  readonly about?: string;
}

/** Pictures of the first products of a collection or placement, read once its card comes into view. */
export function FirstProducts({
  version,
  emptyText,
  load,
}: {
  /** Another one is loaded again. */
  version: string;
  /** Shown where there are no products. */
  emptyText: string;
  load: (signal: AbortSignal) => Promise<FirstProductsList>;
}): ReactNode {
  const { ref, isInView } = useInView<HTMLDivElement>();
  return (
    <div ref={ref} className="first-products">
      {isInView ? <Strip {...{ version, emptyText, load }} /> : <Placeholders isLoading={false} />}
    </div>
  );
}

function Strip({ version, emptyText, load }: Parameters<typeof FirstProducts>[0]): ReactNode {
  const { value, error } = useLoad(version, load);
  if (error !== null) return <p className="small soft">The products could not be read.</p>;
  if (value === null) return <Placeholders isLoading />;
  const items = value.items.slice(0, firstProductsMax);
  if (items.length === 0) return <p className="small soft">{emptyText}</p>;
  const more = value.total === null ? 0 : value.total - items.length;
  return (
    <>
      <ul aria-label="First products">
        {items.map((item) => (
          <li key={item.id} className="thumb" title={item.name}>
            <ItemPicture url={picturesOf(item)[0]?.url} />
            <span className="visually-hidden">{item.name}</span>
          </li>
        ))}
      </ul>
      {more > 0 && (
        <span className="soft num">
          <span aria-hidden="true">+{count(more)}</span>
          <span className="visually-hidden">and {counted(more, 'more product')}</span>
        </span>
      )}
      {value.about !== undefined && <p className="small soft about">{value.about}</p>}
    </>
  );
}

/** Boxes where the pictures will be. */
function Placeholders({ isLoading }: { isLoading: boolean }): ReactNode {
  return (
    <ul aria-hidden="true">
      {Array.from({ length: firstProductsMax }, (_, index) => (
        <li key={index} className={isLoading ? 'thumb skeleton' : 'thumb'} />
      ))}
    </ul>
  );
}
