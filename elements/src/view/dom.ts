type Value = string | number | boolean | undefined | ((event: never) => void);
type Child = Node | string | null | undefined | false;

/** Creates an element. Functions are listeners (`onclick`), true is an empty attribute, false and undefined none. */
export function h<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  attributes: Readonly<Record<string, Value>> = {},
  ...children: readonly Child[]
): HTMLElementTagNameMap[K] {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (typeof value === 'function') element.addEventListener(name.slice(2), value as (event: Event) => void);
    else if (value !== undefined && value !== false)
      element.setAttribute(name, value === true ? '' : String(value));
  }
  element.append(
    ...children.filter(
      (child): child is Node | string => child !== null && child !== undefined && child !== false,
    ),
  );
  return element;
}

/** Lines of 24 by 24 pixels. */
const icons = {
  search: 'M11 4a7 7 0 1 0 0 14 7 7 0 0 0 0-14ZM16.2 16.2 21 21',
  close: 'M6 6l12 12M18 6 6 18',
  camera: 'M4 8h3l2-3h6l2 3h3v11H4ZM12 10a3.5 3.5 0 1 0 0 7 3.5 3.5 0 0 0 0-7Z',
  filter: 'M4 7h16M7 12h10M10 17h4',
  clock: 'M12 4a8 8 0 1 0 0 16 8 8 0 0 0 0-16ZM12 8v4l3 2',
  tag: 'M4 4h8l8 8-8 8-8-8ZM8.5 8.5h.01',
  chevron: 'M6 9l6 6 6-6',
} as const;

const svgNamespace = 'http://www.w3.org/2000/svg';

export function createIcon(name: keyof typeof icons): SVGSVGElement {
  const svg = document.createElementNS(svgNamespace, 'svg');
  const path = document.createElementNS(svgNamespace, 'path');
  path.setAttribute('d', icons[name]);
  svg.append(path);
  const attributes = {
    viewBox: '0 0 24 24',
    'aria-hidden': 'true',
    focusable: 'false',
    class: `icon icon-${name}`,
  };
  for (const [attribute, value] of Object.entries(attributes)) svg.setAttribute(attribute, value);
  return svg;
}

const entities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'" };

/** The nodes of a highlighted text: escaped HTML with `<em>`. Without a parser of HTML, which pages with trusted types forbid. */
export function createHighlighted(html: string): Node[] {
  return html.split(/(<em>.*?<\/em>)/s).flatMap((part) => {
    const isMatch = part.startsWith('<em>');
    const text = (isMatch ? part.slice(4, -5) : part).replaceAll(
      /&(#?\w+);/g,
      (whole, name: string) => entities[name] ?? whole,
    );
    if (text === '') return [];
    return [isMatch ? h('mark', {}, text) : document.createTextNode(text)];
  });
}
