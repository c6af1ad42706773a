import { listNames } from '../../ports/recommendations/recommendation-placements.ts';
import { defineChoice, nameField } from '../contract/fields.ts';

/** A list of recommendations by name. */
export const listName = nameField('ListName', defineChoice(listNames));
/** A source of a list by name. */
export const listSourceName = nameField('ListSourceName', defineChoice([...listNames, 'content']));
