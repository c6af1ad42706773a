const searchNames = new Set(['q', 's', 'search', 'search_query']);

/**
 * The search field that an event is about, or null. With an empty selector, it is one with the role or the type of a search, or with a usual
 * name. Called with each event, as themes replace their fields.
 */
export function findSearchField(event: Event, selector: string): HTMLInputElement | null {
  const path = event.composedPath();
  const [target] = path;
  // Elements of ours have fields of their own.
  if (path.some((one) => one instanceof Element && one.localName.startsWith('vitrine-'))) return null;
  return target instanceof HTMLInputElement && isUsableField(target, selector) ? target : null;
}

/** The search field of a form, or null. */
export function findFormField(form: HTMLFormElement, selector: string): HTMLInputElement | null {
  for (const element of form.elements) {
    if (element instanceof HTMLInputElement && isUsableField(element, selector)) return element;
  }
  return null;
}

/** The first search field of the page. */
export function findFirstSearchField(selector: string): HTMLInputElement | null {
  const found = [...document.querySelectorAll('input')].filter((input) =>
    selector === '' ? isSearchField(input) : matches(input, selector),
  );
  return found.find((input) => input.checkVisibility?.() ?? true) ?? found[0] ?? null;
}

/** Whether a shopper can type a search into a field. */
function isUsableField(input: HTMLInputElement, selector: string): boolean {
  if (input.readOnly || input.disabled || !['search', 'text'].includes(input.type)) return false;
  return selector === '' ? isSearchField(input) : matches(input, selector);
}

function isSearchField(input: HTMLInputElement): boolean {
  if (!['search', 'text'].includes(input.type)) return false;
  if (searchNames.has(input.name)) return true;
  if (input.closest('[role="search"], search') !== null) return true;
  // Filters of lists are of this type, too, but send no form.
  return input.type === 'search' && input.form?.method === 'get';
}

function matches(input: HTMLInputElement, selector: string): boolean {
  try {
    return input.matches(selector) || input.closest(selector) !== null;
  } catch {
    // The setting is no selector.
    return false;
  }
}
