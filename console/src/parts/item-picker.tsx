import { useState, type ReactNode } from 'react';
import { useLoad, useDebounced } from '../app/load.ts';
import { service } from '../app/service.ts';
import { Combobox } from './combobox.tsx';

/** Finds an item by name and returns the shop's id of it. */
export function ItemPicker({
  project,
  label = 'Item',
  item,
  onItem,
}: {
  project: string;
  label?: string;
  /** The id of the selected item; empty if each selection adds another one. */
  item: string;
  onItem: (id: string) => void;
}): ReactNode {
  const selected = useLoad(item, async (signal) =>
    item === '' ? null : (await service.items.get(project, item, { by: 'id', signal })).item,
  );
  const [typed, setTyped] = useState<string | null>(null);
  const query = useDebounced(typed ?? '', 120);
  const results = useLoad(query, (signal) =>
    service.search(project, { q: query, limit: 8, highlight: false, grouped: false }, { signal }),
  );
  return (
    <Combobox
      asField
      label={label}
      placeholder="Search by name"
      value={typed ?? selected.value?.name ?? item}
      onValue={setTyped}
      onPick={(id) => {
        setTyped(null);
        onItem(id);
      }}
      options={
        results.value?.fallback === 'popular'
          ? []
          : (results.value?.items ?? []).map(({ id, name }) => ({ key: id, text: name, note: id }))
      }
    />
  );
}
