import { joinLines } from '../contract/fields.ts';
import type { Json, JsonObject } from '../../ports/catalog/json.ts';
import { limits } from '../../ports/limits.ts';
import type { Rule, RuleBoost, RuleCondition, RuleWords } from '../../ports/search/rules.ts';
import { isRedirectAddress } from '../query/syntax/redirect-address.ts';
import { hasAction } from '../rules/rule-parts.ts';
import {
  isRecord,
  readObjects,
  readText,
  readTexts,
  readTime,
  type ConvertedShop,
} from './converted-shop.ts';

/** Steps of a boost. */
const boostStepsMax = 7;

const matches = { is: 'is', contains: 'contains', startsWith: 'starts' } as const;

/** The rule of Vitrine; null, and the reason is kept, where a condition has no counterpart or nothing remains to do. */
export function convertAlgoliaRule(record: JsonObject, shop: ConvertedShop): Rule | null {
  const rule = convertRule(record, shop);
  if (rule === null || hasAction(rule)) return rule;
  shop.leaveOut(`the rule ${rule.id}: it has no action that Vitrine has`);
  return null;
}

/** The rule of Vitrine, which may have no action; null, and the reason is kept, where a condition has no counterpart. */
export function convertRule(record: JsonObject, shop: ConvertedShop): Rule | null {
  const id = readText(record['objectID']) ?? '';
  const conditions = [...readObjects(record['conditions']), record['condition']].filter(isRecord);
  const when: RuleCondition[] = [];
  for (const condition of conditions) {
    const converted = convertCondition(condition, id, shop);
    if (converted === null) return null;
    when.push(converted);
  }
  const consequence = record['consequence'] as JsonObject;
  const actions = convertConsequence(consequence, { id, conditions: when }, shop);
  for (const name of ['tags', 'scope']) if (record[name] != null) shop.leaveOut(`the rule ${id}: ${name}`);
  const [period, ...morePeriods] = readObjects(record['validity']);
  if (morePeriods.length > 0) shop.leaveOut(`the rule ${id}: periods after the first`);
  const [from, until] = [readTime(period?.['from']), readTime(period?.['until'])];
  const name = joinLines(readText(record['description']) ?? '');
  return {
    id,
    ...(name === '' ? {} : { name: name.slice(0, 200) }),
    ...(record['enabled'] === false ? { enabled: false } : {}),
    ...(when.length === 0 ? {} : { when: when.length === 1 ? when[0]! : when }),
    ...(from === null ? {} : { from }),
    ...(until === null ? {} : { until }),
    ...actions,
  };
}

function convertCondition(condition: JsonObject, id: string, shop: ConvertedShop): RuleCondition | null {
  const pattern = condition['pattern'];
  const anchoring = readText(condition['anchoring']) ?? 'is';
  if (typeof pattern === 'string') {
    if (!Object.hasOwn(matches, anchoring) || /\{facet:[^}]*\}/.test(pattern)) {
      shop.leaveOut(`the rule ${id}: its pattern "${pattern}" (${anchoring})`);
      return null;
    }
  }
  const filterText = readText(condition['filters']);
  const filters = filterText === null ? null : shop.filter(filterText, `the rule ${id}`);
  if (filterText !== null && filters === null) return null;
  const context = readText(condition['context']);
  if (condition['alternatives'] === true)
    shop.leaveOut(`the rule ${id}: alternatives of its pattern, such as typos and synonyms`);
  return {
    ...(typeof pattern === 'string'
      ? { query: pattern, ...(pattern === '' ? {} : { match: matches[anchoring as keyof typeof matches] }) }
      : {}),
    ...(filters === null ? {} : { filters }),
    // A rule context is a text; a context of Vitrine has names.
    ...(context === null ? {} : { context: { rule: context } }),
  };
}

type Actions = Pick<
  Rule,
  'pin' | 'hide' | 'filter' | 'boost' | 'bury' | 'words' | 'redirect' | 'userData' | 'facets'
>;

interface RuleParts {
  readonly id: string;
  readonly conditions: readonly RuleCondition[];
}

function convertConsequence(
  consequence: JsonObject,
  { id, conditions }: RuleParts,
  shop: ConvertedShop,
): Actions {
  const params = isRecord(consequence['params']) ? consequence['params'] : {};
  const pin = readObjects(consequence['promote']).flatMap((promoted) => {
    const position = typeof promoted['position'] === 'number' ? promoted['position'] + 1 : 1;
    const ids = [readText(promoted['objectID']) ?? '', ...readTexts(promoted['objectIDs'])].filter(
      (one) => one !== '',
    );
    return ids.map((one, i) => ({ id: one, position: position + i }));
  });
  const hide = readObjects(consequence['hide']).flatMap((hidden) => readText(hidden['objectID']) ?? []);
  const filter = readText(params['filters']);
  const ruleFilter = filter === null ? null : shop.filter(filter, `the rule ${id}`);
  const optional = readTexts(flattenValue(params['optionalFilters'])).flatMap((one) =>
    convertOptionalFilter(one, id, shop),
  );
  const boost = optional.flatMap(({ isBuried, steps }) => (isBuried ? [] : [steps]));
  const bury = optional.flatMap(({ isBuried, steps }) => (isBuried ? [steps] : []));
  const words = convertWords(params['query'], { id, conditions }, shop);
  const url = convertRedirect(params['renderingContent'], id, shop);
  const facets = readFacets(params['renderingContent']);
  if (isRecord(consequence['redirect'])) shop.leaveOut(`the rule ${id}: the redirect to another index`);
  if (consequence['filterPromotes'] === false)
    shop.leaveOut(`the rule ${id}: promoted items that do not match the filters of a search`);
  for (const name of Object.keys(params))
    if (!['filters', 'optionalFilters', 'query', 'renderingContent'].includes(name))
      shop.leaveOut(`the rule ${id}: the parameter ${name}`);
  const userData = consequence['userData'];
  return {
    ...(pin.length > 0 ? { pin } : {}),
    ...(hide.length > 0 ? { hide } : {}),
    ...(ruleFilter === null ? {} : { filter: ruleFilter }),
    ...(boost.length > 0 ? { boost } : {}),
    ...(bury.length > 0 ? { bury } : {}),
    ...(words === null ? {} : { words }),
    ...(facets.length === 0 ? {} : { facets }),
    ...(url === null ? {} : { redirect: { url } }),
    ...(userData === undefined || userData === null ? {} : { userData }),
  };
}

const flattenValue = (value: Json | undefined): Json =>
  Array.isArray(value) ? value.flat() : (value ?? null);

/** `brand:Acme<score=3>` boosts by three steps, `-brand:Acme` or `NOT brand:Acme` buries. */
function convertOptionalFilter(
  text: string,
  id: string,
  shop: ConvertedShop,
): { readonly steps: RuleBoost; readonly isBuried: boolean }[] {
  const [, score] = /<score=(\d{1,9})>$/.exec(text.trim()) ?? [];
  const scored = text.trim().replace(/<score=\d{1,9}>$/, '');
  const [sign = ''] = /^(?:-|NOT )/i.exec(scored) ?? [];
  const filter = scored.slice(sign.length).trim();
  const accepted = shop.filter(filter, `the rule ${id}`);
  if (accepted === null) return [];
  const steps = Number(score ?? 1);
  if (steps > boostStepsMax)
    shop.leaveOut(`the rule ${id}: a score of ${steps}, more than ${boostStepsMax}, of ${filter}`);
  const by = Math.max(1, Math.min(boostStepsMax, steps));
  return [{ steps: { filter: accepted, ...(by === 1 ? {} : { by }) }, isBuried: sign !== '' }];
}

/** Facets that are shown first. */
function readFacets(rendering: Json | undefined): string[] {
  const ordering = isRecord(rendering) ? rendering['facetOrdering'] : null;
  const facets = isRecord(ordering) ? ordering['facets'] : null;
  return isRecord(facets) ? [...new Set(readTexts(facets['order']))].slice(0, limits.ruleFacetsMax) : [];
}

/** The words of the patterns become those of the new query. */
function replaceQuery(query: string, { id, conditions }: RuleParts, shop: ConvertedShop): RuleWords | null {
  const patterns = conditions.flatMap((one) => (one.query === undefined || one.query === '' ? [] : [one]));
  if (patterns.length === 0) {
    shop.leaveOut(`the rule ${id}: the whole query is replaced, without a pattern`);
    return null;
  }
  if (patterns.some(({ match = 'is' }) => match !== 'is'))
    shop.leaveOut(`the rule ${id}: words besides its pattern stay where the whole query is replaced`);
  const words = [...new Set(patterns.map((one) => one.query!))];
  return query.trim() === ''
    ? { remove: words }
    : { replace: words.map((from) => ({ from, to: query.trim() })) };
}

function convertWords(query: Json | undefined, rule: RuleParts, shop: ConvertedShop): RuleWords | null {
  const { id } = rule;
  if (typeof query === 'string') return replaceQuery(query, rule, shop);
  if (!isRecord(query)) return null;
  const edits = readObjects(query['edits']);
  if (edits.some(({ type }) => type !== 'remove' && type !== 'replace'))
    shop.leaveOut(`the rule ${id}: edits of the query that neither remove nor replace`);
  const remove = [
    ...readTexts(query['remove']),
    ...edits.filter((edit) => edit['type'] === 'remove').flatMap((edit) => readText(edit['delete']) ?? []),
  ];
  const replace = edits.flatMap((edit) => {
    const [from, to] = [readText(edit['delete']), readText(edit['insert'])];
    return edit['type'] === 'replace' && from !== null && to !== null ? [{ from, to }] : [];
  });
  if (remove.length === 0 && replace.length === 0) return null;
  return { ...(replace.length > 0 ? { replace } : {}), ...(remove.length > 0 ? { remove } : {}) };
}

function convertRedirect(rendering: Json | undefined, id: string, shop: ConvertedShop): string | null {
  if (!isRecord(rendering)) return null;
  const { redirect, facetOrdering, ...others } = rendering;
  for (const name of Object.keys(others)) shop.leaveOut(`the rule ${id}: ${name} of renderingContent`);
  const ordered = isRecord(facetOrdering) ? Object.keys(facetOrdering) : [];
  for (const name of ordered.filter((one) => one !== 'facets'))
    shop.leaveOut(`the rule ${id}: facetOrdering.${name} of renderingContent`);
  const url = isRecord(redirect) ? readText(redirect['url']) : null;
  if (url === null || isRedirectAddress(url)) return url;
  shop.leaveOut(
    `the rule ${id}: the redirect to "${url}", which is no page of the shop and no http(s) address`,
  );
  return null;
}
