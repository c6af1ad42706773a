/**
 * Accessibility rules (WCAG 2.2 AA) that run inside a page. `test/support/page-rules.ts` sends the source of each function to the page,
 * so a function cannot use code outside of it.
 */

/** Marks all interactive elements of the page, or of the open dialog, for the keyboard test. */
export function markReachable(): { mark: string; html: string }[] {
  (document.activeElement as HTMLElement | null)?.blur();
  const scope = document.querySelector('dialog[open]') ?? document;
  // Tab reaches the checked radio button of a group; arrow keys reach the others.
  const isWithinGroup = (element: HTMLElement): boolean =>
    element.matches('input[type=radio]:not(:checked)') &&
    scope.querySelector(`input[name="${(element as HTMLInputElement).name}"]:checked`) !== null;
  const elements = [
    ...scope.querySelectorAll<HTMLElement>('a[href], button, input, select, textarea, summary'),
  ].filter(
    (element) =>
      element.tabIndex >= 0 &&
      !(element as HTMLButtonElement).disabled &&
      !isWithinGroup(element) &&
      element.checkVisibility(),
  );
  return elements.map((element, index) => {
    element.dataset['reach'] = String(index);
    return { mark: String(index), html: element.outerHTML.slice(0, 120) };
  });
}

/** The focused element: its mark and whether it has a visible focus ring; null if there is none. */
export function focused(): { mark: string | null; hasRing: boolean; html: string } | null {
  const element = document.activeElement;
  if (element === null || element === document.body) return null;
  // An element of the page in the frame has the focus.
  if (element.localName === 'iframe') return null;
  const style = getComputedStyle(element);
  const hasRing = style.outlineStyle !== 'none' && Number.parseFloat(style.outlineWidth) >= 1;
  return { mark: element.getAttribute('data-reach'), hasRing, html: element.outerHTML.slice(0, 120) };
}

/** Pixels by which the page is wider than the viewport. */
export function overflow(): number {
  return document.documentElement.scrollWidth - document.documentElement.clientWidth;
}

/** Violations in names, labels, landmarks, headings and ids. */
export function structureViolations(): string[] {
  const violations: string[] = [];
  const short = (element: Element): string => element.outerHTML.slice(0, 120);
  const textOf = (ids: string | null): string =>
    (ids ?? '')
      .split(/\s+/)
      .map((id) => (id === '' ? '' : (document.getElementById(id)?.textContent ?? '')))
      .join('');
  const nameOf = (element: Element): string => {
    const own = element.getAttribute('aria-label') ?? textOf(element.getAttribute('aria-labelledby'));
    if (own.trim() !== '') return own;
    const labels = [...((element as HTMLInputElement).labels ?? [])]
      .map((label) => label.textContent ?? '')
      .join('');
    const alts = [...element.querySelectorAll('img')].map((img) => img.alt).join('');
    return `${labels}${element.matches('input, select, textarea') ? '' : (element.textContent ?? '')}${alts}`;
  };
  const shown = [...document.querySelectorAll<HTMLElement>('body *')].filter((element) =>
    element.checkVisibility(),
  );
  for (const element of shown) {
    const isControl = element.matches(
      'a[href], button, input:not([type=hidden]), select, textarea, summary, [role=progressbar], [role=region], dialog, nav',
    );
    if (isControl && nameOf(element).trim() === '') violations.push(`no name: ${short(element)}`);
    if (element.matches('img:not([alt])')) violations.push(`no alt: ${short(element)}`);
    if (element.tabIndex > 0) violations.push(`tabindex above 0: ${short(element)}`);
    if (element.matches('div[onclick], span[onclick]')) violations.push(`not a button: ${short(element)}`);
    for (const attribute of [
      'aria-labelledby',
      'aria-describedby',
      'aria-controls',
      'aria-activedescendant',
    ]) {
      const missing = (element.getAttribute(attribute) ?? '')
        .split(/\s+/)
        .find((id) => id !== '' && document.getElementById(id) === null);
      if (missing !== undefined)
        violations.push(`${attribute} names nothing (${missing}): ${short(element)}`);
    }
  }
  const ids = [...document.querySelectorAll('[id]')].map(({ id }) => id);
  for (const id of new Set(ids))
    if (ids.filter((one) => one === id).length > 1) violations.push(`id twice: ${id}`);
  for (const [what, selector] of [
    ['main', 'main'],
    ['h1', 'h1'],
  ] as const) {
    const count = document.querySelectorAll(selector).length;
    if (count !== 1) violations.push(`${count} of ${what}`);
  }
  const levels = shown
    .filter((element) => /^H[1-6]$/.test(element.tagName) && element.closest('dialog') === null)
    .map(({ tagName }) => Number(tagName[1]));
  levels.forEach((level, index) => {
    if (level > (levels[index - 1] ?? 0) + 1) violations.push(`h${level} after h${levels[index - 1] ?? 0}`);
  });
  if (document.documentElement.lang === '') violations.push('no language');
  if (document.title === '') violations.push('no title');
  return violations;
}

/** Text with a contrast to its background below 4.5, or 3 for large text (WCAG 2.2, 1.4.3). */
export function contrastViolations(): string[] {
  type Colour = [number, number, number, number];
  const colour = (text: string): Colour => {
    const [r = 0, g = 0, b = 0, a = 1] = text.match(/[\d.]+/g)?.map(Number) ?? [];
    return [r, g, b, a];
  };
  const luminance = ([r, g, b]: Colour): number => {
    const [x = 0, y = 0, z = 0] = [r, g, b].map((value) => {
      const share = value / 255;
      return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
    });
    return 0.2126 * x + 0.7152 * y + 0.0722 * z;
  };
  const over = (top: Colour, below: Colour): Colour => {
    const mix = (index: 0 | 1 | 2): number => top[index] * top[3] + below[index] * (1 - top[3]);
    return [mix(0), mix(1), mix(2), 1];
  };
  const backgrounds = new Map<Element, Colour>();
  const background = (element: Element | null): Colour => {
    if (element === null) return [255, 255, 255, 1];
    const known = backgrounds.get(element);
    if (known !== undefined) return known;
    const own = colour(getComputedStyle(element).backgroundColor);
    const seen = own[3] === 1 ? own : over(own, background(element.parentElement));
    backgrounds.set(element, seen);
    return seen;
  };
  const violations: string[] = [];
  for (const element of document.querySelectorAll<HTMLElement>('body *')) {
    const text = [...element.childNodes]
      .filter((node) => node.nodeType === Node.TEXT_NODE)
      .map((node) => node.textContent ?? '')
      .join('')
      .trim();
    const inactive = element.closest('[disabled], .visually-hidden, .skip-link') !== null;
    if (text === '' || inactive || !element.checkVisibility()) continue;
    const style = getComputedStyle(element);
    const behind = background(element);
    const [light = 0, dark = 0] = [luminance(over(colour(style.color), behind)), luminance(behind)].sort(
      (a, b) => b - a,
    );
    const ratio = (light + 0.05) / (dark + 0.05);
    const size = Number.parseFloat(style.fontSize);
    const large = size >= 24 || (size >= 18.66 && Number(style.fontWeight) >= 700);
    if (ratio < (large ? 3 : 4.5))
      violations.push(
        `contrast ${ratio.toFixed(2)}: “${text.slice(0, 40)}” ${style.color} on ${behind.join(' ')}`,
      );
  }
  return violations;
}
