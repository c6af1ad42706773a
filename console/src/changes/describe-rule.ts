import type { Rule } from '@vitrine/sdk';
import { parseBannerDraft } from '../app/banner-draft.ts';
import { itemOfFilter } from '../app/filter-text.ts';
import { dateText } from '../app/time-spans.ts';
import { describeFilter } from '../filters/describe-filter.ts';
import { conditionsOf } from '../views/rules/condition-draft.ts';
import { draftOf, type RuleDraft } from '../views/rules/rule-draft.ts';
import { sentenceOf } from '../views/rules/rule-sentence.ts';
import type { ChangeSentence, NameItem } from './change-sentence.ts';

/** What was done to a rule, action by action. */
export function describeRule(before: Rule | null, after: Rule | null, nameItem: NameItem): ChangeSentence[] {
  const rule = after ?? before;
  if (rule === null) return [];
  const scope = describeScope(rule);
  if (after === null) return [say(`Removed the rule ${quote(rule.name ?? rule.id)}, which acted ${scope}`)];
  const [old, now] = [draftOf(before ?? { id: rule.id }, 0), draftOf(after, 0)];
  return [
    ...describePins(old, now, scope, nameItem),
    ...describeHidden(old, now, scope, nameItem),
    ...describeFilters('Boosted', 'Stopped boosting', old.boosts, now.boosts, scope, nameItem),
    ...describeFilters('Buried', 'Stopped burying', old.buries, now.buries, scope, nameItem),
    ...describeOthers(old, now, scope),
    ...(before === null ? [] : describeCircumstances(old, now, nameItem)),
  ];
}

/** For which searches: "for “jacket”". */
function describeScope(rule: Rule): string {
  const conditions = conditionsOf(rule);
  const queries = conditions.flatMap(({ query }) =>
    query === undefined || query === '' ? [] : [quote(query)],
  );
  if (queries.length > 0) return `for ${queries.join(' or ')}`;
  const isAlways = conditions.every((condition) => Object.keys(condition).length === 0);
  return isAlways ? 'for all searches' : `in the rule ${quote(rule.name ?? rule.id)}`;
}

function describePins(old: RuleDraft, now: RuleDraft, scope: string, nameItem: NameItem): ChangeSentence[] {
  const formatKey = ({ id, filter }: RuleDraft['pins'][number]): string => `${id}\n${filter}`;
  const before = new Map(old.pins.map((pin) => [formatKey(pin), pin]));
  const after = new Map(now.pins.map((pin) => [formatKey(pin), pin]));
  const named = ({ kind, id, filter }: RuleDraft['pins'][number]): string =>
    kind === 'item' ? nameItem(id) : `the best item where ${describeFilter(filter)}`;
  const pictured = ({ kind, id }: RuleDraft['pins'][number]): string[] => (kind === 'item' ? [id] : []);
  return [
    ...[...after].flatMap(([key, pin]) => {
      const known = before.get(key);
      if (known?.position === pin.position) return [];
      const what =
        known === undefined ? `Pinned ${named(pin)}` : `Moved ${named(pin)} from place ${known.position}`;
      return [say(`${what} to place ${pin.position} ${scope}`, pictured(pin))];
    }),
    ...[...before].flatMap(([key, pin]) =>
      after.has(key) ? [] : [say(`Unpinned ${named(pin)} ${scope}`, pictured(pin))],
    ),
  ];
}

function describeHidden(old: RuleDraft, now: RuleDraft, scope: string, nameItem: NameItem): ChangeSentence[] {
  const filter =
    old.hiddenFilter === now.hiddenFilter
      ? []
      : [
          say(
            now.hiddenFilter === ''
              ? `Showed items where ${describeFilter(old.hiddenFilter)} again ${scope}`
              : `Hid items where ${describeFilter(now.hiddenFilter)} ${scope}`,
          ),
        ];
  const hidden = now.hiddenIds.filter((id) => !old.hiddenIds.includes(id));
  const shown = old.hiddenIds.filter((id) => !now.hiddenIds.includes(id));
  return [
    ...hidden.map((id) => say(`Hid ${nameItem(id)} ${scope}`, [id])),
    ...shown.map((id) => say(`Showed ${nameItem(id)} again ${scope}`, [id])),
    ...filter,
  ];
}

function describeFilters(
  done: string,
  undone: string,
  old: RuleDraft['boosts'],
  now: RuleDraft['boosts'],
  scope: string,
  nameItem: NameItem,
): ChangeSentence[] {
  const before = new Map(old.map(({ filter, by }) => [filter, by]));
  const after = new Map(now.map(({ filter, by }) => [filter, by]));
  const describe = (verb: string, filter: string, by: string | null): ChangeSentence => {
    const item = itemOfFilter(filter);
    const what = item === null ? `items where ${describeFilter(filter)}` : nameItem(item);
    const steps = by === null ? '' : ` by ${by} ${by === '1' ? 'step' : 'steps'}`;
    return say(`${verb} ${what}${steps} ${scope}`, item === null ? [] : [item]);
  };
  return [
    ...[...after].flatMap(([filter, by]) => (before.get(filter) === by ? [] : [describe(done, filter, by)])),
    ...[...before.keys()].flatMap((filter) => (after.has(filter) ? [] : [describe(undone, filter, null)])),
  ];
}

function describeOthers(old: RuleDraft, now: RuleDraft, scope: string): ChangeSentence[] {
  const texts: string[] = [];
  if (old.filter !== now.filter)
    texts.push(
      now.filter === ''
        ? `Showed all items again ${scope}`
        : `Showed only items where ${describeFilter(now.filter)} ${scope}`,
    );
  if (JSON.stringify(old.replacements) !== JSON.stringify(now.replacements))
    texts.push(
      ...now.replacements.map(
        ({ from, to }) => `Searched for ${quote(to)} instead of ${quote(from)} ${scope}`,
      ),
      ...(now.replacements.length === 0 ? [`Stopped replacing words ${scope}`] : []),
    );
  if (old.removedWords !== now.removedWords)
    texts.push(
      now.removedWords === ''
        ? `Stopped ignoring words ${scope}`
        : `Ignored ${quote(now.removedWords)} ${scope}`,
    );
  if (old.facets !== now.facets)
    texts.push(
      now.facets === '' ? `Put no facets first ${scope}` : `Put the facets ${now.facets} first ${scope}`,
    );
  if (old.redirect !== now.redirect)
    texts.push(
      now.redirect === ''
        ? `Stopped the redirect ${scope}`
        : `Redirected shoppers to ${now.redirect} ${scope}`,
    );
  if (old.userData !== now.userData) texts.push(describeData(now.userData, scope));
  return texts.map((text) => say(text));
}

function describeData(userData: string, scope: string): string {
  if (userData === '') return `Removed the banner ${scope}`;
  const banner = parseBannerDraft(userData);
  const named = banner === null ? '' : banner.text || banner.alt;
  if (named !== '') return `Showed the banner ${quote(named)} ${scope}`;
  return banner !== null && banner.image !== ''
    ? `Showed a banner ${scope}`
    : `Changed the data for developers ${scope}`;
}

function describeCircumstances(old: RuleDraft, now: RuleDraft, nameItem: NameItem): ChangeSentence[] {
  const name = quote(now.name || now.id);
  const texts: string[] = [];
  if (old.enabled !== now.enabled) texts.push(`Switched the rule ${name} ${now.enabled ? 'on' : 'off'}`);
  if (old.name !== now.name) texts.push(`Renamed the rule ${quote(old.name || old.id)} to ${name}`);
  if (JSON.stringify(old.conditions) !== JSON.stringify(now.conditions)) {
    const { condition } = sentenceOf(now, nameItem);
    texts.push(
      `Changed when the rule ${name} acts: ${condition.charAt(0).toLowerCase()}${condition.slice(1)}`,
    );
  }
  if (old.from !== now.from)
    texts.push(
      now.from === '' ? `The rule ${name} has no start` : `The rule ${name} starts on ${dateText(now.from)}`,
    );
  if (old.until !== now.until)
    texts.push(
      now.until === '' ? `The rule ${name} has no end` : `The rule ${name} ends on ${dateText(now.until)}`,
    );
  return texts.map((text) => say(text));
}

function say(text: string, items: readonly string[] = []): ChangeSentence {
  return { text, items };
}

function quote(text: string): string {
  return `“${text}”`;
}
