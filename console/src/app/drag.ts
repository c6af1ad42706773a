import {
  useEffect,
  useId,
  useRef,
  useState,
  type DragEvent,
  type HTMLAttributes,
  type PointerEvent,
} from 'react';
import { dragByTouch, holdPage, isTouched } from './touch-drag.ts';

export interface DragAttributes extends HTMLAttributes<HTMLElement> {
  readonly 'data-drag-list'?: string;
  readonly 'data-drag-key'?: string;
}

/**
 * Attributes that let elements of a list be dragged onto each other: with the mouse, or with a finger that holds one.
 * `onDrop` receives the target of the other element.
 */
export function useDrag<T>(
  onDrop: (dragged: string, target: T) => void,
): (key: string, target: T) => DragAttributes {
  const [dragged, setDragged] = useState<string | null>(null);
  const [over, setOver] = useState<string | null>(null);
  const list = useId();
  const targets = useRef(new Map<string, T>());
  const drop = useRef(onDrop);
  drop.current = onDrop;
  useEffect(holdPage, []);
  const end = (): void => {
    setDragged(null);
    setOver(null);
  };
  const onPointerDown = (event: PointerEvent<HTMLElement>, key: string): void => {
    const { currentTarget, target, pointerType } = event;
    if (pointerType !== 'touch' || !currentTarget.draggable) return;
    if (target instanceof Element && target.closest('input, select, textarea') !== null) return;
    dragByTouch(currentTarget, event.nativeEvent, {
      onLift: () => setDragged(key),
      onOver: setOver,
      onEnd: (other) => {
        if (other !== null && other !== key && targets.current.has(other))
          drop.current(key, targets.current.get(other)!);
        end();
      },
    });
  };
  return (key, target) => {
    targets.current.set(key, target);
    return {
      draggable: true,
      'data-drag-list': list,
      'data-drag-key': key,
      className: dragged === null || over !== key ? '' : 'drop-target',
      onPointerDown: (event: PointerEvent<HTMLElement>) => onPointerDown(event, key),
      onDragStart: (event: DragEvent) => {
        if (isTouched()) {
          event.preventDefault();
          return;
        }
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
    };
  };
}
