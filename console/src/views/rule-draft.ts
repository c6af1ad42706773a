import type { Rule } from '@vitrine/sdk';

/** The condition of a rule; `browse` is an empty query. */
export type When = 'always' | 'browse' | 'is' | 'contains' | 'starts';

/** A rule as text in a form. */
export interface RuleDraft {
  /** Unique suffix a form; the name can change. */
  readonly key: number;
  readonly id: string;
  readonly enabled: boolean;
  readonly when: When;
  readonly query: string;
  readonly filters: string;
  readonly from: string;
  readonly until: string;
  readonly pins: readonly { readonly id: string; readonly position: string }[];
  readonly hideBy: 'items' | 'filter';
  readonly hiddenIds: readonly string[];
  readonly hiddenFilter: string;
  readonly boost: string;
  readonly bury: string;
}

export function draftOf(rule: Rule, key: number): RuleDraft {
  const { when = {}, hide = [] } = rule;
  const { query, match = 'is' } = when;
  return {
    key,
    id: rule.id,
    enabled: rule.enabled !== false,
    when: query === undefined ? 'always' : query === '' ? 'browse' : match,
    query: query ?? '',
    filters: when.filters ?? '',
    from: rule.from ?? '',
    until: rule.until ?? '',
    pins: (rule.pin ?? []).map(({ id, position }) => ({ id, position: String(position) })),
    hideBy: typeof hide === 'string' ? 'filter' : 'items',
    hiddenIds: typeof hide === 'string' ? [] : hide,
    hiddenFilter: typeof hide === 'string' ? hide : '',
    boost: rule.boost ?? '',
    bury: rule.bury ?? '',
  };
}

export function newDraft(others: readonly RuleDraft[]): RuleDraft {
  const names = new Set(others.map(({ id }) => id));
  let number = others.length + 1;
  while (names.has(`Rule ${number}`)) number++;
  const key = 1 + Math.max(-1, ...others.map((other) => other.key));
  return { ...draftOf({ id: `Rule ${number}`, when: { query: 'x' } }, key), query: '' };
}

/** The rule in the format of the API, without empty members. */
export function ruleOf(draft: RuleDraft): Rule {
  const { id, filters, from, until, hideBy, hiddenIds, hiddenFilter, boost, bury } = draft;
  const hide = hideBy === 'items' ? hiddenIds : hiddenFilter.trim();
  const when = { ...queryOf(draft), ...part('filters', filters) };
  return {
    id: id.trim(),
    ...(draft.enabled ? {} : { enabled: false }),
    ...(Object.keys(when).length === 0 ? {} : { when }),
    ...part('from', from),
    ...part('until', until),
    ...(draft.pins.length === 0
      ? {}
      : { pin: draft.pins.map((pin) => ({ id: pin.id, position: Number(pin.position) })) }),
    ...(hide.length === 0 ? {} : { hide }),
    ...part('boost', boost),
    ...part('bury', bury),
  };
}

function queryOf({ when, query }: RuleDraft): NonNullable<Rule['when']> {
  if (when === 'always') return {};
  if (when === 'browse') return { query: '' };
  // The service rejects a blank query at its field; an empty one would mean browsing.
  const text = query.trim() === '' ? ' ' : query.trim();
  return when === 'is' ? { query: text } : { query: text, match: when };
}

function part<Name extends string>(name: Name, text: string): Partial<Record<Name, string>> {
  return text.trim() === '' ? {} : ({ [name]: text.trim() } as Record<Name, string>);
}

/** Whether a rule has a condition and at least one action. */
export function isFinished({
  when,
  query,
  pins,
  hideBy,
  hiddenIds,
  hiddenFilter,
  boost,
  bury,
}: RuleDraft): boolean {
  const hides = hideBy === 'items' ? hiddenIds.length > 0 : hiddenFilter.trim() !== '';
  const acts = pins.length > 0 || hides || boost.trim() !== '' || bury.trim() !== '';
  return acts && (when === 'always' || when === 'browse' || query.trim() !== '');
}

/** The status of a rule at a time. */
export function statusOf(draft: RuleDraft, now: number): { text: string; tone: string } {
  const { enabled, from, until } = draft;
  if (!enabled) return { text: 'Disabled', tone: '' };
  if (!isFinished(draft)) return { text: 'Incomplete', tone: 'warn' };
  const [begins, ends] = [spanOf(from), spanOf(until)];
  if (ends !== null && ends.until <= now) return { text: 'Expired', tone: '' };
  if (begins !== null && begins.from > now) return { text: `Starts ${from}`, tone: 'warn' };
  return { text: 'Active', tone: 'good' };
}

const dayMs = 86_400_000;

/** The period of a day, a month or a time, in UTC. */
function spanOf(text: string): { from: number; until: number } | null {
  const [, year, month, day] = /^(\d{4})-(\d{2})(?:-(\d{2}))?$/.exec(text.trim()) ?? [];
  if (year !== undefined && month !== undefined) {
    const from = Date.UTC(Number(year), Number(month) - 1, Number(day ?? 1));
    return { from, until: day === undefined ? Date.UTC(Number(year), Number(month), 1) : from + dayMs };
  }
  const at = Date.parse(text);
  return Number.isNaN(at) ? null : { from: at, until: at };
}

/** A summary of a rule in one line. */
export function summaryOf(draft: RuleDraft): string {
  const { pins, hideBy, hiddenIds, hiddenFilter, boost, bury, from, until } = draft;
  const hides =
    hideBy === 'items'
      ? hiddenIds.length === 0
        ? ''
        : `hides ${hiddenIds.length}`
      : hiddenFilter === ''
        ? ''
        : `hides ${hiddenFilter}`;
  return [
    whenText(draft),
    from === '' ? '' : `from ${from}`,
    until === '' ? '' : `until ${until}`,
    pins.length === 0 ? '' : `pins ${pins.length}`,
    hides,
    boost === '' ? '' : `boosts ${boost}`,
    bury === '' ? '' : `buries ${bury}`,
  ]
    .filter((text) => text !== '')
    .join(' · ');
}

function whenText({ when, query, filters }: RuleDraft): string {
  const suffix = filters === '' ? '' : ` with filter ${filters}`;
  if (when !== 'always' && when !== 'browse' && query.trim() === '') return `no query yet${suffix}`;
  switch (when) {
    case 'always':
      return `always${suffix}`;
    case 'browse':
      return `no query (browse)${suffix}`;
    case 'is':
      return `query is “${query}”${suffix}`;
    case 'contains':
      return `query contains “${query}”${suffix}`;
    default:
      return `query starts with “${query}”${suffix}`;
  }
}
