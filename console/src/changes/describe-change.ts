import type { Collection, ConfigurationChange, RecommendationPlacement, Rule } from '@vitrine/sdk';
import { readBanner } from '@vitrine/sdk/page';
import { nameOfPart } from '../app/draft-changes.ts';
import { sentenceOf as collectionSentence } from '../views/collections/collection-sentence.ts';
import { sentenceOf as placementSentence } from '../views/placements/placement-sentence.ts';
import { draftOf } from '../views/rules/rule-draft.ts';
import { namedItems, sentenceOf as ruleSentence } from '../views/rules/rule-sentence.ts';
import type { ChangeSentence, NameItem } from './change-sentence.ts';
import { describeCollection } from './describe-collection.ts';
import { describeRule } from './describe-rule.ts';
import { describeSetting } from './describe-setting.ts';
import { describeValue } from './describe-value.ts';

/** The sentences of a change; at least one. */
export function describeChange(change: ConfigurationChange, nameItem: NameItem): readonly ChangeSentence[] {
  const { kind, before, after } = change;
  const sentences = listSentences(change, nameItem);
  if (sentences.length > 0) return sentences;
  const verb = before === null ? 'Added' : after === null ? 'Removed' : 'Changed';
  const name = kind === 'settings' ? `the setting ${change.id}` : lower(nameOfPart(change));
  return [{ text: `${verb} ${name}`, items: [] }];
}

function listSentences(change: ConfigurationChange, nameItem: NameItem): readonly ChangeSentence[] {
  const { kind, before, after } = change;
  switch (kind) {
    case 'rules':
      return describeRule(before as Rule | null, after as Rule | null, nameItem);
    case 'collections':
      return describeCollection(before as Collection | null, after as Collection | null, nameItem);
    case 'placements':
      return describePlacement(change);
    case 'ruleOrder':
      return [{ text: 'Changed the order of the rules', items: [] }];
    case 'settings':
      return describeSetting(change);
  }
}

/** A whole state in words, to compare it with another; null where it has no words. */
export function describeState(
  change: ConfigurationChange,
  state: unknown,
  nameItem: NameItem,
): string | null {
  if (state === null || typeof state !== 'object') return null;
  switch (change.kind) {
    case 'rules': {
      const { condition, actions } = ruleSentence(draftOf(state as Rule, 0), nameItem);
      return `${condition} — ${actions}${(state as Rule).enabled === false ? ' (switched off)' : ''}`;
    }
    case 'collections':
      return collectionSentence(state as Collection);
    case 'placements':
      return placementSentence(state as RecommendationPlacement);
    default:
      return null;
  }
}

/** The items that the sentences and the states of a change name. */
export function listChangedItems(change: ConfigurationChange): string[] {
  const said = describeChange(change, (id) => id).flatMap(({ items }) => items);
  const states = change.kind === 'rules' ? [change.before, change.after] : [];
  const inRules = states.flatMap((state) => (state === null ? [] : namedItems(draftOf(state as Rule, 0))));
  return [...said, ...inRules];
}

function describePlacement({
  id,
  before,
  after,
  differences,
}: ConfigurationChange): readonly ChangeSentence[] {
  const [old, now] = [before, after] as (RecommendationPlacement | null)[];
  const name = `the placement “${(now ?? old)?.title ?? id}”`;
  if (now == null) return [{ text: `Removed ${name}`, items: [] }];
  if (old == null) return [{ text: `Added ${name}`, items: [] }];
  const isOfBanner = ({ path }: { path: string }): boolean => path.startsWith('userData');
  const banner = differences.some(isOfBanner) ? [describePlacementBanner(name, old, now)] : [];
  const sentences = differences.filter((one) => !isOfBanner(one)).slice(0, 6);
  const others = sentences.map(({ path, before: from, after: to }) => {
    if (path === 'enabled') return { text: `Switched ${name} ${to === false ? 'off' : 'on'}`, items: [] };
    const member = placementMembers[path.split(/[.[]/, 1)[0] ?? path] ?? path;
    const [oldText, newText] = [describeValue(from), describeValue(to)];
    const values =
      oldText === null && newText === null
        ? ''
        : `${oldText === null ? '' : ` from ${oldText}`} to ${newText ?? 'the default'}`;
    return { text: `Changed the ${member} of ${name}${values}`, items: [] };
  });
  return [...others, ...banner];
}

function describePlacementBanner(
  name: string,
  before: RecommendationPlacement,
  after: RecommendationPlacement,
): ChangeSentence {
  const [old, now] = [readBanner(before.userData), readBanner(after.userData)];
  const what =
    now !== null
      ? `Showed the banner “${now.text || now.alt || 'picture'}” with`
      : old !== null
        ? 'Removed the banner of'
        : 'Changed the data for developers of';
  return { text: `${what} ${name}`, items: [] };
}

const placementMembers: Readonly<Record<string, string>> = {
  list: 'list',
  title: 'title',
  limit: 'number of items',
  filters: 'filter',
  fallbacks: 'fallbacks',
  caps: 'caps',
  exclude: 'excluded items',
  minRelevance: 'minimum relevance',
  group: 'group',
};

function lower(text: string): string {
  return text.charAt(0).toLowerCase() + text.slice(1);
}
