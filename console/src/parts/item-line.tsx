import { VitrineError } from '@vitrine/sdk';
import type { ReactNode } from 'react';
import { useLoad } from '../app/load.ts';
import { service } from '../app/service.ts';
import { PictureOf, picturesOf } from './picture.tsx';

/** An item that is named by its shop's id: its picture and its name. */
export function ItemLine({ project, id }: { project: string; id: string }): ReactNode {
  const found = useLoad(id, async (signal) => {
    try {
      return (await service.items.get(project, id, { by: 'id', signal })).item;
    } catch (error) {
      // A product is named by what its variants have in common: there is no item with that id.
      if (error instanceof VitrineError && error.code === 'item_not_found') return null;
      throw error;
    }
  });
  const [picture] = found.value === null ? [] : picturesOf(found.value);
  const note =
    found.value === null
      ? 'a product, or no item any more'
      : found.value.active === false
        ? `${id}, inactive`
        : id;
  return (
    <div className="item-line" aria-busy={found.busy}>
      <div className="thumb">
        <PictureOf url={picture?.url} alt="" />
      </div>
      <div>
        <div>{found.value?.name ?? id}</div>
        {!found.busy && <div className="small soft">{note}</div>}
      </div>
    </div>
  );
}
