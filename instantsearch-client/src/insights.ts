/** Where events go: a tracker of `@vitrine/tracker` is one. */
export interface EventTracker {
  track(event: {
    type: string;
    item?: string;
    items?: readonly { id: string; quantity?: number; price?: number }[];
    searchId?: string;
    recommendationId?: string;
    position?: number;
  }): Promise<void>;
}

/** An event of InstantSearch's Insights middleware. */
export interface WidgetEvent {
  readonly eventType: string;
  readonly widgetType: string;
  readonly eventModifier?: string | undefined;
  readonly payload: unknown;
}

interface Payload {
  readonly objectIDs?: readonly string[];
  readonly positions?: readonly number[];
  readonly queryID?: string;
  readonly eventSubtype?: string;
  readonly objectData?: readonly {
    readonly quantity?: number;
    readonly price?: number | string;
    readonly queryID?: string;
  }[];
}

const recommendWidgets = [
  'ais.frequentlyBoughtTogether',
  'ais.relatedProducts',
  'ais.lookingSimilar',
  'ais.trendingItems',
];

/**
 * Sends clicks and conversions of widgets to Vitrine. Views of hits are not sent: each search records its impressions.
 *
 * @example
 * ```ts
 * const insights = { insightsClient: null, onEvent: sendInsightsTo(tracker) };
 * ```
 */
export function sendInsightsTo(tracker: EventTracker): (event: WidgetEvent) => void {
  return ({ eventType, eventModifier, widgetType, payload }) => {
    if (eventModifier === 'internal' && eventType === 'view') return;
    const { objectIDs = [], positions = [], queryID, eventSubtype, objectData = [] } = payload as Payload;
    const type = eventType === 'conversion' ? conversionType(eventSubtype) : eventType;
    const isList = recommendWidgets.includes(widgetType);
    const origin = (i: number): object => {
      const id = queryID ?? objectData[i]?.queryID;
      return id === undefined ? {} : isList ? { recommendationId: id } : { searchId: id };
    };
    if (type === 'purchase') {
      void tracker.track({ type, items: objectIDs.map((id, i) => lineOf(id, objectData[i])), ...origin(0) });
      return;
    }
    objectIDs.forEach((id, i) => {
      const position = positions[i];
      const what = type === 'cart' ? { items: [lineOf(id, objectData[i])] } : { item: id };
      void tracker.track({
        type,
        ...what,
        ...origin(i),
        ...(type === 'click' && position !== undefined && { position }),
      });
    });
  };
}

const conversionType = (subtype: string | undefined): string =>
  subtype === 'addToCart' ? 'cart' : (subtype ?? 'conversion');

function lineOf(
  id: string,
  { quantity, price }: NonNullable<Payload['objectData']>[number] = {},
): { id: string; quantity?: number; price?: number } {
  return {
    id,
    ...(quantity !== undefined && { quantity }),
    ...(price !== undefined && { price: Number(price) }),
  };
}
