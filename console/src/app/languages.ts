import { languageName } from '../parts/formats.ts';

/** The codes of ISO 639-1, as the service knows them. */
export const languageCodes: readonly string[] = (
  'aa ab ae af ak am an ar as av ay az ba be bg bi bm bn bo br bs ca ce ch co cr cs cu cv cy da de dv dz ee el en eo es et eu fa ff fi fj fo fr fy ga gd ' +
  'gl gn gu gv ha he hi ho hr ht hu hy hz ia id ie ig ii ik io is it iu ja jv ka kg ki kj kk kl km kn ko kr ks ku kv kw ky la lb lg li ln lo lt lu lv mg ' +
  'mh mi mk ml mn mr ms mt my na nb nd ne ng nl nn no nr nv ny oc oj om or os pa pi pl ps pt qu rm rn ro ru rw sa sc sd se sg si sk sl sm sn so sq sr ss ' +
  'st su sv sw ta te tg th ti tk tl tn to tr ts tt tw ty ug uk ur uz ve vi vo wa wo xh yi yo za zh zu'
).split(' ');

/** Offered before anything is typed. */
const frequentCodes = ['en', 'de', 'fr', 'es', 'it', 'nl', 'pl', 'pt'];
const offeredMax = 8;

/** A language with its region or script, such as `pt-BR`. */
const taggedCode = /^[a-z]{2,3}(?:-[a-z]{4})?(?:-(?:[a-z]{2}|\d{3}))?$/i;

interface NamedLanguage {
  readonly code: string;
  readonly name: string;
  /** In the language itself. */
  readonly ownName: string;
}

let named: readonly NamedLanguage[] | null = null;

/** The names take some milliseconds, so they are made once they are searched. */
function listNames(): readonly NamedLanguage[] {
  return (named ??= languageCodes.map((code) => ({
    code,
    name: languageName(code),
    ownName: ownLanguageName(code),
  })));
}

/** "Deutsch" for `de`. */
export function ownLanguageName(code: string): string {
  return new Intl.DisplayNames([code, 'en'], { type: 'language' }).of(code) ?? code;
}

/** The codes of languages whose name, in English or their own, or whose code begins with a text; best first. */
export function findLanguages(text: string): string[] {
  const typed = fold(text);
  if (typed === '') return frequentCodes;
  const beginsSo = (name: string): boolean => fold(name).startsWith(typed);
  const rate = ({ code, name, ownName }: NamedLanguage): number => {
    if (code === typed || fold(name) === typed || fold(ownName) === typed) return 4;
    // The browser has no name of it.
    if (name === code) return 0;
    if (beginsSo(name)) return 3;
    if (beginsSo(ownName)) return 2;
    return name.split(/[\s(]+/).some(beginsSo) ? 1 : 0;
  };
  return listNames()
    .map((language) => ({ language, rating: rate(language) }))
    .filter(({ rating }) => rating > 0)
    .sort((a, b) => b.rating - a.rating || a.language.name.localeCompare(b.language.name, 'en'))
    .slice(0, offeredMax)
    .map(({ language }) => language.code);
}

/** The code of the language with exactly this name or code; undefined: there is none. */
export function findLanguage(text: string): string | undefined {
  const typed = fold(text);
  return listNames().find(
    ({ code, name, ownName }) => code === typed || fold(name) === typed || fold(ownName) === typed,
  )?.code;
}

/** The typed text as a code with a region or script; null if it is no such code. */
export function readTaggedCode(text: string): string | null {
  const typed = text.trim();
  if (!typed.includes('-') || !taggedCode.test(typed)) return null;
  return Intl.getCanonicalLocales(typed)[0] ?? null;
}

function fold(text: string): string {
  return text.trim().toLowerCase().normalize('NFD').replace(/\p{M}/gu, '');
}
