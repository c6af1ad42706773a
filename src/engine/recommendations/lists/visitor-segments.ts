import type { Visitor } from '../../../ports/recommendations/events.ts';
import type {
  SegmentItems,
  VisitorSegment,
  VisitorSegments,
} from '../../../ports/recommendations/visitor-segments.ts';
import { requestSlices } from '../../../lib/work-slices.ts';
import {
  isFirstVisit,
  sumSpendingSince,
  collectVisitedItems,
  type VisitedItems,
} from '../../../kernel/recommend/lists/visitor-history.ts';
import type { RecommenderProjection } from '../counters/recommender-projection.ts';
import type { EmbeddedTextIndex } from '../../search/text-index.ts';
import { visitorNames } from './visitor-names.ts';

/** Segments tested between two pauses. */
const segmentsPerPause = 20;

/** Segments by the counters of the recommenders, which have the history of each visitor. */
export class EmbeddedVisitorSegments implements VisitorSegments {
  readonly #counters: { readonly projection: RecommenderProjection };
  readonly #text: Pick<EmbeddedTextIndex, 'buildMatcher'>;

  constructor(
    counters: { readonly projection: RecommenderProjection },
    text: Pick<EmbeddedTextIndex, 'buildMatcher'>,
  ) {
    this.#counters = counters;
    this.#text = text;
  }

  async memberships(
    visitor: Visitor,
    segments: readonly VisitorSegment[],
    now: number,
  ): Promise<readonly boolean[]> {
    const slices = requestSlices(segmentsPerPause);
    const memberships: boolean[] = [];
    let isMember = this.#membership(visitor, now);
    for (const segment of segments) {
      memberships.push(isMember(segment));
      const pause = slices.spend(1);
      if (pause === null) continue;
      await pause;
      // The counters may have changed.
      isMember = this.#membership(visitor, now);
    }
    return memberships;
  }

  /** Returns a test of segments, valid while the counters stay the same. */
  #membership(visitor: Visitor, now: number): (segment: VisitorSegment) => boolean {
    const { projection } = this.#counters;
    const { state } = projection;
    const subjects = state.findSubjects(visitorNames(visitor));
    let items: VisitedItems | null = null;
    const hasItem = (kind: keyof VisitedItems, { filter, since }: SegmentItems): boolean => {
      const matches = this.#text.buildMatcher(filter);
      items ??= collectVisitedItems(state, subjects);
      return items[kind]
        .entries()
        .some(([item, at]) => at >= since && matches(projection.catalogNumber(item)));
    };
    return ({ viewed, bought, spent, is }) => {
      if (is !== undefined && isFirstVisit(state, subjects, now) !== (is === 'new')) return false;
      if (spent !== undefined) {
        const sum = sumSpendingSince(state, subjects, spent.since);
        if (sum < spent.min || sum > spent.max) return false;
      }
      return (
        (viewed === undefined || hasItem('viewed', viewed)) &&
        (bought === undefined || hasItem('bought', bought))
      );
    };
  }
}
