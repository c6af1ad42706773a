import type { Command } from './commands.ts';
import { useDebounced, useLoad } from './load.ts';

/** Sections of the guides in the palette; the page of the search has more. */
const sectionsMax = 3;
const queryLengthMax = 200;
const debounceMs = 150;

interface FoundSection {
  readonly title: string;
  /** Null at the start of a page. */
  readonly heading: string | null;
  readonly group: string;
  readonly href: string;
}

/**
 * The search of the guides for a text: the page of its results, then the first of them. The results come last, so that they move nothing
 * that Enter would pick. Without the search of the guides there is only the page.
 */
export function useGuideSearch(text: string): readonly Command[] {
  const typed = text.trim().slice(0, queryLengthMax);
  const q = useDebounced(typed, debounceMs);
  const loaded = useLoad(q, (signal) => findSections(q, signal));
  if (typed === '') return [];
  const hasResults = q === typed && !loaded.busy && loaded.error === null;
  const found = hasResults ? (loaded.value ?? []) : [];
  return [
    {
      key: 'guide search',
      group: 'In the guides',
      icon: 'search',
      text: `Search the guides for “${typed}”`,
      href: `/docs/find?${new URLSearchParams({ q: typed }).toString()}`,
    },
    ...found.map(({ title, heading, group, href }): Command => ({
      key: `section ${href}`,
      group: 'In the guides',
      icon: 'book',
      text: heading ?? title,
      note: heading === null ? group : title,
      href,
    })),
  ];
}

async function findSections(q: string, signal: AbortSignal): Promise<readonly FoundSection[]> {
  if (q === '') return [];
  const reply = await fetch(`/docs/find.json?${new URLSearchParams({ q }).toString()}`, { signal });
  if (!reply.ok) throw new Error(`The search of the guides failed with ${reply.status}`);
  const { items } = (await reply.json()) as { items: readonly FoundSection[] };
  return items.slice(0, sectionsMax);
}
