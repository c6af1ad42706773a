import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import type { FilterNode, IndexQuery } from '../query/query.ts';
import { CoalescedField } from '../schema/index-field.ts';
import type { IndexDocument } from '../schema/document.ts';
import { defaultTextSettings, type TextSettings } from '../schema/settings.ts';
import { NaiveIndex } from '../oracle/naive-index.fixture.ts';
import { rulesOf } from '../oracle/rules.fixture.ts';
import { buildSegment, mergeSegments } from '../segments/segment-merger.ts';
import type { CommonWords } from '../expansion/typo-rules.ts';
import { SegmentedIndex } from './segmented-index.ts';

/** Random histories of a small index and random queries, for tests that compare it with a scan. */
const words =
  'laptop laptops case cases phone phones latop headphones headphone headfones dv7-1211ea dv71211ea 665A 665 a for the ' +
  'with crème creme black 16gb 16 GB wireless mouse wirelessmouse phonecase x 43.2 cable, - 日本語 lap pho Caseback laptopcase ecase';
const word = fc.constantFrom(...words.split(' '));
const text = fc.array(word, { maxLength: 6 }).map((words) => words.join(' '));
const strings = ['Red', 'red', 'Blue', 'Home', 'Home > Kitchen', 'Home>Kitchen > Pans', '10', 'true'];
const value = fc.oneof(fc.constantFrom(...strings), fc.constantFrom(10, 10.5, -3, 0), fc.boolean());
const plainField = fc.constantFrom('colour', 'price', '__proto__');
export const coalesced = new CoalescedField('coalesced', ['price', 'none', 'colour']);
const field = fc.oneof(
  { weight: 4, arbitrary: plainField },
  fc.constantFrom(coalesced, new CoalescedField('colour', ['colour', '__proto__'])),
);
const identifier = fc.record({
  field: fc.constantFrom('sku', 'Part_Number', 'ean'),
  value: fc.constantFrom<string | number | boolean>(
    'DV7-1211EA',
    'dv7 1211ea',
    'phone case',
    '665 a',
    'laptop',
    '-',
    '43.2',
    432,
    true,
  ),
});
const document = fc.record({
  key: fc.integer({ min: 0, max: 15 }),
  texts: fc.tuple(text, text, text, text, text).map(([name, description, brand, note, translation]) => [
    { field: 'name', value: name },
    { field: 'description', value: description },
    { field: 'brand', value: brand },
    { field: 'note', value: note },
    { field: 'translations.de.name', value: translation },
    { field: 'translations.de.note', value: name },
  ]),
  values: fc
    .tuple(
      fc.array(fc.record({ field: plainField, value }), { maxLength: 4 }),
      fc.option(fc.constantFrom('g', 7, '7', 'phone-case')),
      fc.array(identifier, { maxLength: 2 }),
      fc.array(fc.constantFrom('Phones > Cases', 'phone>Cases & mice', 'Laptops', 'Phone cases', 'and', 7), {
        maxLength: 2,
      }),
    )
    .map(([values, group, identifiers, categories]) => [
      ...values,
      ...identifiers,
      ...[...new Set(categories)].map((category) => ({ field: 'category', value: category })),
      ...(group === null ? [] : [{ field: 'groupId', value: group }]),
      // An index with values of translations has their texts.
      { field: 'translations.de.name', value: 'ja' },
    ]),
  popularity: fc.integer({ min: 0, max: 2 }),
});
export const filter = fc.letrec<{ node: FilterNode }>((tie) => ({
  node: fc.oneof(
    { maxDepth: 2 },
    fc.record({ kind: fc.constant('equals' as const), field, value }),
    fc.record({ kind: fc.constant('exists' as const), field: plainField }),
    fc.record(
      {
        kind: fc.constant('range' as const),
        field,
        min: fc.integer({ min: -4, max: 11 }),
        max: fc.integer({ min: -4, max: 11 }),
        minExclusive: fc.boolean(),
        maxExclusive: fc.boolean(),
      },
      { requiredKeys: ['kind', 'field'] },
    ),
    fc.record({ kind: fc.constant('not' as const), clause: tie('node') }),
    fc.record({
      kind: fc.constantFrom('and' as const, 'or' as const),
      clauses: fc.array(tie('node'), { maxLength: 3 }),
    }),
  ),
})).node;
export const query: fc.Arbitrary<IndexQuery> = fc.record(
  {
    text: fc
      .tuple(
        fc.oneof(
          { weight: 3, arbitrary: text },
          fc.constantFrom('dv7-1211EA', 'Phone-case', '665A', '432', '7'),
        ),
        fc.constantFrom('', ' '),
      )
      .map(([words, end]) => words + end),
    filter,
    sort: fc.array(fc.record({ field, order: fc.constantFrom('asc' as const, 'desc' as const) }), {
      maxLength: 2,
    }),
    offset: fc.integer({ min: 0, max: 3 }),
    limit: fc.integer({ min: 0, max: 12 }),
    lastWordPrefix: fc.boolean(),
    prefix: fc.constantFrom('few' as const, 'always' as const, 'off' as const),
    explain: fc.boolean(),
    grouped: fc.boolean(),
    variants: fc.integer({ min: 0, max: 2 }),
    rules: rulesOf(filter),
    last: filter,
    lastInTier: filter,
    listsAll: fc.constant(true as const),
    caps: fc.array(
      fc.record({ field, max: fc.integer({ min: 1, max: 2 }), window: fc.integer({ min: 2, max: 4 }) }),
      { maxLength: 2 },
    ),
  },
  { requiredKeys: ['text', 'offset', 'limit'] },
);

type Step =
  | { kind: 'add'; document: IndexDocument }
  | { kind: 'remove'; key: number }
  | { kind: 'popularity'; key: number; popularity: number }
  | { kind: 'attach'; documents: IndexDocument[] }
  | { kind: 'rebuild'; changes: Step[] }
  | { kind: 'merge'; compacts: boolean; changes: Step[] }
  | { kind: 'configure'; settings: Partial<TextSettings> }
  | { kind: 'restore' };
const change: fc.Arbitrary<Step> = fc.oneof(
  { weight: 5, arbitrary: fc.record({ kind: fc.constant('add' as const), document }) },
  fc.record({ kind: fc.constant('remove' as const), key: fc.integer({ min: 0, max: 15 }) }),
  fc.record({
    kind: fc.constant('popularity' as const),
    key: fc.integer({ min: 0, max: 15 }),
    popularity: fc.integer({ min: 0, max: 3 }),
  }),
);
const changes = fc.array(change, { maxLength: 3 });
export const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 8, arbitrary: change },
  fc.record({ kind: fc.constant('attach' as const), documents: fc.array(document, { maxLength: 6 }) }),
  fc.record({ kind: fc.constant('rebuild' as const), changes }),
  fc.record({ kind: fc.constant('merge' as const), compacts: fc.boolean(), changes }),
  fc.record({
    kind: fc.constant('configure' as const),
    settings: fc.record(
      {
        criteria: fc.shuffledSubarray(
          ['rules', 'typos', 'allWordsInName', 'headNounMatch', 'phraseInName'] as const,
          {},
        ),
        textScoreTolerance: fc.constantFrom(0, 0.3),
        customRanking: fc.array(
          fc.record({ field: plainField, order: fc.constantFrom('asc' as const, 'desc' as const) }),
          { maxLength: 2 },
        ),
        typoThreshold: fc.integer({ min: 0, max: 4 }),
        dropWordsThreshold: fc.integer({ min: 0, max: 6 }),
        groupBy: fc.constantFrom('', 'groupId', 'colour'),
      },
      { requiredKeys: [] },
    ),
  }),
  fc.record({ kind: fc.constant('restore' as const) }),
);

const settings: TextSettings = {
  ...defaultTextSettings,
  zones: [
    { fields: ['brand'], weight: 0.4, lengthPenalty: 0.5 },
    { fields: ['description'], weight: 0.2, weightWhenShort: 0.5, lengthPenalty: 0.6 },
  ],
  unsearchableFields: ['note'],
  // The oracle applies every rule to every query: a few rules test as much as all built-in ones.
  builtInSynonyms: false,
  synonyms: [
    { kind: 'equivalent', words: ['laptop', 'wireless mouse'] },
    { kind: 'oneWay', from: 'phone', to: ['headphone'] },
  ],
  typoThreshold: 2,
  dropWordsThreshold: 4,
};

const commonEnglish = ['case', 'phones'];
export const commonWords: CommonWords = {
  has: (language, { folded, stem }) =>
    language === 'en' ? commonEnglish.some((word) => word === folded || word === stem) : folded === 'laptop',
};

/** Both indexes with the same history. */
export class Pair {
  settings = settings;
  index = new SegmentedIndex(settings, commonWords);
  readonly naive = new NaiveIndex(settings, commonWords);

  apply(step: Step): void {
    switch (step.kind) {
      case 'add':
        this.index.add(step.document);
        this.naive.add(step.document);
        return;
      case 'remove':
        assert.equal(this.index.remove(step.key), this.naive.remove(step.key));
        return;
      case 'popularity':
        assert.equal(
          this.index.setPopularity(step.key, step.popularity),
          this.naive.setPopularity(step.key, step.popularity),
        );
        return;
      case 'attach':
        this.index.attach(buildSegment(step.documents, this.settings));
        for (const added of step.documents) this.naive.add(added);
        return;
      case 'rebuild':
        return this.#rebuild(step.changes);
      case 'merge':
        return this.#merge(step);
      case 'configure':
        this.settings = { ...this.settings, ...step.settings };
        this.index.configure(this.settings);
        this.naive.configure(this.settings);
        return;
      case 'restore': {
        const snapshot = this.index.createSnapshot();
        this.index = SegmentedIndex.restore(snapshot, this.settings, commonWords);
        for (const key of snapshot.mutableKeys) this.index.add(this.sourceOf(key));
        for (const [key, { source }] of this.naive.documents)
          this.index.setPopularity(key, source.popularity);
      }
    }
  }

  /** The live document of a key. */
  sourceOf(key: number): IndexDocument {
    return this.naive.documents.get(key)!.source;
  }

  #rebuild(changesDuringBuild: readonly Step[]): void {
    const sealed = this.index.seal();
    if (sealed === null) return;
    const documents = [...sealed.keys].map((key) => this.sourceOf(key));
    for (const change of changesDuringBuild) this.apply(change);
    this.index.replace([sealed.id], buildSegment(documents, this.settings));
  }

  #merge({ compacts, changes }: Pick<Step & { kind: 'merge' }, 'compacts' | 'changes'>): void {
    const plan = this.index.mergePlan({ compacts });
    if (plan === null) return;
    for (const change of changes) this.apply(change);
    this.index.replace(plan.segments, mergeSegments(plan.buffers, plan.deleted, this.settings));
  }
}
