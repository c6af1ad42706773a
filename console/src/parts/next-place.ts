import type { OrderEvidence } from '@vitrine/sdk';
import { counted } from './formats.ts';

/** What the next place of a list needs; empty if none is in sight. */
export function describeNextPlace({ next }: OrderEvidence): string {
  return next === null ? '' : `${counted(next.orders, 'more order')} with ${next.name ?? next.item}`;
}
