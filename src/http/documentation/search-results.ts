import { escapeHtml } from '../../lib/html-escape.ts';
import type { FoundPage, FoundPages } from './documentation-search.ts';

/** The pages that a search found, as the text of a page. */
export function renderResults(query: string, { items, corrected }: FoundPages): string {
  if (query === '') return '<h1>Search</h1>\n<p class="lead">Type what you want to do.</p>';
  const heading = `<h1>Results for “${escapeHtml(query)}”</h1>`;
  if (items.length === 0)
    return `${heading}\n<p class="lead">No page has these words. Try fewer or other words, or the list of pages.</p>`;
  const note =
    corrected === null ? '' : `<p class="lead">Corrected to <strong>${escapeHtml(corrected)}</strong></p>\n`;
  return `${heading}\n${note}<ol class="found">\n${items.map(renderFoundPage).join('\n')}\n</ol>`;
}

function renderFoundPage({ title, heading, group, href, excerpt }: FoundPage): string {
  const section = heading === null ? '' : ` <span>${escapeHtml(heading)}</span>`;
  return `<li><p class="trail"><span>${escapeHtml(group)}</span></p><a href="${escapeHtml(href)}">${escapeHtml(title)}${section}</a><p>${excerpt}</p></li>`;
}
