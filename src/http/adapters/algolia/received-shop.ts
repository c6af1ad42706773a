import { ConvertedShop } from '../../../domain/conversion/converted-shop.ts';
import { filterText } from '../../../domain/query/filter-text.ts';
import { VitrineError } from '../../../ports/errors.ts';
import { parseFacetCondition, parseFilters } from './filter-syntax.ts';

/** Characters of `message` in a reply. */
export const messageLengthMax = 2_000;

/** The configuration of an index as a client sends it. Conditions are in the syntax of searches. */
export class ReceivedShop extends ConvertedShop {
  constructor() {
    super(() => undefined);
  }

  override filter(text: string, of: string): string | null {
    try {
      const filter = text.includes('<score=') ? parseFacetCondition(text, of).filter : parseFilters(text);
      return filter === null ? null : filterText(filter);
    } catch (error) {
      if (!(error instanceof VitrineError)) throw error;
      this.leaveOut(`${of}: ${error.message}`);
      return null;
    }
  }

  /** Says in the reply of a write which members have no counterpart. Returns null if all have one. */
  describeProgress(): string | null {
    const reasons = [...this.leftOut.keys()];
    return reasons.length === 0 ? null : `Without effect: ${reasons.join('; ')}`.slice(0, messageLengthMax);
  }
}
