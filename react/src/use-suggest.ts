'use client';

import type { SuggestQuery, Suggestion } from '@vitrine/sdk/shop';
import { useVitrine } from './provider.ts';
import { useLatest, type HookState } from './use-latest.ts';

/** Options of {@link useSuggest}: parameters of the request and these. */
export interface UseSuggestOptions extends Omit<SuggestQuery, 'q' | 'user' | 'session'> {
  /** Milliseconds without a keystroke until the request. Default: 60. */
  readonly typingDelayMs?: number | undefined;
  /** False: sends nothing, such as while the list is closed. Default: true. */
  readonly enabled?: boolean | undefined;
}

const typingDelayMsDefault = 60;

/**
 * Completions of what was typed so far; none for an empty text.
 *
 * @example
 * ```tsx
 * const { data: suggestions = [] } = useSuggest(text, { limit: 6 });
 * ```
 */
export function useSuggest(text: string, options: UseSuggestOptions = {}): HookState<readonly Suggestion[]> {
  const { typingDelayMs = typingDelayMsDefault, enabled = true, ...parameters } = options;
  const { client, project, visitor } = useVitrine();
  const query = { ...visitor, ...parameters, q: text };
  const { state } = useLatest<readonly Suggestion[]>({
    key: enabled && text.trim() !== '' ? JSON.stringify([project, query]) : null,
    load: async (signal) => (await client.suggest(project, query, { signal })).suggestions,
    delayMs: typingDelayMs,
  });
  return state;
}
