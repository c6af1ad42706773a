import { VitrineError } from '@vitrine/sdk';
import type { ReactNode } from 'react';
import { useLoad } from '../app/load.ts';
import { service } from '../app/service.ts';
import { ItemPicture, picturesOf } from './picture.tsx';

/** The picture and name of an item, loaded by the shop's id. */
export function ItemLine({ project, id }: { project: string; id: string }): ReactNode {
  const loaded = useLoad(id, async (signal) => {
    try {
      return (await service.items.get(project, id, { by: 'id', signal })).item;
    } catch (error) {
      // The id of a product is the value its variants share: no item has it.
      if (error instanceof VitrineError && error.code === 'item_not_found') return null;
      throw error;
    }
  });
  const [picture] = loaded.value === null ? [] : picturesOf(loaded.value);
  const note =
    loaded.value === null
      ? 'a product with variants, or a deleted item'
      : loaded.value.active === false
        ? `${id}, inactive`
        : id;
  return (
    <div className="item-line" aria-busy={loaded.busy}>
      <div className="thumb">
        <ItemPicture url={picture?.url} alt="" />
      </div>
      <div>
        <div>{loaded.value?.name ?? id}</div>
        {!loaded.busy && <div className="small soft">{note}</div>}
      </div>
    </div>
  );
}
