'use client';

import type { EventItem } from '@vitrine/sdk/shop';
import { useMemo } from 'react';
import type { ListedItem } from './listed-item.ts';
import { useVitrine, type VitrineContextValue } from './provider.ts';
import type { TrackedEvent } from './tracker.ts';

/** An item of a list (`hits` of the hooks), which names the list too, or the shop's id of an item. */
export type TrackedItem = ListedItem<{ readonly id: string }> | string;

/** A placed order. */
export interface TrackedOrder {
  readonly items: readonly EventItem[];
  /** The shop's number of the order. The purchase then counts once, however often it is sent. */
  readonly order?: string | undefined;
  readonly currency?: string | undefined;
}

/**
 * Sends events of the visitor. Each function resolves with whether the event was stored; failures go to `onTrackError` of the
 * provider. The list that led to an item is kept for its later events, until the page is left.
 */
export interface Track {
  /** A product page was opened. */
  readonly view: (item: TrackedItem) => Promise<boolean>;
  /** An item of a list was clicked. */
  readonly click: (item: TrackedItem) => Promise<boolean>;
  /** An item was added to the cart. `price`: per unit, default: of the catalog. */
  readonly cart: (
    item: TrackedItem,
    amount?: { readonly quantity?: number; readonly price?: number },
  ) => Promise<boolean>;
  /** An order was placed. */
  readonly purchase: (order: TrackedOrder) => Promise<boolean>;
  /** Any other event, as it is. */
  readonly event: (event: TrackedEvent) => Promise<boolean>;
}

/**
 * Functions that send events.
 *
 * @example
 * ```tsx
 * const track = useTrack();
 * <a href={`/p/${hit.item.id}`} onClick={() => void track.click(hit)}>{hit.item.name}</a>
 * ```
 */
export function useTrack(): Track {
  const context = useVitrine();
  return useMemo(() => trackFunctions(context), [context]);
}

function trackFunctions(context: VitrineContextValue): Track {
  const { tracker, origins, storedEvents, onTrackError, visitor } = context;
  const event = async (tracked: TrackedEvent): Promise<boolean> => {
    try {
      await tracker.track(tracked);
    } catch (error) {
      onTrackError(error);
      return false;
    }
    storedEvents.add();
    return true;
  };
  const idOf = (item: TrackedItem): string => {
    if (typeof item === 'string') return item;
    origins.remember(item.item.id, item);
    return item.item.id;
  };
  const single = (type: string) => (item: TrackedItem) => {
    const id = idOf(item);
    return event({ type, item: id, ...origins.of(id) });
  };
  return {
    view: single('view'),
    click: single('click'),
    cart: (item, amount) => {
      const id = idOf(item);
      const what = amount === undefined ? { item: id } : { items: [{ id, ...amount }] };
      return event({ type: 'cart', ...what, ...origins.of(id) });
    },
    purchase: ({ items, order, currency }) =>
      event({
        type: 'purchase',
        items,
        ...origins.ofAll(items.map(({ id }) => id)),
        // With the visitor: others cannot take the id of an order.
        ...(order === undefined
          ? {}
          : { order, id: `${visitor.session ?? visitor.user ?? 'purchase'}-${order}` }),
        ...(currency === undefined ? {} : { currency }),
      }),
    event,
  };
}
