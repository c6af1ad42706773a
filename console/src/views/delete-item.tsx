import type { Item } from '@vitrine/sdk';
import type { ReactNode } from 'react';
import { service } from '../app/service.ts';
import { useToast } from '../app/toasts.tsx';
import { Confirm } from '../parts/confirm.tsx';

/** Asks before an item is deleted, and deletes it. */
export function DeleteItem(options: {
  project: string;
  item: Item;
  onDeleted: () => void;
  onClose: () => void;
}): ReactNode {
  const { project, item, onDeleted, onClose } = options;
  const tell = useToast();
  const remove = async (): Promise<void> => {
    await service.items.remove(project, item._id);
    tell(`Deleted ${item.name}`);
    onDeleted();
  };
  return (
    <Confirm title="Delete this item?" action="Delete item" onClose={onClose} onConfirm={remove}>
      “{item.name}” disappears from every search and list at once. This cannot be taken back; to hide it for a
      while, make it inactive.
    </Confirm>
  );
}
