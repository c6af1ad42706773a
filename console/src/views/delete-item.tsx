import type { Item } from '@vitrine/sdk';
import type { ReactNode } from 'react';
import { service } from '../app/service.ts';
import { useToast } from '../app/toasts.tsx';
import { Confirm } from '../parts/confirm.tsx';

/** Deletes an item after confirmation. */
export function DeleteItem(options: {
  project: string;
  item: Item;
  onDeleted: () => void;
  onClose: () => void;
}): ReactNode {
  const { project, item, onDeleted, onClose } = options;
  const notify = useToast();
  const remove = async (): Promise<void> => {
    await service.items.remove(project, item._id);
    notify(`Deleted ${item.name}`);
    onDeleted();
  };
  return (
    <Confirm title="Delete this item?" action="Delete item" onClose={onClose} onConfirm={remove}>
      “{item.name}” is removed from all searches and recommendations immediately. This cannot be undone. To
      hide it temporarily, make it inactive instead.
    </Confirm>
  );
}
