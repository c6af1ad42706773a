'use client';

import { Listeners, PageLists } from '@vitrine/sdk/page';
import type { ShopClient } from '@vitrine/sdk/shop';
import { createContext, createElement, useContext, useMemo, useRef, useState, type ReactNode } from 'react';
import { clientTracker, ListOrigins, type ShopVisitor, type Tracker } from './tracker.ts';

/** Properties of the provider. */
export interface VitrineProviderProps {
  /** A `createShopClient()` or `createClient()`, made once, outside of components. */
  readonly client: ShopClient;
  /** Id of the project. */
  readonly project: string;
  /**
   * Sent with searches, lists and events. Let the first render have it, from a cookie for instance: a later change loads
   * everything again.
   */
  readonly visitor?: ShopVisitor | undefined;
  /** Sends events; default: by the client. */
  readonly tracker?: Tracker | undefined;
  /** Called with failures of events. Default: they are ignored. */
  readonly onTrackError?: ((error: unknown) => void) | undefined;
  readonly children?: ReactNode;
}

/** What the hooks share. */
export interface VitrineContextValue {
  readonly client: ShopClient;
  readonly project: string;
  readonly visitor: ShopVisitor;
  readonly tracker: Tracker;
  readonly origins: ListOrigins;
  readonly storedEvents: StoredEvents;
  readonly pageLists: PageLists;
  readonly onTrackError: (error: unknown) => void;
}

/** Counts the events that were stored, so that lists can follow them. */
export class StoredEvents {
  #count = 0;
  readonly #listeners = new Listeners();

  readonly subscribe = this.#listeners.subscribe;

  readonly count = (): number => this.#count;

  add(): void {
    this.#count++;
    this.#listeners.notify();
  }
}

const VitrineContext = createContext<VitrineContextValue | null>(null);

/**
 * Gives the hooks below it their client, project and visitor.
 *
 * @example
 * ```tsx
 * const client = createShopClient({ url: 'https://search.shop.example', key: webKey });
 * <VitrineProvider client={client} project="shop" visitor={{ session: visit }}>...</VitrineProvider>
 * ```
 */
export function VitrineProvider({
  client,
  project,
  visitor: { user, session } = {},
  tracker,
  onTrackError,
  children,
}: VitrineProviderProps): ReactNode {
  const [origins] = useState(() => new ListOrigins());
  const [storedEvents] = useState(() => new StoredEvents());
  const [pageLists] = useState(() => new PageLists());
  const report = useRef(onTrackError);
  report.current = onTrackError;
  const value = useMemo(() => {
    const visitor = {
      ...(user === undefined ? {} : { user }),
      ...(session === undefined ? {} : { session }),
    };
    return {
      client,
      project,
      visitor,
      tracker: tracker ?? clientTracker(client, project, visitor),
      origins,
      storedEvents,
      pageLists,
      onTrackError: (error: unknown) => report.current?.(error),
    };
  }, [client, project, user, session, tracker, origins, storedEvents, pageLists]);
  return createElement(VitrineContext.Provider, { value }, children);
}

/** The client, project and visitor of the provider, for requests of your own. */
export function useVitrine(): VitrineContextValue {
  const value = useContext(VitrineContext);
  if (value === null) throw new TypeError('Cannot use a hook of @vitrine/react outside of a VitrineProvider');
  return value;
}
