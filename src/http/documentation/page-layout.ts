import { escapeHtml } from '../../lib/html-escape.ts';
import type { PageHeading } from './markdown-html.ts';
import type { NavigationGroup, NavigationLink } from './navigation.ts';
import { partsPath, type PageParts } from './page-parts.ts';

/** The path of the search. */
export const searchPath = '/docs/find';
/** The path of the API reference. */
export const referencePath = '/docs/api';

/** Pages load nothing but files of the service, and send the search to it. */
export const pagePolicy =
  "default-src 'none'; script-src 'self'; style-src 'self'; font-src 'self'; img-src 'self'; connect-src 'self'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'";

const openContents =
  '<button class="open-contents" type="button" popovertarget="contents">On this page</button>';

/** With more headings than this, a page lists only those of its sections. */
const listedHeadingsMax = 24;

export interface PageContent {
  readonly title: string;
  /** The page as HTML, with its first heading. */
  readonly html: string;
  readonly headings: readonly PageHeading[];
  /** The address of the page. */
  readonly address: string;
  /** The address that the navigation marks: of the page, or of the index that lists it. */
  readonly listedAt: string;
  /** The address of the Markdown, or null if the page has none. */
  readonly markdown: string | null;
  /** The text of the search field. */
  readonly query?: string;
}

/** A page of the documentation. It needs no script to be read, to be searched and for its menus, which are popovers. */
export function renderPage(
  content: PageContent,
  navigation: readonly NavigationGroup[],
  parts: PageParts,
): string {
  const { title, html, address, markdown, query = '' } = content;
  const contents = renderContents(content.headings);
  const isIndex = address === '/docs';
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${escapeHtml(title)} · Vitrine</title>
<link rel="icon" type="image/svg+xml" href="${partsPath}${parts.icon.name}">
<link rel="stylesheet" href="${partsPath}${parts.style.name}">
${markdown === null ? '' : `<link rel="alternate" type="text/markdown" href="${markdown}">\n`}<script src="${partsPath}${parts.script.name}"></script>
</head>
<body>
<a class="skip" href="#content">Skip to the text</a>
<header class="bar">
<a class="home" href="/docs"><img src="${partsPath}${parts.icon.name}" alt="" width="28" height="28"><span>Vitrine <span>Docs</span></span></a>
<button class="open-navigation" type="button" popovertarget="navigation">Menu</button>
<form class="search" role="search" action="${searchPath}">
<label for="query">Search the documentation</label>
<input id="query" name="q" type="search" placeholder="Search" value="${escapeHtml(query)}" maxlength="200" autocomplete="off" spellcheck="false" enterkeyhint="search">
<kbd aria-hidden="true">/</kbd>
</form>
<div class="links"><a href="${referencePath}">API reference</a><a href="/console/">Console</a><button class="theme" type="button" hidden>Dark</button></div>
</header>
<div class="columns">
<nav id="navigation" class="navigation" popover aria-label="Documentation">
<button class="close" type="button" popovertarget="navigation" popovertargetaction="hide">Close</button>
${navigation.map((group) => renderGroup(group, content)).join('\n')}
<div class="links"><a href="/console/">Console</a></div>
</nav>
<main id="content" class="${isIndex ? 'text index' : 'text'}" tabindex="-1">
<div class="above">${renderTrail(content, navigation)}${contents === '' ? '' : openContents}</div>
${html}
${renderFooter(content, navigation)}
</main>
${contents}
</div>
</body>
</html>
`;
}

function renderGroup({ label, items }: NavigationGroup, { address, listedAt }: PageContent): string {
  const links = items.map((item) => {
    const current =
      item.link === address ? ' aria-current="page"' : item.link === listedAt ? ' aria-current="true"' : '';
    return `<li><a href="${escapeHtml(item.link)}"${current}>${escapeHtml(item.label)}</a></li>`;
  });
  return `<h2>${escapeHtml(label)}</h2>\n<ul>${links.join('')}</ul>`;
}

/** The group of the page, above its heading. */
function renderTrail({ address, listedAt }: PageContent, navigation: readonly NavigationGroup[]): string {
  const group = navigation.find(({ items }) => items.some(({ link }) => link === listedAt));
  const item = group?.items.find(({ link }) => link === listedAt);
  if (group === undefined || item === undefined) return '';
  const parent =
    listedAt === address ? '' : `<a href="${escapeHtml(item.link)}">${escapeHtml(item.label)}</a>`;
  return `<p class="trail"><span>${escapeHtml(group.label)}</span>${parent}</p>`;
}

/** The headings of the page, in a column of its own or in a popover where there is no room for it. */
function renderContents(headings: readonly PageHeading[]): string {
  const inner = headings.filter(({ level }) => level === 2 || level === 3);
  const listed = inner.length > listedHeadingsMax ? inner.filter(({ level }) => level === 2) : inner;
  if (listed.length < 2) return '';
  const links = listed.map(
    ({ level, id, text }) =>
      `<li${level === 3 ? ' class="inner"' : ''}><a href="#${escapeHtml(id)}">${escapeHtml(text)}</a></li>`,
  );
  return `<nav id="contents" class="contents" popover aria-label="On this page">
<button class="close" type="button" popovertarget="contents" popovertargetaction="hide">Close</button>
<h2>On this page</h2>
<ul>${links.join('')}</ul>
</nav>`;
}

/** The pages before and after this one, and its Markdown. */
function renderFooter({ address, markdown }: PageContent, navigation: readonly NavigationGroup[]): string {
  const order = navigation
    .flatMap(({ items }) => items)
    .filter(({ link }) => !link.startsWith(referencePath));
  const position = order.findIndex(({ link }) => link === address);
  const before = position > 0 ? order[position - 1] : undefined;
  const after = position >= 0 ? order[position + 1] : undefined;
  const source =
    markdown === null ? '' : `<p class="source"><a href="${markdown}">This page as Markdown</a></p>`;
  return `<footer>
<div class="turn">${renderTurn(before, 'Previous')}${renderTurn(after, 'Next')}</div>
${source}
</footer>`;
}

function renderTurn(item: NavigationLink | undefined, direction: 'Previous' | 'Next'): string {
  if (item === undefined) return '';
  return `<a class="${direction.toLowerCase()}" rel="${direction === 'Next' ? 'next' : 'prev'}" href="${escapeHtml(item.link)}"><span>${direction}</span> ${escapeHtml(item.label)}</a>`;
}
