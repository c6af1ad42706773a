import { capDraftsOf, capsOf, type CapDraft } from '../../app/cap-drafts.ts';
import { splitSynonym } from './synonym-lines.ts';
import type { SearchSettings, SearchSettingsChanges, SettingsReply, SynonymRule } from '@vitrine/sdk';

/** Settings as text in a form. */
export interface Draft {
  /** Codes; empty for the default, `none` for none. */
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
  readonly rankingFactors: Readonly<Record<RankingFactor, string>>;
  readonly strict: boolean;
  readonly customRanking: string;
  readonly textScoreTolerance: string;
  readonly dropWordsThreshold: string;
  readonly groupBy: string;
  readonly prefix: string;
  readonly zeroResultsFallback: string;
  readonly geometricVerification: boolean;
  readonly learnFromPhotos: boolean;
  readonly learnCorrections: boolean;
  readonly understanding: string;
  readonly soldOutLast: string;
  readonly caps: readonly CapDraft[];
  readonly semanticEnabled: boolean;
  /** Whether the default weight is used. */
  readonly semanticAuto: boolean;
  /** In percent. */
  readonly semanticWeight: string;
  readonly semanticModel: string;
  readonly foreignQueries: string;
  /** In percent. */
  readonly learningMax: string;
  readonly learningHalfLifeDays: string;
  /** In percent. */
  readonly learningExploration: string;
  /** In percent. */
  readonly personalizationMax: string;
}

export interface DraftZone {
  /** Unique within a form, also after groups were added and removed. */
  readonly key: number;
  readonly fields: string;
  readonly weight: string;
  readonly weightWhenShort: string;
  readonly lengthPenalty: string;
}

/** The ranking factors that the form shows, with their labels. */
export const rankingFactors = {
  allWordsInName: 'All words in the name',
  phraseInName: 'Exact phrase in the name',
  headNounMatch: 'Head noun matches (product, not accessory)',
  categoryMatch: 'In a category that the query names',
  numbersInName: 'All numbers in the name',
  exactWordForms: 'Exact word forms',
  typo: 'Each typo',
  prefix: 'Prefix match only',
  synonym: 'Synonym match only',
  compound: 'Compound match only',
} as const;
export type RankingFactor = keyof typeof rankingFactors;
const rankingFactorNames = Object.keys(rankingFactors) as RankingFactor[];

const strictCriteria = ['typos', 'allWordsInName', 'headNounMatch', 'phraseInName'] as const;

export function createDraft({ settings: { search: settings }, changes }: SettingsReply): Draft {
  return {
    languages: formatLanguages(changes.search?.languages ?? null),
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
    rankingFactors: Object.fromEntries(
      rankingFactorNames.map((name) => [name, String(settings.ranking[name])]),
    ) as Draft['rankingFactors'],
    strict: settings.criteria.length > 0,
    customRanking: settings.customRanking.map(({ field, order }) => `${order}(${field})`).join(', '),
    textScoreTolerance: percentOf(settings.textScoreTolerance),
    dropWordsThreshold: String(settings.dropWordsThreshold),
    groupBy: settings.groupBy,
    prefix: settings.prefix,
    zeroResultsFallback: settings.zeroResultsFallback,
    geometricVerification: settings.geometricVerification,
    learnFromPhotos: settings.learnFromPhotos,
    learnCorrections: settings.learnCorrections,
    understanding: settings.understanding,
    soldOutLast: settings.soldOutLast,
    caps: capDraftsOf(settings.caps),
    learningMax: percentOf(settings.learning.max),
    learningHalfLifeDays: String(settings.learning.halfLifeDays),
    learningExploration: percentOf(settings.learning.exploration),
    personalizationMax: percentOf(settings.personalization.max),
    semanticEnabled: settings.semantic.enabled,
    semanticAuto: settings.semantic.weight === 'auto',
    semanticWeight: String(
      settings.semantic.weight === 'auto' ? 50 : Math.round(settings.semantic.weight * 100),
    ),
    semanticModel: settings.semantic.model,
    foreignQueries: formatForeignQueries(settings.foreignQueries),
  };
}

/** The changed settings in the format of the API. `known`: the stored synonyms, which keep their ids. */
export function changesBetween(
  before: Draft,
  after: Draft,
  known: readonly SynonymRule[],
): SearchSettingsChanges {
  const changed = (...names: (keyof Draft)[]): boolean =>
    names.some((name) => JSON.stringify(before[name]) !== JSON.stringify(after[name]));
  const part = <T extends SearchSettingsChanges>(when: boolean, make: () => T): T | object =>
    when ? make() : {};
  const stopWords = listOf(after.stopWords);
  return {
    ...part(changed('languages'), () => ({ languages: parseLanguages(after.languages) })),
    ...part(formatRules(before.synonyms) !== formatRules(after.synonyms), () => ({
      synonyms: withKnownIds(parseSynonyms(after.synonyms), known),
    })),
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
    ...part(changed('rankingFactors'), () => ({
      ranking: Object.fromEntries(
        rankingFactorNames
          .filter((name) => after.rankingFactors[name] !== before.rankingFactors[name])
          .map((name) => [name, Number(after.rankingFactors[name])]),
      ),
    })),
    ...part(changed('strict'), () => ({ criteria: after.strict ? [...strictCriteria] : [] })),
    ...part(changed('customRanking'), () => ({ customRanking: customRankingOf(after.customRanking) })),
    ...part(changed('textScoreTolerance'), () => ({
      textScoreTolerance: Number(after.textScoreTolerance) / 100,
    })),
    ...part(changed('dropWordsThreshold'), () => ({ dropWordsThreshold: Number(after.dropWordsThreshold) })),
    ...part(changed('semanticEnabled', 'semanticAuto', 'semanticWeight', 'semanticModel'), () => ({
      semantic: {
        enabled: after.semanticEnabled,
        weight: after.semanticAuto ? ('auto' as const) : Number(after.semanticWeight) / 100,
        model: after.semanticModel as SearchSettings['semantic']['model'],
      },
    })),
    ...part(changed('foreignQueries'), () => ({ foreignQueries: parseForeignQueries(after.foreignQueries) })),
    ...part(changed('learningMax', 'learningHalfLifeDays', 'learningExploration'), () => ({
      learning: {
        max: Number(after.learningMax) / 100,
        halfLifeDays: Number(after.learningHalfLifeDays),
        exploration: Number(after.learningExploration) / 100,
      },
    })),
    ...part(changed('personalizationMax'), () => ({
      personalization: { max: Number(after.personalizationMax) / 100 },
    })),
    ...part(changed('groupBy'), () => ({ groupBy: after.groupBy.trim() })),
    ...part(changed('prefix'), () => ({ prefix: after.prefix as SearchSettings['prefix'] })),
    ...part(changed('zeroResultsFallback'), () => ({
      zeroResultsFallback: after.zeroResultsFallback as SearchSettings['zeroResultsFallback'],
    })),
    ...part(changed('geometricVerification'), () => ({
      geometricVerification: after.geometricVerification,
    })),
    ...part(changed('learnFromPhotos'), () => ({ learnFromPhotos: after.learnFromPhotos })),
    ...part(changed('learnCorrections'), () => ({ learnCorrections: after.learnCorrections })),
    ...part(changed('understanding'), () => ({
      understanding: after.understanding as SearchSettings['understanding'],
    })),
    ...part(changed('soldOutLast'), () => ({
      soldOutLast: after.soldOutLast as SearchSettings['soldOutLast'],
    })),
    ...part(changed('caps'), () => ({ caps: capsOf(after.caps) as SearchSettings['caps'] })),
  };
}

/** The project has no language. */
export const noLanguages = 'none';

/** The codes of the settings as text; `null` for the default. */
function formatLanguages(codes: readonly string[] | null): string {
  if (codes === null) return '';
  return codes.length === 0 ? noLanguages : codes.join(', ');
}

function parseLanguages(text: string): string[] | null {
  if (text.trim() === noLanguages) return [];
  const codes = listOf(text);
  return codes.length === 0 ? null : codes;
}

function formatForeignQueries(value: SearchSettings['foreignQueries']): string {
  if (value === 'auto') return value;
  return value ? 'on' : 'off';
}

function parseForeignQueries(text: string): SearchSettings['foreignQueries'] {
  return text === 'auto' ? text : text === 'on';
}

/** A share as text in percent. */
function percentOf(share: number): string {
  return String(Math.round(share * 1_000) / 10);
}

function listOf(text: string): string[] {
  return text
    .split(/[,\n]/)
    .map((one) => one.trim())
    .filter((one) => one !== '');
}

/** "sofa, couch" for an equivalent rule, "phone => iphone, smartphone" for a one-way rule. */
function lineOf(rule: SynonymRule): string {
  return rule.kind === 'equivalent' ? rule.words.join(', ') : `${rule.from} => ${rule.to.join(', ')}`;
}

/** The rules of a text with one on each line. */
export function parseSynonyms(text: string): SynonymRule[] {
  return text
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line): SynonymRule => {
      const { from, words } = splitSynonym(line);
      return from === null
        ? { kind: 'equivalent', words: listOf(words) }
        : { kind: 'oneWay', from: from.trim(), to: listOf(words) };
    });
}

function formatRules(text: string): string {
  return parseSynonyms(text).map(lineOf).join('\n');
}

/** Rules that are as stored keep their ids, which programs know. */
function withKnownIds(rules: readonly SynonymRule[], known: readonly SynonymRule[]): SynonymRule[] {
  const ids = new Map(known.map((rule) => [lineOf(rule), rule.id]));
  return rules.map((rule) => {
    const id = ids.get(lineOf(rule));
    return id === undefined ? rule : { id, ...rule };
  });
}

/** Parses "desc(margin), asc(price)"; a field without an order is descending. */
function customRankingOf(text: string): SearchSettings['customRanking'] {
  return listOf(text).map((one) => {
    const parts = /^(asc|desc)\((.*)\)$/.exec(one);
    return { field: parts?.[2]?.trim() ?? one, order: parts?.[1] === 'asc' ? 'asc' : 'desc' };
  });
}
