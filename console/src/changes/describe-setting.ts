import type { ConfigurationChange, SynonymRule } from '@vitrine/sdk';
import { nameOfPart } from '../app/draft-changes.ts';
import type { ChangeSentence } from './change-sentence.ts';
import { languageName } from '../parts/formats.ts';
import { describeValue } from './describe-value.ts';

const sentencesMax = 8;
/** Settings with codes of languages. */
const languageSettings = ['search.languages', 'front.language'];

/** What was done to a setting: "Changed the currency on your site from EUR to CHF". */
export function describeSetting(change: ConfigurationChange): ChangeSentence[] {
  const { id, before, after, differences, differencesOmitted } = change;
  const name = nameOfPart(change).replace(/^./, (first) => first.toLowerCase());
  if (id === 'search.synonyms') return describeSynonyms(before, after);
  if (after === null) return [say(`Reset the ${name} to the default`)];
  if (differences.length + differencesOmitted > sentencesMax) return [say(`Changed the ${name}`)];
  return differences.map(({ path, before: from, after: to }) => {
    const what = path === '' ? `the ${name}` : `the ${name} (${path})`;
    const describe = languageSettings.includes(id) ? describeLanguages : describeValue;
    const [old, now] = [describe(from), describe(to)];
    if (from === null) return say(now === null ? `Changed ${what}` : `Set ${what} to ${now}`);
    if (to === null) return say(old === null ? `Changed ${what}` : `Removed ${old} from ${what}`);
    return say(old === null || now === null ? `Changed ${what}` : `Changed ${what} from ${old} to ${now}`);
  });
}

function describeLanguages(value: unknown): string | null {
  const codes = describeValue(value);
  return typeof value === 'string' || Array.isArray(value)
    ? (codes?.split(', ').map(languageName).join(', ') ?? null)
    : codes;
}

function describeSynonyms(before: unknown, after: unknown): ChangeSentence[] {
  const [old, now] = [before, after].map((list) =>
    (Array.isArray(list) ? (list as readonly SynonymRule[]) : []).map(describeSynonym),
  ) as [string[], string[]];
  const added = now.filter((one) => !old.includes(one));
  const removed = old.filter((one) => !now.includes(one));
  const texts = [
    ...added.map((one) => `Added the synonym ${one}`),
    ...removed.map((one) => `Removed the synonym ${one}`),
  ];
  if (texts.length === 0) return [say('Changed the order of the synonyms')];
  const more = texts.length - sentencesMax;
  return [...texts.slice(0, sentencesMax), ...(more > 0 ? [`and ${more} more synonyms`] : [])].map(say);
}

function describeSynonym(synonym: SynonymRule): string {
  return synonym.kind === 'equivalent'
    ? synonym.words.map(quote).join(' = ')
    : `${quote(synonym.from)} also finds ${synonym.to.map(quote).join(', ')}`;
}

function say(text: string): ChangeSentence {
  return { text, items: [] };
}

function quote(text: string): string {
  return `“${text}”`;
}
