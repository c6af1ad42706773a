/*
 * HTML drag and drop does not work with touch. These are its states with pointer events:
 *
 *   pointerdown -- held --> lifted -- pointermove, edge scrolling --> over another element -- pointerup --> dropped
 *        |                    |
 *        | moved: a scroll    | Escape, another finger, pointercancel
 *        v                    v
 *      nothing             back in its place
 */

const holdMs = 400;
/** A finger is never quite still. */
const stillPixels = 10;
/** The page scrolls while the finger is this near to the upper or lower edge of the window. */
const edgePixels = 96;
/** In one frame. */
const scrollPixelsMax = 16;
/** A click that a touch causes follows it within this time. */
const clickMs = 50;

export interface TouchDrag {
  readonly onLift: () => void;
  /** The element below the finger that is in the same list; null: none. */
  readonly onOver: (key: string | null) => void;
  /** Null: it was not dropped onto another element. */
  readonly onEnd: (key: string | null) => void;
}

let isTouching = false;
let isLifted = false;

/** Whether a finger holds an element: then the browser must not drag it. */
export function isTouched(): boolean {
  return isTouching;
}

/** Keeps the page from scrolling while an element is lifted. A listener that is added during a touch would be too late. */
export function holdPage(): () => void {
  const hold = (event: TouchEvent): void => {
    if (isLifted && event.cancelable) event.preventDefault();
  };
  addEventListener('touchmove', hold, { passive: false });
  return () => removeEventListener('touchmove', hold);
}

/** Drags an element with the finger of a `pointerdown`, once it has been held. The elements of its list have the same `data-drag-list`. */
export function dragByTouch(element: HTMLElement, down: PointerEvent, drag: TouchDrag): void {
  if (isTouching) return;
  isTouching = true;
  const listeners = new AbortController();
  const options = { signal: listeners.signal, capture: true };
  const from = { x: down.clientX, y: down.clientY, scrollY };
  const finger = { ...from };
  let over: string | null = null;
  let frame = 0;

  const end = (dropped: string | null): void => {
    clearTimeout(timer);
    cancelAnimationFrame(frame);
    listeners.abort();
    isTouching = false;
    if (!isLifted) return;
    isLifted = false;
    delete element.dataset['lifted'];
    element.style.transform = '';
    suppressClick();
    drag.onEnd(dropped);
  };
  const follow = (): void => {
    const { x, y } = finger;
    element.style.transform = `translate(${x - from.x}px, ${y - from.y + scrollY - from.scrollY}px)`;
    const next = keyAt(element, x, y, over);
    if (next !== over) drag.onOver((over = next));
  };
  const scroll = (): void => {
    const before = scrollY;
    scrollBy({ top: scrollStep(finger.y), behavior: 'instant' });
    if (scrollY !== before) follow();
    frame = requestAnimationFrame(scroll);
  };
  const timer = setTimeout(() => {
    isLifted = true;
    element.dataset['lifted'] = '';
    drag.onLift();
    frame = requestAnimationFrame(scroll);
  }, holdMs);

  const onMove = (event: PointerEvent): void => {
    if (event.pointerId !== down.pointerId) return;
    finger.x = event.clientX;
    finger.y = event.clientY;
    if (isLifted) follow();
    else if (Math.hypot(finger.x - from.x, finger.y - from.y) > stillPixels) end(null);
  };
  const onUp = (event: PointerEvent): void => {
    if (event.pointerId === down.pointerId) end(over);
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key !== 'Escape' || !isLifted) return;
    event.preventDefault();
    event.stopPropagation();
    end(null);
  };
  addEventListener('pointermove', onMove, options);
  addEventListener('pointerup', onUp, options);
  addEventListener('pointercancel', () => end(null), options);
  addEventListener('pointerdown', (event) => event.pointerId !== down.pointerId && end(null), options);
  addEventListener('keydown', onKeyDown, options);
  // A touch that stops a scrolling page goes on scrolling it: the browser does not let it be used otherwise.
  addEventListener('touchstart', (event) => !event.cancelable && end(null), options);
  // A held link or picture would open the menu of the browser.
  addEventListener('contextmenu', (event) => event.preventDefault(), options);
}

/** The key of the element of the list at a point. In the gaps of the list, it stays as it was. */
function keyAt(element: HTMLElement, x: number, y: number, before: string | null): string | null {
  const list = element.dataset['dragList'] ?? '';
  const found = document.elementFromPoint(x, y)?.closest<HTMLElement>('[data-drag-list]');
  if (found?.dataset['dragList'] === list) return found.dataset['dragKey'] ?? null;
  const area = element.parentElement?.getBoundingClientRect();
  const isInside =
    area !== undefined && x >= area.left && x <= area.right && y >= area.top && y <= area.bottom;
  return isInside ? before : null;
}

function scrollStep(y: number): number {
  const above = edgePixels - y;
  const below = y - (innerHeight - edgePixels);
  const step = (pixels: number): number =>
    Math.ceil((Math.min(pixels, edgePixels) / edgePixels) * scrollPixelsMax);
  return above > 0 ? -step(above) : below > 0 ? step(below) : 0;
}

function suppressClick(): void {
  const suppress = new AbortController();
  const onClick = (event: MouseEvent): void => {
    event.preventDefault();
    event.stopPropagation();
  };
  addEventListener('click', onClick, { capture: true, signal: suppress.signal });
  setTimeout(() => suppress.abort(), clickMs);
}
