import { createUnsignedSession, type Visitor } from '../../ports/recommendations/events.ts';
import type { EventSettings, ProjectSettings } from '../../ports/configuration/settings.ts';
import type { VisitorLinks } from '../../ports/recommendations/visitor-links.ts';
import type { Caller } from '../projects/signed-keys.ts';
import type { EventInput } from './event-input.ts';

/** Whether a user that requests of the key name is a mere claim, as anyone can read the key. */
export function mayClaimUsers(
  key: Pick<Caller, 'kind' | 'user'> | null,
  { visitors }: Pick<ProjectSettings, 'visitors'>,
): boolean {
  return key?.kind === 'web' && key.user === null && visitors.unsignedUsers === 'own';
}

/** The visitor as far as the session proves it: without a user that it is not linked to. */
export function dropUnprovenUser({ user, session }: Visitor, links: VisitorLinks): Visitor {
  const isProven = user !== null && session !== null && links.isLinked(session, user);
  return { user: isProven ? user : null, session };
}

/** Events as they count where their users are claims. */
export interface ProvenEvents {
  readonly events: readonly EventInput[];
  /** Whether a user was not proven. */
  readonly hasUnproven: boolean;
  /** Number of retractions without a visitor, which are left out. */
  readonly retractions: number;
}

/**
 * The events for whom their sessions prove. One without a session counts apart from the events of its user, as another visitor; its
 * retractions have no effect, as they would retract what others sent under the name.
 */
export function separateUnprovenEvents(
  inputs: readonly EventInput[],
  links: VisitorLinks,
  { events: { weights } }: Pick<ProjectSettings, 'events'>,
): ProvenEvents {
  const events: EventInput[] = [];
  let [hasUnproven, retractions] = [false, 0];
  for (const event of inputs) {
    const { user } = event;
    const visitor = dropUnprovenUser(event, links);
    if (user === null || visitor.user !== null) {
      events.push(event);
      continue;
    }
    hasUnproven = true;
    if (visitor.session !== null) events.push({ ...event, ...visitor });
    else if (isRetraction(event.type, weights)) retractions++;
    else events.push({ ...event, user: null, session: createUnsignedSession(user) });
  }
  return { events, hasUnproven, retractions };
}

/** A return is always one for revenue. */
function isRetraction(type: string, weights: EventSettings['weights']): boolean {
  return type === 'return' || (Object.hasOwn(weights, type) && weights[type]! < 0);
}
