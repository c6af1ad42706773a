import type { SearchSettings, SearchSettingsChanges, SynonymRule } from '@vitrine/sdk';

/** Settings as they stand in a form: lists as texts, numbers as they are typed. */
export interface Draft {
  readonly languages: string;
  readonly synonyms: string;
  readonly builtInSynonyms: boolean;
  readonly stopWords: string;
  readonly typosEnabled: boolean;
  readonly minLengthOneTypo: string;
  readonly minLengthTwoTypos: string;
  readonly disabledFields: string;
  readonly disabledWords: string;
  readonly nameFields: string;
  readonly zones: readonly DraftZone[];
  readonly othersWeight: string;
  readonly unsearchableFields: string;
  readonly bonuses: Readonly<Record<Bonus, string>>;
  readonly strict: boolean;
  readonly customRanking: string;
  readonly textScoreTolerance: string;
  readonly dropWordsThreshold: string;
  readonly groupBy: string;
  readonly prefix: string;
  readonly zeroResultsFallback: string;
  readonly semanticEnabled: boolean;
  /** Whether the service learns the share. */
  readonly semanticAuto: boolean;
  /** In percent. */
  readonly semanticWeight: string;
}

export interface DraftZone {
  /** Tells groups of one form apart, also while they are added and removed. */
  readonly key: number;
  readonly fields: string;
  readonly weight: string;
  readonly weightWhenShort: string;
  readonly lengthPenalty: string;
}

/** The factors that a merchandiser may want to turn, with what they stand for. */
export const bonuses = {
  allWordsInName: 'All words in the name',
  phraseInName: 'In the order typed',
  headNounMatch: 'The product itself, not something for it',
  numbersInName: 'The numbers in the name',
  exactWordForms: 'Written as typed',
  typo: 'For each typo',
  prefix: 'Only the beginning of a word',
  synonym: 'Only a synonym',
  compound: 'Only part of a compound',
} as const;
export type Bonus = keyof typeof bonuses;
const bonusNames = Object.keys(bonuses) as Bonus[];

const strictCriteria = ['typos', 'allWordsInName', 'headNounMatch', 'phraseInName'] as const;

export function draftOf(settings: SearchSettings): Draft {
  return {
    languages: settings.languages.join(', '),
    synonyms: settings.synonyms.map(lineOf).join('\n'),
    builtInSynonyms: settings.builtInSynonyms,
    stopWords: settings.stopWords?.join(', ') ?? '',
    typosEnabled: settings.typos.enabled,
    minLengthOneTypo: String(settings.typos.minLengthOneTypo),
    minLengthTwoTypos: String(settings.typos.minLengthTwoTypos),
    disabledFields: settings.typos.disabledFields.join(', '),
    disabledWords: settings.typos.disabledWords.join(', '),
    nameFields: settings.name.fields.join(', '),
    zones: settings.zones.map(({ fields, weight, weightWhenShort = weight, lengthPenalty }, key) => ({
      key,
      fields: fields.join(', '),
      weight: String(weight),
      weightWhenShort: String(weightWhenShort),
      lengthPenalty: String(lengthPenalty),
    })),
    othersWeight: String(settings.others.weight),
    unsearchableFields: settings.unsearchableFields.join(', '),
    bonuses: Object.fromEntries(
      bonusNames.map((name) => [name, String(settings.ranking[name])]),
    ) as Draft['bonuses'],
    strict: settings.criteria.length > 0,
    customRanking: settings.customRanking.map(({ field, order }) => `${order}(${field})`).join(', '),
    textScoreTolerance: String(Math.round(settings.textScoreTolerance * 1000) / 10),
    dropWordsThreshold: String(settings.dropWordsThreshold),
    groupBy: settings.groupBy,
    prefix: settings.prefix,
    zeroResultsFallback: settings.zeroResultsFallback,
    semanticEnabled: settings.semantic.enabled,
    semanticAuto: settings.semantic.weight === 'auto',
    semanticWeight: String(
      settings.semantic.weight === 'auto' ? 50 : Math.round(settings.semantic.weight * 100),
    ),
  };
}

/** What was changed in a form, as the service takes it; nothing where the two are the same. */
export function changesBetween(before: Draft, after: Draft): SearchSettingsChanges {
  const changed = (...names: (keyof Draft)[]): boolean =>
    names.some((name) => JSON.stringify(before[name]) !== JSON.stringify(after[name]));
  const part = <T extends SearchSettingsChanges>(when: boolean, make: () => T): T | object =>
    when ? make() : {};
  const stopWords = listOf(after.stopWords);
  return {
    ...part(changed('languages'), () => ({ languages: listOf(after.languages) })),
    ...part(changed('synonyms'), () => ({ synonyms: rulesOf(after.synonyms) })),
    ...part(changed('builtInSynonyms'), () => ({ builtInSynonyms: after.builtInSynonyms })),
    ...part(changed('stopWords'), () => ({ stopWords: stopWords.length === 0 ? null : stopWords })),
    ...part(
      changed('typosEnabled', 'minLengthOneTypo', 'minLengthTwoTypos', 'disabledFields', 'disabledWords'),
      () => ({
        typos: {
          enabled: after.typosEnabled,
          minLengthOneTypo: Number(after.minLengthOneTypo),
          minLengthTwoTypos: Number(after.minLengthTwoTypos),
          disabledFields: listOf(after.disabledFields),
          disabledWords: listOf(after.disabledWords),
        },
      }),
    ),
    ...part(changed('nameFields'), () => ({ name: { fields: listOf(after.nameFields) } })),
    ...part(changed('zones'), () => ({
      zones: after.zones
        .filter(({ fields }) => fields.trim() !== '')
        .map(({ fields, weight, weightWhenShort, lengthPenalty }) => ({
          fields: listOf(fields),
          weight: Number(weight),
          weightWhenShort: Number(weightWhenShort),
          lengthPenalty: Number(lengthPenalty),
        })),
    })),
    ...part(changed('othersWeight'), () => ({ others: { weight: Number(after.othersWeight) } })),
    ...part(changed('unsearchableFields'), () => ({ unsearchableFields: listOf(after.unsearchableFields) })),
    ...part(changed('bonuses'), () => ({
      ranking: Object.fromEntries(
        bonusNames
          .filter((name) => after.bonuses[name] !== before.bonuses[name])
          .map((name) => [name, Number(after.bonuses[name])]),
      ),
    })),
    ...part(changed('strict'), () => ({ criteria: after.strict ? [...strictCriteria] : [] })),
    ...part(changed('customRanking'), () => ({ customRanking: customRankingOf(after.customRanking) })),
    ...part(changed('textScoreTolerance'), () => ({
      textScoreTolerance: Number(after.textScoreTolerance) / 100,
    })),
    ...part(changed('dropWordsThreshold'), () => ({ dropWordsThreshold: Number(after.dropWordsThreshold) })),
    ...part(changed('semanticEnabled', 'semanticAuto', 'semanticWeight'), () => ({
      semantic: {
        enabled: after.semanticEnabled,
        weight: after.semanticAuto ? ('auto' as const) : Number(after.semanticWeight) / 100,
      },
    })),
    ...part(changed('groupBy'), () => ({ groupBy: after.groupBy.trim() })),
    ...part(changed('prefix'), () => ({ prefix: after.prefix as SearchSettings['prefix'] })),
    ...part(changed('zeroResultsFallback'), () => ({
      zeroResultsFallback: after.zeroResultsFallback as SearchSettings['zeroResultsFallback'],
    })),
  };
}

function listOf(text: string): string[] {
  return text
    .split(/[,\n]/)
    .map((one) => one.trim())
    .filter((one) => one !== '');
}

/** "sofa, couch" for words that stand for each other, "phone => iphone, smartphone" for one way. */
function lineOf(rule: SynonymRule): string {
  return rule.kind === 'equivalent' ? rule.words.join(', ') : `${rule.from} => ${rule.to.join(', ')}`;
}

function rulesOf(text: string): SynonymRule[] {
  return text
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line): SynonymRule => {
      const [left = '', right] = line.split(/=>|→/, 2);
      return right === undefined
        ? { kind: 'equivalent', words: listOf(left) }
        : { kind: 'oneWay', from: left.trim(), to: listOf(right) };
    });
}

/** "desc(margin), asc(price)"; a bare field is meant from the greatest down. */
function customRankingOf(text: string): SearchSettings['customRanking'] {
  return listOf(text).map((one) => {
    const parts = /^(asc|desc)\((.*)\)$/.exec(one);
    return { field: parts?.[2]?.trim() ?? one, order: parts?.[1] === 'asc' ? 'asc' : 'desc' };
  });
}
