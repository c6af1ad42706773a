import { useState, type ReactNode } from 'react';
import { useLoad, useDebounced } from '../app/load.ts';
import { service } from '../app/service.ts';
import { Combobox } from './combobox.tsx';

/** Picks an item by words from its name. What is picked is its shop's id. */
export function ItemPicker({
  project,
  label = 'Item',
  item,
  onItem,
}: {
  project: string;
  label?: string;
  /** The one that is picked; empty where each pick adds another one. */
  item: string;
  onItem: (id: string) => void;
}): ReactNode {
  const picked = useLoad(item, async (signal) =>
    item === '' ? null : (await service.items.get(project, item, { by: 'id', signal })).item,
  );
  const [typed, setTyped] = useState<string | null>(null);
  const words = useDebounced(typed ?? '', 120);
  const found = useLoad(words, (signal) =>
    service.search(project, { q: words, limit: 8, highlight: false, grouped: false }, { signal }),
  );
  return (
    <Combobox
      asField
      label={label}
      placeholder="Type a name"
      value={typed ?? picked.value?.name ?? item}
      onValue={setTyped}
      onPick={(id) => {
        setTyped(null);
        onItem(id);
      }}
      options={
        found.value?.fallback === 'popular'
          ? []
          : (found.value?.items ?? []).map(({ id, name }) => ({ key: id, text: name, note: id }))
      }
    />
  );
}
