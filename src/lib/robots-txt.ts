import { normalizeEscapes } from './percent-escapes.ts';

/** A rule of a group: the longest matching pattern decides. */
interface RobotsRule {
  readonly isAllowed: boolean;
  readonly pattern: string;
}

/** What a robots.txt says to one crawler (RFC 9309). */
export interface RobotsRules {
  readonly rules: readonly RobotsRule[];
  /** Seconds between two requests; null where nothing is said. RFC 9309 does not have it, but many files do. */
  readonly crawlDelay: number | null;
  readonly sitemaps: readonly string[];
}

export const noRobotsRules: RobotsRules = { rules: [], crawlDelay: null, sitemaps: [] };

interface Group {
  readonly agents: Set<string>;
  readonly rules: RobotsRule[];
  crawlDelay: number | null;
}

/**
 * The rules for the crawler `token` (in lower case): those of all groups that name it, or else of all groups for `*`. Lines that are
 * no rules are ignored.
 */
export function parseRobots(text: string, token: string): RobotsRules {
  const groups: Group[] = [];
  const sitemaps: string[] = [];
  let group: Group | null = null;
  let namesAgents = false;
  for (const line of text.replace(/^\ufeff/, '').split(/\r\n|\r|\n/)) {
    const content = line.split('#', 1)[0]!;
    const colon = content.indexOf(':');
    if (colon === -1) continue;
    const name = content.slice(0, colon).trim().toLowerCase();
    const value = content.slice(colon + 1).trim();
    if (name === 'sitemap') {
      if (value !== '') sitemaps.push(value);
    } else if (name === 'user-agent') {
      if (group === null || !namesAgents) {
        group = { agents: new Set(), rules: [], crawlDelay: null };
        groups.push(group);
      }
      namesAgents = true;
      group.agents.add(readToken(value));
    } else if (group !== null) {
      if (name === 'allow' || name === 'disallow') {
        namesAgents = false;
        if (value !== '') group.rules.push({ isAllowed: name === 'allow', pattern: normalizePath(value) });
      } else if (name === 'crawl-delay') {
        namesAgents = false;
        const seconds = Number(value);
        if (value !== '' && seconds >= 0 && Number.isFinite(seconds)) group.crawlDelay ??= seconds;
      }
    }
  }
  const own = groups.filter(({ agents }) => agents.has(token));
  const chosen = own.length > 0 ? own : groups.filter(({ agents }) => agents.has('*'));
  return {
    rules: chosen.flatMap(({ rules }) => rules),
    crawlDelay: chosen.find(({ crawlDelay }) => crawlDelay !== null)?.crawlDelay ?? null,
    sitemaps,
  };
}

/** Whether the address may be requested. `/robots.txt` itself always may. */
export function isAllowedByRobots({ rules }: RobotsRules, url: URL): boolean {
  const path = normalizePath(url.pathname + url.search);
  if (path === '/robots.txt') return true;
  let longest = -1;
  let isAllowed = true;
  for (const rule of rules) {
    const { length } = rule.pattern;
    // An allowing rule wins over a forbidding one of the same length.
    if (length < longest || (length === longest && !rule.isAllowed)) continue;
    if (!matchesPattern(rule.pattern, path)) continue;
    longest = length;
    ({ isAllowed } = rule);
  }
  return isAllowed;
}

/** `Vitrine/1.0` names the crawler `vitrine`. */
function readToken(agent: string): string {
  return agent === '*' ? '*' : (/^[a-z_-]+/i.exec(agent)?.[0] ?? '').toLowerCase();
}

/** Escapes what is not ASCII, so that paths can be compared. */
function normalizePath(path: string): string {
  return normalizeEscapes(
    path.replaceAll(/[^\x21-\x7e]+/g, (text) => encodeURIComponent(text.toWellFormed())),
  );
}

/** `*` matches any characters, a final `$` the end. The time is at most the sum of both lengths, since a file has many patterns. */
function matchesPattern(pattern: string, path: string): boolean {
  const isToEnd = pattern.endsWith('$');
  const parts = (isToEnd ? pattern.slice(0, -1) : `${pattern}*`).split('*');
  const [first = '', ...rest] = parts;
  if (!path.startsWith(first)) return false;
  const last = rest.pop();
  if (last === undefined) return path === first;
  let at = first.length;
  for (const part of rest) {
    const found = findPart(part, path, at);
    if (found === -1) return false;
    at = found + part.length;
  }
  return path.length - at >= last.length && path.endsWith(last);
}

/** `indexOf` in linear time (Knuth, Morris and Pratt): that of the language takes the product of the lengths for some texts. */
function findPart(part: string, text: string, from: number): number {
  if (part.length > text.length - from) return -1;
  if (part === '') return from;
  /** The longest proper beginning of each beginning of the part that is its end, too, by their lengths. */
  const borders = new Uint32Array(part.length);
  for (let at = 1, length = 0; at < part.length; at++) {
    while (length > 0 && part[at] !== part[length]) length = borders[length - 1]!;
    if (part[at] === part[length]) length++;
    borders[at] = length;
  }
  for (let at = from, length = 0; at < text.length; at++) {
    while (length > 0 && text[at] !== part[length]) length = borders[length - 1]!;
    if (text[at] === part[length]) length++;
    if (length === part.length) return at + 1 - length;
  }
  return -1;
}
