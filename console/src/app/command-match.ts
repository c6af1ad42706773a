import type { Command, CommandGroup } from './commands.ts';

/** Words that questions have and nothing is named by. */
const fillers = new Set(
  'a an and are can do does for get how i in is it me my not of on or our set show the this to up what when where which with'.split(
    ' ',
  ),
);
const typoLengthMin = 5;

/** Settings and guides are many, with words in common: pages and actions go first where both match. */
const groupWeight: Partial<Readonly<Record<CommandGroup, number>>> = { Settings: 0.7, Guides: 0.7 };

/** How many commands of a group are listed; others are all there. */
const groupMax: Partial<Readonly<Record<CommandGroup, number>>> = { Settings: 6, Guides: 5, Projects: 8 };

/**
 * The commands that a text names, best first within each group, and the groups by their best command. A command has all words of the
 * text, where a word may be unfinished, in the plural or with a typo; without one, those with most of the words.
 */
export function matchCommands(
  commands: readonly Command[],
  typed: string,
  groups: readonly CommandGroup[],
): readonly { readonly group: CommandGroup; readonly commands: readonly Command[] }[] {
  const start = typed.trim().toLowerCase();
  const all = splitWords(start);
  const named = all.filter((word) => !fillers.has(word));
  const words = named.length === 0 ? all : named;
  if (words.length === 0) return [];
  const rated = commands.map((command) => ({ command, ...rateCommand(command, words, start) }));
  const complete = rated.filter(({ missing }) => missing === 0);
  const found = complete.length > 0 ? complete : rated.filter(({ missing }) => missing * 2 < words.length);
  const ofGroup = (group: CommandGroup) =>
    found
      .filter(({ command }) => command.group === group)
      .toSorted((a, b) => b.score - a.score)
      .slice(0, groupMax[group] ?? Infinity);
  return groups
    .map((group) => ({ group, found: ofGroup(group) }))
    .filter((one) => one.found.length > 0)
    .toSorted((a, b) => (b.found[0]?.score ?? 0) - (a.found[0]?.score ?? 0))
    .map((one) => ({ group: one.group, commands: one.found.map(({ command }) => command) }));
}

function rateCommand(
  { group, text, note = '', words: more = '' }: Command,
  words: readonly string[],
  start: string,
): { readonly score: number; readonly missing: number } {
  const title = splitWords(text);
  const others = splitWords(`${note} ${more}`);
  let score = 0;
  let missing = 0;
  for (const word of words) {
    const best = Math.max(rateWord(word, title) * 2, rateWord(word, others));
    if (best === 0) missing++;
    score += best;
  }
  const isTitle = text.toLowerCase().startsWith(start);
  // Of titles with the same words, the shorter one is meant.
  const rating = (score / words.length) * (groupWeight[group] ?? 1);
  return { score: rating + (isTitle ? 4 : 0) - title.length / 100, missing };
}

/** 3.2: the word itself, 3: in another number, 2: its beginning, 1: with a typo, 0: not among them. */
function rateWord(word: string, among: readonly string[]): number {
  const stem = stemWord(word);
  let best = 0;
  for (const other of among) {
    if (other === word) return 3.2;
    if (stemWord(other) === stem) best = 3;
    else if (other.startsWith(word)) best = Math.max(best, 2);
    else if (best === 0 && word.length >= typoLengthMin && hasOneTypo(word, other)) best = 1;
  }
  return best;
}

function splitWords(text: string): string[] {
  return text
    .toLowerCase()
    .split(/[^\p{L}\p{N}/]+/u)
    .filter(Boolean);
}

function stemWord(word: string): string {
  return word.length > 3 ? word.replace(/(?<=ch|sh|x|ss)es$|(?<!s)s$/, '').replace(/ie$/, 'y') : word;
}

/** Whether the words differ by one letter, or by two that changed places. */
function hasOneTypo(a: string, b: string): boolean {
  if (Math.abs(a.length - b.length) > 1) return false;
  let at = 0;
  while (at < a.length && a[at] === b[at]) at++;
  const [restA, restB] = [a.slice(at), b.slice(at)];
  return (
    restA.slice(1) === restB.slice(1) ||
    restA.slice(1) === restB ||
    restA === restB.slice(1) ||
    (restA[0] === restB[1] && restA[1] === restB[0] && restA.slice(2) === restB.slice(2))
  );
}
