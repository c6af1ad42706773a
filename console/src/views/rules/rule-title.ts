import type { Rule } from '@vitrine/sdk';
import { capitalized } from '../../parts/formats.ts';
import { lacksQuery } from './condition-draft.ts';
import { draftOf, type RuleDraft } from './rule-draft.ts';
import { actionTexts, joined } from './rule-sentence.ts';

/** Ids that the console makes: they say less than what the rule does. */
const generatedId = /^(?:Rule \d+|browse(?: \d+)?|search: .+)$/;

export function isGeneratedId(id: string): boolean {
  return generatedId.test(id);
}

/** What a rule is called in lists: its name, or its id, or what it does. `nameItem`: the name of an item or product by its id. */
export function nameRule(draft: RuleDraft, nameItem: (id: string) => string): string {
  if (draft.name.trim() !== '') return draft.name;
  return isGeneratedId(draft.id) ? describeContent(draft, nameItem) : draft.id;
}

/** The titles of rules by id, with the names of these items. */
export function createRuleTitles(
  rules: readonly Rule[],
  items: readonly { readonly id: string; readonly name: string }[],
): (id: string) => string {
  const names = new Map(items.map(({ id, name }) => [id, name]));
  return (id) => {
    const rule = rules.find((one) => one.id === id);
    return rule === undefined ? id : nameRule(draftOf(rule, 0), (item) => names.get(item) ?? item);
  };
}

/** The first action and the queries of a rule: "Send “perfume” to /gifts", "Pin Yoga Mat for “gym”". */
function describeContent(draft: RuleDraft, nameItem: (id: string) => string): string {
  const queries = listQueries(draft);
  const redirect = draft.redirect.trim();
  if (redirect !== '') return `Send ${queries || 'shoppers'} to ${redirect}`;
  const [item, ...otherItems] = draft.pins.flatMap(({ kind, id }) => (kind === 'item' ? [id] : []));
  const pinned =
    item === undefined
      ? undefined
      : `pin ${nameItem(item)}${otherItems.length === 0 ? '' : ` and ${otherItems.length} more`}`;
  const action = pinned ?? actionTexts(draft, nameItem)[0] ?? 'new rule';
  return capitalized(queries === '' ? action : `${action} for ${queries}`);
}

/** The queries of the conditions, or empty if the rule is for more than queries. */
function listQueries({ conditions }: RuleDraft): string {
  const texts = conditions.map((condition) => {
    if (condition.queries === 'none') return 'searches without words';
    return condition.queries === 'any' || lacksQuery(condition) ? '' : `“${condition.query.trim()}”`;
  });
  return texts.includes('') ? '' : joined(texts, 'or');
}
