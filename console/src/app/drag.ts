import { useState, type DragEvent, type HTMLAttributes } from 'react';

/** Attributes that let elements of a list be dragged onto each other. `onDrop` receives the target of the other element. */
export function useDrag<T>(
  onDrop: (dragged: string, target: T) => void,
): (key: string, target: T) => HTMLAttributes<HTMLElement> {
  const [dragged, setDragged] = useState<string | null>(null);
  const [over, setOver] = useState<string | null>(null);
  const end = (): void => {
    setDragged(null);
    setOver(null);
  };
  return (key, target) => ({
    draggable: true,
    className: dragged === null || over !== key ? '' : 'drop-target',
    onDragStart: (event: DragEvent) => {
      event.dataTransfer.effectAllowed = 'move';
      event.dataTransfer.setData('text/plain', key);
      setDragged(key);
    },
    onDragOver: (event: DragEvent) => {
      if (dragged === null) return;
      event.preventDefault();
      setOver(key);
    },
    onDrop: (event: DragEvent) => {
      event.preventDefault();
      if (dragged !== null && dragged !== key) onDrop(dragged, target);
      end();
    },
    onDragEnd: end,
  });
}
