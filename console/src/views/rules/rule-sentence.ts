import { parseBannerDraft } from '../../app/banner-draft.ts';
import { itemOfFilter } from '../../app/filter-text.ts';
import { describeFilter } from '../../filters/describe-filter.ts';
import { capitalized } from '../../parts/formats.ts';
import { lacksQuery, type ConditionDraft } from './condition-draft.ts';
import type { BoostDraft, PinDraft, RuleDraft } from './rule-draft.ts';
import { dateText } from '../../app/time-spans.ts';
import { hasAction } from './rule-status.ts';
import { splitTexts } from '../../app/text-list.ts';
import { itemsOfVisitor, visitorText } from './visitor-sentence.ts';

/** Items that a sentence names; it counts the others. */
const namedItemsMax = 3;

/** A rule in words: "When someone searches for “shoes”" and "show Boot 7 first and hide Clog, until Dec 24, 2026". */
export interface Sentence {
  readonly condition: string;
  readonly actions: string;
}

/** `nameOf`: the name of an item or product by its id. */
export function sentenceOf(draft: RuleDraft, nameOf: (id: string) => string): Sentence {
  const conditions = draft.conditions.map((condition) => conditionText(condition, nameOf));
  const actions = actionTexts(draft, nameOf);
  const period = [
    draft.from === '' ? '' : `from ${dateText(draft.from)}`,
    draft.until === '' ? '' : `until ${dateText(draft.until)}`,
  ].filter((text) => text !== '');
  return {
    condition: capitalized(conditions.join(', or ')),
    actions: [actions.length === 0 ? 'no action yet' : joined(actions, 'and'), period.join(' ')]
      .filter((text) => text !== '')
      .join(', '),
  };
}

/** Ids of the items that the sentence of a rule names. */
export function namedItems({ conditions, pins, hideBy, hiddenIds, boosts, buries }: RuleDraft): string[] {
  return [
    ...conditions.flatMap(({ visitor }) => itemsOfVisitor(visitor)),
    ...pins
      .slice(0, namedItemsMax)
      .filter(({ kind }) => kind === 'item')
      .map(({ id }) => id),
    ...(hideBy === 'items' ? hiddenIds.slice(0, namedItemsMax) : []),
    ...[...boosts, ...buries].flatMap(({ filter }) => itemOfFilter(filter) ?? []),
  ];
}

function conditionText(condition: ConditionDraft, nameOf: (id: string) => string): string {
  const { filters, context } = condition;
  const clauses = [
    ...context.map(({ name, values }) => {
      const value = joined(splitTexts(values), 'or');
      if (name === 'placement') return `in placement ${value}`;
      return name === 'page' ? `on page ${value}` : `with ${name} ${value}`;
    }),
    ...(filters.trim() === '' ? [] : [`with the filter ${describeFilter(filters)}`]),
  ];
  const queries = queryText(condition, visitorText(condition.visitor, nameOf));
  if (queries !== '') return [queries, ...clauses].join(' ');
  return clauses.length === 0 ? 'always' : clauses.join(' ');
}

/** `visitor`: in words; '' for any. */
function queryText(condition: ConditionDraft, visitor: string): string {
  const { queries } = condition;
  const who = visitor || 'someone';
  if (lacksQuery(condition)) return `when ${who} searches for … (no query yet)`;
  const query = `“${condition.query.trim()}”`;
  switch (queries) {
    case 'any':
      return visitor === '' ? '' : `for ${visitor}`;
    case 'none':
      return `when ${who} browses without a query`;
    case 'is':
      return `when ${who} searches for ${query}`;
    default:
      return `when a search${visitor === '' ? '' : ` by ${visitor}`} ${queries === 'contains' ? 'contains' : 'starts with'} ${query}`;
  }
}

/** The actions of a rule in words, in the order of the form. */
export function actionTexts(draft: RuleDraft, nameOf: (id: string) => string): string[] {
  const { pins, hideBy, hiddenIds, hiddenFilter, filter, boosts, buries, redirect } = draft;
  const facets = splitTexts(draft.facets);
  const hidden = hideBy === 'filter' ? matching(hiddenFilter) : shortList(hiddenIds.map(nameOf));
  return [
    ...pins.slice(0, namedItemsMax).map((pin) => pinText(pin, nameOf)),
    ...(pins.length > namedItemsMax ? [`pin ${pins.length - namedItemsMax} more`] : []),
    ...(hasAction(draft, 'hide') ? [`hide ${hidden}`] : []),
    ...(filter.trim() === '' ? [] : [`show only ${matching(filter)}`]),
    ...boosts.map((boost) => boostText('boost', boost, nameOf)),
    ...buries.map((bury) => boostText('bury', bury, nameOf)),
    ...draft.replacements.map(({ from, to }) => `search for “${to}” instead of “${from}”`),
    ...splitTexts(draft.removedWords).map((word) => `ignore “${word}”`),
    ...(facets.length === 0
      ? []
      : [`show the ${facets.length === 1 ? 'facet' : 'facets'} ${joined(facets, 'and')} first`]),
    ...(redirect.trim() === '' ? [] : [`send shoppers to ${redirect}`]),
    ...(hasAction(draft, 'userData') ? [bannerText(draft.userData)] : []),
  ];
}

function pinText({ kind, id, filter, position }: PinDraft, nameOf: (id: string) => string): string {
  const where = position === '1' ? 'first' : `on position ${position}`;
  return kind === 'item'
    ? `show ${nameOf(id)} ${where}`
    : `put the best ${filter.trim() === '' ? '…' : `item where ${describeFilter(filter)}`} ${where}`;
}

function boostText(verb: string, { filter, by }: BoostDraft, nameOf: (id: string) => string): string {
  const item = itemOfFilter(filter);
  return `${verb} ${item === null ? matching(filter) : nameOf(item)}${by === '1' ? '' : ` by ${by}`}`;
}

/** The items that match a filter. */
function matching(filter: string): string {
  return filter.trim() === '' ? '…' : `items where ${describeFilter(filter)}`;
}

/** A banner by its text, or by what its picture says. */
function bannerText(userData: string): string {
  const banner = parseBannerDraft(userData);
  if (banner === null || (banner.text === '' && banner.image === '')) return 'send data to the page';
  const named = banner.text || banner.alt;
  return named === '' ? 'show a banner' : `show the banner “${named}”`;
}

function shortList(names: readonly string[]): string {
  const more = names.length - namedItemsMax;
  return joined(more > 0 ? [...names.slice(0, namedItemsMax), `${more} more`] : names, 'and');
}

/** "a, b and c" */
export function joined(texts: readonly string[], word: string): string {
  return texts.length < 2 ? (texts[0] ?? '…') : `${texts.slice(0, -1).join(', ')} ${word} ${texts.at(-1)}`;
}
