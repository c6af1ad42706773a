import { hasNameSign } from './name-signs.ts';
import { foldAccents, hasDigit } from './tokenizer.ts';
import { isUnit } from './units.ts';
import { findLanguage, type Language } from './languages.ts';
import { listIrregularWords } from './stemmer.ts';
import type { TextSettings } from '../schema/settings.ts';

/**
 * English nouns of goods that are named after what they do. Stemmers of other languages take their ending for an inflection, as in German
 * "Kleider": trainers would be trains, a dresser a dress, and a juicer juice.
 */
const agentNouns: ReadonlySet<string> = new Set(
  `
  adapter aerator amplifier banner beater bender binder blazer blender blower boiler bolster bomber booster bouncer boxer breaker brewer broiler
  buffer bumper burner buster buzzer camper carrier carver catcher charger chaser checker chiller chipper choker chopper cleaner cleanser clipper
  coaster cobbler cooker cooler copier corker coupler cracker crawler creamer cruiser crusher curler cutter dampener decanter defogger defroster
  dehumidifier diaper diffuser digger dimmer dipper dispenser diver divider drainer drawer dresser drier driller dripper driver dryer duster eraser
  exerciser extender extinguisher fastener feeder fertilizer filler finder flipper floater folder freezer freshener fryer garter glider grabber
  grater grinder gripper hanger hardener heater highlighter holder hopper humidifier infuser inhaler ioniser ionizer jogger jointer juicer jumper
  keeper kneader knocker launcher leveler lifter lighter liner loader loafer locker lounger mailer marker masher mixer mower muffler multicooker
  nailer nebulizer opener organiser organizer pacer peeler picker pitcher planer planter player plotter plunger pointer polisher poster pourer
  presser primer printer propeller pruner puller pullover puncher purifier pusher rattler reader receiver recliner recorder refresher repeater
  repeller revolver rocker roller romper router rubber ruler runner sander saver scanner scooper scooter scraper screener scrubber sealer server
  shaker sharpener shaver shelter shifter shopper shower shredder shutter sifter silencer sipper skewer skimmer sleeper slicer slider slipper sneaker
  softener soother sorter spacer speaker spinner splitter spoiler spotter sprayer spreader sprinkler squeezer stapler starter steamer stepper sticker
  stiffener stirrer stopper stretcher striker stripper stroller styler sweater sweeper sweetener switcher teaser teether tenderiser tenderizer
  thickener thinner tightener timer toaster toner topper trailer trainer transmitter trekker trigger trimmer trucker tumbler tuner twister vaporiser
  vaporizer viewer wader walker warmer washer weeder whistler whitener winder wiper wrapper zester zipper`
    .trim()
    .split(/\s+/),
);

/** Whether a stem of the English stemmer is an agent noun. */
const isAgentNoun = (stem: string): boolean => agentNouns.has(stem);

/** The possible role of a word in a name, computed once per word, as names share few distinct words. */
export type NameRole = 'noun' | 'number' | 'unit' | 'preposition' | 'other';

/** The text analysis of a project, for its texts and queries. */
export interface Analyzer {
  /** Folds accents and digraphs: "Schlüssel" and "Schluessel" become equal. */
  fold: (word: string) => string;
  /** The common form of all inflections and spellings of a word: folded, then stemmed. */
  stem: (word: string) => string;
  /** Words such that each word with this stem begins like one of them, apart from accents, or null if unknown. */
  beginnings: (stem: string) => readonly string[] | null;
  /** Whether folding and stemming keep the first two letters of words of ASCII letters, except for those that `beginnings` lists. */
  keepsTwoLetters: boolean;
  /** Folded spellings of a word for dictionary walks, which fold letter by letter; the first one is `fold`'s. */
  spellings: (word: string) => string[];
  isStopWord: (word: string) => boolean;
  /** Returns a test for the stop words of one language, for queries in it, or of all languages if it is not in the settings. */
  isStopWordIn: (language: string) => (word: string) => boolean;
  nameRole: (word: string) => NameRole;
  /** Whether the word is a preposition of purpose, such as "for". */
  isPurpose: (word: string) => boolean;
  /** Whether names start with their head noun. */
  headFirst: boolean;
  /** Null if no language has compounds. */
  compounds: CompoundParts | null;
}

export interface CompoundParts {
  /** Whether the word, in its form by `fold`, is a common first part of compounds. */
  isFirstPart: (word: string) => boolean;
}

const latin = /^[a-z\u00c0-\u024f]+$/;
const letters = /^[\p{L}\p{M}]+$/u;

/**
 * The analyzer of some languages. Their stemmers apply in order, English first as it removes least, and alone to nouns such as "trainers".
 * Stop words are those of the languages unless the settings replace them.
 * @throws RangeError if a language is not supported.
 */
export function createAnalyzer(settings: Pick<TextSettings, 'languages' | 'stopWords'>): Analyzer {
  const languages = [...new Set(settings.languages)].map((code) => findLanguage(code));
  const fold = composeFold(languages);
  const foldAll = (list: (language: Language) => readonly string[]): ReadonlySet<string> =>
    new Set(languages.flatMap(list).map(fold));
  const stopWords =
    settings.stopWords === null
      ? foldAll(({ words }) => words.stopWords)
      : new Set(settings.stopWords.map((word) => fold(word.toLowerCase())));
  const prepositions = foldAll(({ words }) => words.prepositions);
  const purposes = foldAll(({ words }) => words.purposes);
  const qualifiers = foldAll(({ words }) => words.qualifiers);
  const firstParts = foldAll(({ words }) => words.firstParts);
  const isStopWord = (word: string): boolean => stopWords.has(fold(word));
  const stopWordsByLanguage = new Map(
    settings.stopWords === null
      ? languages.map(({ code, words }) => [code, new Set(words.stopWords.map(fold))])
      : [],
  );
  return {
    fold,
    stem: composeStemmer(languages, fold),
    beginnings: languages.every(({ keepsFirstLetter }) => keepsFirstLetter)
      ? (stem) => [stem, ...listIrregularWords(stem)]
      : () => null,
    // The English stemmer takes endings of words of three letters or more, and leaves two letters at least.
    keepsTwoLetters: languages.length === 1 && languages[0]?.code === 'en',
    spellings: composeSpellings(languages, fold),
    isStopWord,
    isStopWordIn: (language) => {
      const languageStopWords = stopWordsByLanguage.get(language);
      return languageStopWords === undefined ? isStopWord : (word) => languageStopWords.has(fold(word));
    },
    nameRole: (word) => {
      const form = fold(word);
      if (prepositions.has(form)) return 'preposition';
      if (hasDigit(word) || isClassName(word)) return 'number';
      if (isUnit(word)) return 'unit';
      return stopWords.has(form) || qualifiers.has(form) || word.length < 2 ? 'other' : 'noun';
    },
    isPurpose: (word) => purposes.has(fold(word)),
    headFirst: languages[0]?.headFirst ?? false,
    compounds: languages.some(({ compounds }) => compounds)
      ? { isFirstPart: (word) => firstParts.has(word) }
      : null,
  };
}

/** Whether a word may be a class of an energy label, such as "A+". */
const isClassName = (word: string): boolean => word.length < 5 && hasNameSign(word);

function composeFold(languages: readonly Language[]): (word: string) => string {
  const respelling = languages.filter(({ respell }) => respell('aaaeoe') !== 'aaaeoe');
  if (respelling.length === 0) return foldAccents;
  return (word) =>
    // `foldAccents` turns "æ" into "ae", which the languages then treat as one letter, like "ä".
    respelling.reduce((form, { respell }) => respell(form), foldAccents(word));
}

function composeSpellings(languages: readonly Language[], fold: (word: string) => string) {
  const expanding = languages.filter(({ expand }) => expand('äåø') !== 'äåø');
  if (expanding.length === 0) return (word: string): string[] => [fold(word)];
  return (word: string): string[] => [
    ...new Set([
      fold(word),
      foldAccents(word),
      ...expanding.map(({ expand }) => foldAccents(expand(word.normalize('NFC')))),
    ]),
  ];
}

function composeStemmer(languages: readonly Language[], fold: (word: string) => string) {
  const [only] = languages;
  if (languages.length === 1 && only?.code === 'en')
    return (word: string): string => only.stemmer(fold(word));
  const ordered = languages.toSorted((a, b) => Number(b.code === 'en') - Number(a.code === 'en'));
  const english = languages.find(({ code }) => code === 'en');
  return (word: string): string => {
    if (!letters.test(word) || word.length < 3) return fold(word);
    const isLatin = latin.test(word);
    if (isLatin && english !== undefined) {
      const stem = english.stemmer(fold(word));
      if (isAgentNoun(stem)) return stem;
    }
    const asWritten = ordered.filter(({ stemsFolded }) => !isLatin || !stemsFolded);
    const whenFolded = ordered.filter(({ stemsFolded }) => isLatin && stemsFolded);
    const stemmed = asWritten.reduce(stemBy, word);
    return whenFolded.reduce(stemBy, fold(stemmed));
  };
}

/** Rejects stems of one letter, which would conflate unrelated words. */
function stemBy(word: string, { stemmer: stem }: Language): string {
  const stemmed = stem(word);
  return stemmed.length < 2 ? word : stemmed;
}
