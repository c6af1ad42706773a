import type { SettingsReply } from '@vitrine/sdk';
import type { ReactNode } from 'react';
import { CapRows } from '../parts/cap-rows.tsx';
import { Check, Field, SelectField, TextField } from '../parts/field.tsx';
import { capitalized, counted, languageName } from '../parts/formats.ts';
import { rankingFactors, type RankingFactor, type Draft, type DraftZone } from './relevance-draft.ts';

export interface FormSection {
  readonly draft: Draft;
  readonly set: (next: Partial<Draft>) => void;
  /** The validation error of a setting, by its path. */
  readonly errorAt: (path: string) => string | undefined;
}

export function LanguageSettings({
  draft,
  set,
  errorAt,
  reply,
}: FormSection & { readonly reply: SettingsReply }): ReactNode {
  return (
    <section className="panel" aria-labelledby="text-matching">
      <h2 id="text-matching">Text matching</h2>
      <TextField
        label="Synonyms"
        hint="One rule per line: “sofa, couch” works both ways, “phone => iphone, smartphone” one way. Synonym matches rank below exact matches."
        rows={6}
        value={draft.synonyms}
        onValue={(synonyms) => set({ synonyms })}
        error={errorAt('synonyms')}
      />
      <Check
        label="Use built-in English synonyms"
        hint="About 250 groups, such as television and TV, or trousers and pants."
        checked={draft.builtInSynonyms}
        onChecked={(builtInSynonyms) => set({ builtInSynonyms })}
      />
      <div className="columns">
        <Field
          label="Languages"
          hint={`${describeLanguages(draft.languages, reply)} They control stemming, stop words, compounds and the text model.`}
          placeholder={reply.defaults.search.languages.join(', ')}
          value={draft.languages}
          onValue={(languages) => set({ languages })}
          error={errorAt('languages')}
        />
        <Field
          label="Stop words"
          hint="Leave empty to use the default list of each language."
          value={draft.stopWords}
          onValue={(stopWords) => set({ stopWords })}
          error={errorAt('stopWords')}
        />
      </div>
      <Check
        label="Typo tolerance"
        hint="Used only if too few items match the query as typed."
        checked={draft.typosEnabled}
        onChecked={(typosEnabled) => set({ typosEnabled })}
      />
      {draft.typosEnabled && (
        <>
          <Check
            label="Learn corrections"
            hint="Corrects a word that no item has to what at least five visitors searched for next. Off deletes what was learned."
            checked={draft.learnCorrections}
            onChecked={(learnCorrections) => set({ learnCorrections })}
          />
          <div className="columns">
            <Numeric
              label="Minimum word length for one typo"
              value={draft.minLengthOneTypo}
              onValue={(minLengthOneTypo) => set({ minLengthOneTypo })}
              error={errorAt('typos.minLengthOneTypo')}
            />
            <Numeric
              label="Minimum word length for two typos"
              value={draft.minLengthTwoTypos}
              onValue={(minLengthTwoTypos) => set({ minLengthTwoTypos })}
              error={errorAt('typos.minLengthTwoTypos')}
            />
            <Field
              label="Fields without typo tolerance"
              hint="Such as part numbers."
              value={draft.disabledFields}
              onValue={(disabledFields) => set({ disabledFields })}
              error={errorAt('typos.disabledFields')}
            />
            <Field
              label="Words without typo tolerance"
              hint="Such as brand names that look like typos."
              value={draft.disabledWords}
              onValue={(disabledWords) => set({ disabledWords })}
              error={errorAt('typos.disabledWords')}
            />
          </div>
        </>
      )}
    </section>
  );
}

/** Where the languages come from, and how to change that. */
function describeLanguages(text: string, { defaults, catalogLanguage }: SettingsReply): string {
  const fallback = defaults.search.languages.map(languageName).join(', ') || 'no language';
  const { language, items } = catalogLanguage ?? { language: null, items: 0 };
  const isNamed = language !== null;
  const source = `the names of ${counted(items, 'item')}`;
  if (text.trim() !== '') {
    const whenEmpty = isNamed ? `${languageName(language)}, from ${source}` : `the default, ${fallback}`;
    return `Codes, the main one first. Clear for ${whenEmpty}.`;
  }
  if (isNamed)
    return `${languageName(language)}, from ${source}; set languages to override (en, de, or none).`;
  const missing = items > 0 ? `, as ${source} do not tell` : '';
  return `${capitalized(fallback)}, the default${missing}; set languages to override (en, de, or none).`;
}

const emptyZone = { fields: '', weight: '0.5', weightWhenShort: '0.5', lengthPenalty: '0.5' };

export function FieldSettings({ draft, set, errorAt }: FormSection): ReactNode {
  const change = (index: number, next: Partial<DraftZone>): void =>
    set({ zones: draft.zones.map((zone, i) => (i === index ? { ...zone, ...next } : zone)) });
  return (
    <section className="panel" aria-labelledby="fields">
      <h2 id="fields">Searchable fields</h2>
      <p className="soft">
        Weights are relative to the name, which has weight 1. A field can be a path: <code>attrs</code>{' '}
        includes <code>attrs.colour</code>.
      </p>
      <Field
        label="Name fields"
        value={draft.nameFields}
        onValue={(nameFields) => set({ nameFields })}
        error={errorAt('name')}
      />
      {draft.zones.map((zone, index) => (
        <fieldset key={zone.key} className="field">
          <legend>Group {index + 1}</legend>
          <div className="columns">
            <Field
              label="Fields"
              value={zone.fields}
              onValue={(fields) => change(index, { fields })}
              error={errorAt(`zones[${index}].fields`)}
            />
            <Numeric
              label="Weight"
              value={zone.weight}
              onValue={(weight) => change(index, { weight })}
              error={errorAt(`zones[${index}].weight`)}
            />
            <Numeric
              label="Weight for short texts"
              value={zone.weightWhenShort}
              onValue={(weightWhenShort) => change(index, { weightWhenShort })}
              error={errorAt(`zones[${index}].weightWhenShort`)}
            />
            <Numeric
              label="Length normalisation (BM25 b), 0 to 1"
              value={zone.lengthPenalty}
              onValue={(lengthPenalty) => change(index, { lengthPenalty })}
              error={errorAt(`zones[${index}].lengthPenalty`)}
            />
          </div>
          <div>
            <button
              type="button"
              className="button small"
              onClick={() => set({ zones: draft.zones.filter((_, i) => i !== index) })}
            >
              Remove group {index + 1}
            </button>
          </div>
        </fieldset>
      ))}
      <div>
        <button
          type="button"
          className="button small"
          disabled={draft.zones.length >= 6}
          onClick={() =>
            set({
              zones: [
                ...draft.zones,
                { ...emptyZone, key: 1 + Math.max(-1, ...draft.zones.map(({ key }) => key)) },
              ],
            })
          }
        >
          Add a group
        </button>
      </div>
      <div className="columns">
        <Numeric
          label="Weight of all other fields"
          value={draft.othersWeight}
          onValue={(othersWeight) => set({ othersWeight })}
          error={errorAt('others')}
        />
        <Field
          label="Fields that are not searched"
          hint="They still work in filters and facets."
          value={draft.unsearchableFields}
          onValue={(unsearchableFields) => set({ unsearchableFields })}
          error={errorAt('unsearchableFields')}
        />
        <Field
          label="Variant group field"
          hint="Items with the same value are variants of one product. Leave empty for no variants."
          value={draft.groupBy}
          onValue={(groupBy) => set({ groupBy })}
          error={errorAt('groupBy')}
        />
      </div>
    </section>
  );
}

export function RankingSettings({ draft, set, errorAt }: FormSection): ReactNode {
  return (
    <section className="panel" aria-labelledby="ranking">
      <h2 id="ranking">Ranking</h2>
      <p className="soft">
        Items are ranked by the number of matching words, then by text score, then by your custom ranking.
      </p>
      <div className="columns">
        <Field
          label="Custom ranking (tie-breakers)"
          hint="Such as desc(margin), asc(price). Popularity breaks remaining ties."
          value={draft.customRanking}
          onValue={(customRanking) => set({ customRanking })}
          error={errorAt('customRanking')}
        />
        <Numeric
          label="Text score tolerance, in percent"
          hint="Text scores within this range count as equal. 0 means only identical scores."
          value={draft.textScoreTolerance}
          onValue={(textScoreTolerance) => set({ textScoreTolerance })}
          error={errorAt('textScoreTolerance')}
        />
      </div>
      <Check
        label="Strict tie-breaking, one criterion after another"
        hint="In this order: typos, all words in the name, head noun, exact phrase, then text score."
        checked={draft.strict}
        onChecked={(strict) => set({ strict })}
      />
      <details>
        <summary>Ranking factors</summary>
        <div className="columns">
          {(Object.keys(rankingFactors) as RankingFactor[]).map((name) => (
            <Numeric
              key={name}
              label={rankingFactors[name]}
              value={draft.rankingFactors[name]}
              onValue={(value) => set({ rankingFactors: { ...draft.rankingFactors, [name]: value } })}
              error={errorAt(`ranking.${name}`)}
            />
          ))}
        </div>
      </details>
      <div className="columns">
        <SelectField
          label="Prefix search on the last word"
          value={draft.prefix}
          onValue={(prefix) => set({ prefix })}
          options={[
            ['few', 'If too few items match'],
            ['always', 'Always'],
          ]}
        />
        <Numeric
          label="Drop words below this number of results"
          hint="0 means every word must match."
          value={draft.dropWordsThreshold}
          onValue={(dropWordsThreshold) => set({ dropWordsThreshold })}
          error={errorAt('dropWordsThreshold')}
        />
        <SelectField
          label="When there are no results"
          value={draft.zeroResultsFallback}
          onValue={(zeroResultsFallback) => set({ zeroResultsFallback })}
          options={[
            ['popular', 'Show popular items'],
            ['none', 'Show an empty list'],
          ]}
        />
        <Check
          label="Compare points in photo search"
          hint="Ranks the first ten items by points of their pictures that are found in the photo, too."
          checked={draft.geometricVerification}
          onChecked={(geometricVerification) => set({ geometricVerification })}
        />
        <Check
          label="Learn from photos"
          hint="Keeps vectors of photos, not the pictures: a product that five visitors chose for their photos ranks higher for similar ones. Off deletes them."
          checked={draft.learnFromPhotos}
          onChecked={(learnFromPhotos) => set({ learnFromPhotos })}
        />
        <SelectField
          label="Sold-out items last"
          hint="Items with stock 0. Pinned items stay in place, and a sort is kept."
          value={draft.soldOutLast}
          onValue={(soldOutLast) => set({ soldOutLast })}
          options={[
            ['inTier', 'After items in stock with as many words'],
            ['browsing', 'In lists without a query'],
            ['always', 'After all other items'],
            ['never', 'Never'],
          ]}
        />
        <SelectField
          label="Prices, sizes and values in a query"
          hint="In “red dress under 50”: a colour, a category and a price."
          value={draft.understanding}
          onValue={(understanding) => set({ understanding })}
          options={[
            ['filters', 'Filter by them'],
            ['boosts', 'Rank them first'],
            ['off', 'Search for the words'],
          ]}
        />
      </div>
      <h3>Variety</h3>
      <p className="soft">
        No brand fills the page: “same brand, at most 2, among 10” lists the third item of a brand after
        others. Not in a list with a sort.
      </p>
      <CapRows windowFallback={10} caps={draft.caps} onCaps={(caps) => set({ caps })} errorAt={errorAt} />
    </section>
  );
}

function Numeric(options: {
  label: string;
  value: string;
  onValue: (value: string) => void;
  hint?: string;
  error?: string | undefined;
}): ReactNode {
  return <Field {...options} type="number" step="any" inputMode="decimal" />;
}
