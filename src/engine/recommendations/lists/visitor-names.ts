import type { RecommenderState } from '../../../kernel/recommend/counters/recommender-state.ts';
import type { Visitor } from '../../../ports/recommendations/events.ts';

/** Converts a visitor to the kernel's form. */
export function visitorNames({ user, session }: Visitor): { user?: string; session?: string } {
  return { ...(user === null ? {} : { user }), ...(session === null ? {} : { session }) };
}

/** The keys of a visitor, the user's first. A session that belongs to another user is left out. */
export function visitorKeys(state: RecommenderState, { user, session }: Visitor): string[] {
  const userNames = user === null ? [] : [state.formatSubject({ user })];
  const visit = session === null ? [] : [state.formatSubject({ session })];
  const isOwn = user === null || !visit[0]?.startsWith('u:');
  return [...new Set([...userNames, ...(isOwn ? visit : [])])];
}
