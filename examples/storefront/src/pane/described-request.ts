import type { LoggedRequest } from './request-log.ts';

/** What a request is about. */
export type RequestKind = 'search' | 'suggest' | 'image' | 'several' | 'list' | 'event';

export function kindOf({ path }: LoggedRequest): RequestKind {
  if (path.startsWith('/api/events')) return 'event';
  if (path.startsWith('/image-search/')) return 'image';
  if (/^\/search\/[^/]+\/suggest/.test(path)) return 'suggest';
  if (/^\/search(?:$|\?)/.test(path)) return 'several';
  return path.startsWith('/search/') ? 'search' : 'list';
}

/** The list of a request, such as `home-for-you`. */
export function listOf({ path }: LoggedRequest): string {
  return path.split('?')[0]?.split('/').at(-1) ?? '';
}

/** The items of a reply. */
export function itemsOf({ reply }: LoggedRequest): readonly PaneItem[] {
  const { items } = (reply ?? {}) as { items?: readonly PaneItem[] };
  return Array.isArray(items) ? items : [];
}

/** The members of an item that the pane shows. */
export interface PaneItem {
  readonly id: string;
  readonly name?: string;
  readonly _reason?: { readonly text: string };
  readonly _ranking?: { readonly reasons: readonly string[] };
}

/** How many items of a list are new since the same list before; null without one. */
export function newItems(request: LoggedRequest, earlier: readonly LoggedRequest[]): number | null {
  const before = earlier.find((one) => isSameList(one, request) && itemsOf(one).length > 0);
  if (before === undefined || itemsOf(request).length === 0) return null;
  const known = new Set(itemsOf(before).map(({ id }) => id));
  return itemsOf(request).filter(({ id }) => !known.has(id)).length;
}

/** The lists that were loaded after an event and before the next one, and have changed. */
export function changedLists(
  event: LoggedRequest,
  later: readonly LoggedRequest[],
  earlier: readonly LoggedRequest[],
): readonly string[] {
  const next = later.findLastIndex((one) => kindOf(one) === 'event');
  const until = next < 0 ? later : later.slice(next + 1);
  const lists = until.filter((one) => kindOf(one) === 'list');
  const changed = lists.filter((one) => {
    const before = [...until.filter(({ number }) => number < one.number), event, ...earlier];
    return (newItems(one, before) ?? 0) > 0;
  });
  return [...new Set(changed.map(listOf))];
}

function isSameList(a: LoggedRequest, b: LoggedRequest): boolean {
  return kindOf(a) === 'list' && a.path === b.path && JSON.stringify(a.sent) === JSON.stringify(b.sent);
}
