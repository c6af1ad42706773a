import type { UrlAdapter } from '@vitrine/react';
import { useSyncExternalStore } from 'react';

/** The path of the shop on its server, without a slash at the end. */
const base = import.meta.env.BASE_URL.replace(/\/$/, '');

/** Where the visitor is, such as `{ path: '/search', query: 'q=boots' }`. */
export interface ShopLocation {
  readonly path: string;
  readonly query: string;
}

const listeners = new Set<() => void>();
const addressListeners = new Set<() => void>();
let current = read();

function read(): ShopLocation {
  const { pathname, search } = window.location;
  return { path: pathname.slice(base.length) || '/', query: search.slice(1) };
}

/** The page of a path of the server, which may name the page with the path of the shop or without it. */
export function pageOfPath(path: string): string {
  return path === base || path.startsWith(`${base}/`) ? path.slice(base.length) || '/' : path;
}

function notify(): void {
  current = read();
  for (const listener of listeners) listener();
}

window.addEventListener('popstate', () => {
  notify();
  for (const listener of addressListeners) listener();
});

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function useShopLocation(): ShopLocation {
  return useSyncExternalStore(subscribe, () => current);
}

/** The decoded segments of a path; one that is not correctly encoded stays as it is, and leads to no product or category. */
export function segmentsOf(path: string): string[] {
  return path
    .split('/')
    .slice(1)
    .map((segment) => {
      try {
        return decodeURIComponent(segment);
      } catch {
        return segment;
      }
    });
}

/** The address of a page of the shop, for links. */
export function hrefOf(to: string): string {
  return `${base}${to}`;
}

/** Opens a page of the shop. */
export function navigate(to: string, { replace = false }: { readonly replace?: boolean } = {}): void {
  const before = current.path;
  isOpenedByTyping = false;
  if (replace) window.history.replaceState(null, '', hrefOf(to));
  else window.history.pushState(null, '', hrefOf(to));
  notify();
  for (const listener of addressListeners) listener();
  if (current.path !== before && !replace) window.scrollTo({ top: 0, behavior: 'instant' });
}

/** Whether the page of results was opened by the keystroke whose query is not in the address yet. */
let isOpenedByTyping = false;

/** Opens the page of results for the first keystroke on another page. Its entry of the history is that of the query. */
export function openResults(): void {
  window.history.pushState(null, '', hrefOf('/search'));
  isOpenedByTyping = true;
  notify();
  window.scrollTo({ top: 0, behavior: 'instant' });
}

/**
 * Keeps the state of the search in the address. A query that is typed on another page opens the page of results; the facets
 * of a category or a collection stay on its page.
 */
export const searchUrl: UrlAdapter = {
  read: () => current.query,
  write: (query, mode) => {
    const hasQuery = new URLSearchParams(query).has('q');
    const path = hasQuery || !isListing(current.path) ? '/search' : current.path;
    const address = hrefOf(`${path}${query === '' ? '' : `?${query}`}`);
    if (mode === 'push' && !isOpenedByTyping) window.history.pushState(null, '', address);
    else window.history.replaceState(null, '', address);
    isOpenedByTyping = false;
    notify();
  },
  subscribe: (onChange) => {
    addressListeners.add(onChange);
    return () => addressListeners.delete(onChange);
  },
};

/** Pages with a list of products: results, a category, a collection. */
export function isListing(path: string): boolean {
  return /^\/(?:search|category|collection)(?:\/|$)/.test(path);
}
