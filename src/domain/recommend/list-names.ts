import { listNames } from '../../ports/recommendations/recommendation-placements.ts';
import { choice, nameField } from '../contract/fields.ts';

/** A list of recommendations by name. */
export const listName = nameField('ListName', choice(listNames));
/** A source of a list by name. */
export const listSourceName = nameField('ListSourceName', choice([...listNames, 'content']));
