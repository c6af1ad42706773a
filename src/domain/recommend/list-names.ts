import { listNames } from '../../ports/recommendations/recommendation-placements.ts';
import { choice, named } from '../contract/fields.ts';

/** A list of recommendations by name. */
export const listName = named('ListName', choice(listNames));
/** A source of a list by name. */
export const listSourceName = named('ListSourceName', choice([...listNames, 'content']));
