import { useEffect } from 'react';
import { useRouter } from './router.tsx';

/** A form field by its label, in the section with this heading. An empty heading stands for any section. */
export interface NamedField {
  readonly label: string;
  readonly section: string;
}

const waitMsMax = 60_000;
const markMs = 2_400;
const inputEvents = ['keydown', 'pointerdown'] as const;

/** The address of a view, opened at a field. */
export function namedFieldPath(path: string, { label, section }: NamedField): string {
  return `${path}?${new URLSearchParams({ field: label, ...(section === '' ? {} : { section }) }).toString()}`;
}

/**
 * Opens what the address names by `field` and `section`, once the view shows it: scrolls to it, opens the panels around it and gives it
 * the focus. A field that the page does not have at the moment, as its feature is off, leads to its section. It waits no longer once
 * somebody uses the page, whose focus it would take.
 */
export function useNamedField(): void {
  const { route, go } = useRouter();
  useEffect(() => {
    const label = route.query.get('field');
    if (label === null) return undefined;
    const field = { label, section: route.query.get('section') ?? '' };
    const main = document.querySelector('main');
    if (main === null) return undefined;
    const finish = (): void => {
      observer.disconnect();
      clearTimeout(timer);
      for (const name of inputEvents) removeEventListener(name, finish, true);
    };
    const show = (element: HTMLElement): void => {
      finish();
      reveal(element);
      const query = new URLSearchParams(route.query);
      query.delete('field');
      query.delete('section');
      go(route.path + (query.size === 0 ? '' : `?${query.toString()}`), true);
    };
    const tryAgain = (): void => {
      const found = findField(main, field);
      if (found !== null) show(found);
      else if (isLoaded(main)) {
        const section = field.section === '' ? null : findField(main, { label: field.section, section: '' });
        if (section !== null) show(section);
      }
    };
    const observer = new MutationObserver(tryAgain);
    observer.observe(main, { childList: true, subtree: true });
    const timer = setTimeout(finish, waitMsMax);
    for (const name of inputEvents) addEventListener(name, finish, true);
    tryAgain();
    return finish;
  }, [route]);
}

function isLoaded(main: Element): boolean {
  const headings = [...main.querySelectorAll('h1')];
  const isShown = headings.some((one) => one.closest('[style*="display: none"]') === null);
  return isShown && main.querySelector('.skeleton') === null;
}

/** The label, legend, summary or heading with this text, in its section if several have it. */
function findField(main: Element, { label, section }: NamedField): HTMLElement | null {
  const wanted = toComparable(label);
  const found = [...main.querySelectorAll<HTMLElement>('label, legend, summary, h2, h3')].filter(
    (element) =>
      // React hides the view before while the next one is loaded.
      element.closest('[style*="display: none"]') === null &&
      [element, element.querySelector('span, strong')].some(
        (one) => one !== null && toComparable(one.textContent) === wanted,
      ),
  );
  if (section === '') return found[0] ?? null;
  const inSection = found.find(
    (element) =>
      toComparable(element.closest('section, form')?.querySelector('h2')?.textContent) ===
      toComparable(section),
  );
  return inSection ?? found[0] ?? null;
}

function toComparable(text: string | null | undefined): string {
  return (text ?? '').replaceAll(/\s+/g, ' ').trim().toLowerCase();
}

function reveal(element: HTMLElement): void {
  for (
    let panel = element.closest('details');
    panel !== null;
    panel = panel.parentElement?.closest('details') ?? null
  )
    panel.open = true;
  const control = findControl(element);
  element.scrollIntoView({ block: 'center' });
  if (control === null) element.tabIndex = -1;
  (control ?? element).focus({ preventScroll: true });
  const marked = element.closest<HTMLElement>('.field, .check, fieldset') ?? element;
  marked.classList.add('field-found');
  setTimeout(() => marked.classList.remove('field-found'), markMs);
}

function findControl(element: HTMLElement): HTMLElement | null {
  if (element instanceof HTMLLabelElement) return element.control;
  if (element.localName === 'summary') return element;
  if (element.localName !== 'legend') return null;
  return element.parentElement?.querySelector<HTMLElement>('input, select, textarea, button') ?? null;
}
