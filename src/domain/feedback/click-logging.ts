import type { Clock } from '../../lib/clock.ts';
import type { ShownResult } from '../../ports/recommendations/click-log.ts';
import {
  parseTrackedResults,
  type SearchAction,
  type SearchSubscriber,
  type TrackedSearch,
} from './search-tracker.ts';

/** Visitors of one address that count for a query. */
const visitorsPerAddressMax = 2;

/**
 * Records clicks on results of hybrid searches in the click log: the first result that an event names, with the results of the same
 * tier. The semantic weight does not decide the order of different tiers, so results of other tiers say nothing about it.
 */
export class ClickLogger implements SearchSubscriber {
  readonly #clock: Clock;
  readonly #recorded = new WeakSet<TrackedSearch>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  onSettled(): void {
    // Settled searches without an action do not count.
  }

  onAction(search: TrackedSearch, { event, visitor, visitorRank }: SearchAction): void {
    const { model, query, offset, project } = search;
    if (model === null || visitor === null || this.#recorded.has(search)) return;
    // An unknown cosine ranks as the average, which says nothing about the weight.
    const scored = parseTrackedResults(search).flatMap(({ id, tier }, index) =>
      tier === null || tier.cosine === null
        ? []
        : [
            {
              id,
              level: tier.level,
              result: createShownResult(offset + index + 1, tier.keywordScore, tier.cosine),
            },
          ],
    );
    if (scored.length < 2) return;
    const ids = new Set(event.items.map(({ id }) => id));
    const clicked = scored.find(({ id }) => ids.has(id));
    if (clicked === undefined) return;
    this.#recorded.add(search);
    if (event.suspectedBot || visitorRank >= visitorsPerAddressMax) return;
    const sameTier = scored.filter(({ level }) => level === clicked.level);
    if (sameTier.length < 2) return;
    project.clickLog.record({
      query,
      model,
      by: visitor,
      at: this.#clock.now(),
      results: sameTier.map(({ result }) => result),
      clicked: sameTier.indexOf(clicked),
    });
  }
}

function createShownResult(position: number, keywordScore: number, cosine: number): ShownResult {
  return { position, keywordScore, cosine };
}
