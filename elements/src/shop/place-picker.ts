const outline = '3px solid #7c3aed';

/** Lets a person click an element of the page, and names it by a CSS selector. */
export class PlacePicker {
  readonly #onPick: (selector: string) => void;
  #isOn = false;
  #marked: HTMLElement | null = null;
  #outlineBefore = '';

  constructor(onPick: (selector: string) => void) {
    this.#onPick = onPick;
    addEventListener('pointerover', (event) => this.#isOn && this.#mark(event.target), { capture: true });
    addEventListener('click', (event) => this.#pick(event), { capture: true });
  }

  toggle(isOn: boolean): void {
    this.#isOn = isOn;
    if (!isOn) this.#mark(null);
  }

  #pick(event: Event): void {
    if (!this.#isOn || !(event.target instanceof HTMLElement)) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    const { target } = event;
    this.toggle(false);
    this.#onPick(formatSelector(target));
  }

  #mark(element: EventTarget | null): void {
    if (this.#marked !== null) this.#marked.style.outline = this.#outlineBefore;
    this.#marked = element instanceof HTMLElement ? element : null;
    this.#outlineBefore = this.#marked?.style.outline ?? '';
    if (this.#marked !== null) this.#marked.style.outline = outline;
  }
}

/** The shortest selector that names this element alone: by its id, its classes, or its place below such an element. */
export function formatSelector(element: Element): string {
  const isAlone = (selector: string): boolean => document.querySelectorAll(selector).length === 1;
  const { parentElement: parent } = element;
  const tag = element.localName;
  const names = [
    element.id === '' ? '' : `#${CSS.escape(element.id)}`,
    ...[...element.classList].map((name) => `${tag}.${CSS.escape(name)}`),
    tag,
  ];
  const own = names.find((name) => name !== '' && isAlone(name));
  if (own !== undefined || parent === null) return own ?? tag;
  const place = [...parent.children].filter((child) => child.localName === tag).indexOf(element) + 1;
  return `${formatSelector(parent)} > ${tag}:nth-of-type(${place})`;
}
