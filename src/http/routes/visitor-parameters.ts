import type { Visitor } from '../../ports/recommendations/events.ts';
import { limits } from '../../ports/limits.ts';
import { visitorSchema } from '../../domain/events/event-input.ts';
import type { VisitorContext } from '../../domain/recommend/list-plans.ts';
import {
  defineOptionalIntegerParameter,
  defineTextParameter,
  defineTextListParameter,
  type Parameter,
  type Values,
} from '../requests/parameters.ts';

/** What a user counts for that a web key names. */
export const claimedUser =
  'A web key speaks for the user only with a `session` that is linked to the user: see the setting `visitors.unsignedUsers`.';

/** The visitor of a list. */
export const visitor = {
  user: defineTextParameter({
    description: `Customer id. ${claimedUser}`,
    lengthMax: limits.userIdLengthMax,
  }),
  session: defineTextParameter({
    description: 'Session id, as in events: an anonymous visitor, or the user that the session is linked to.',
    lengthMax: limits.userIdLengthMax,
  }),
};

const seen = defineTextListParameter({
  description:
    'Ids of items viewed just now, oldest first, in addition to the visitor’s events. A list in `session` is treated the same way.',
  countMax: limits.contextItemsMax,
  lengthMax: limits.itemReferenceLengthMax,
  commas: false,
});
/** The visitor of a list that needs one. */
export const visitorNeeded = { schema: visitorSchema, names: ['user', 'session'] };
/** For lists from the visitor's history: a list in `session` contains viewed items. */
export const visitorNow = {
  user: visitor.user,
  session: {
    ...visitor.session,
    read: (value: unknown, path: string) =>
      Array.isArray(value) ? seen.read(value, path) : visitor.session.read(value, path),
  } as Parameter<string | readonly string[] | null>,
  seen,
};

export function pickVisitor({ user, session }: Visitor): Visitor {
  return { user, session };
}

export function readContext({ user, session, seen: items }: Values<typeof visitorNow>): VisitorContext {
  if (typeof session === 'string' || session === null) return { visitor: { user, session }, seen: items };
  return { visitor: { user, session: null }, seen: [...session, ...items] };
}

export const category = defineTextParameter({
  description: 'Only items of this category or its descendants.',
  lengthMax: limits.fieldNameLengthMax,
});
/** Items of the page or the cart. */
export const cartItems = {
  countMax: limits.contextItemsMax,
  lengthMax: limits.itemReferenceLengthMax,
  commas: false,
};
export const windowHours = defineOptionalIntegerParameter({
  description:
    'Length of the period in hours; all its visitors count equally. Default: no period, and a visitor counts half after 12 hours.',
  min: 1,
  max: limits.trendWindowHoursMax,
});
