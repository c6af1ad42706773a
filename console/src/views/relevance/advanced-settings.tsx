import type { ReactNode } from 'react';
import { CapRows } from '../../parts/cap-rows.tsx';
import { Check, Field, SelectField } from '../../parts/field.tsx';
import { LearningSettings } from './learning-settings.tsx';
import type { FormSection } from './form-section.ts';
import { rankingFactors, type DraftZone, type RankingFactor } from './relevance-draft.ts';
import { SemanticSettings } from './semantic-settings.tsx';

/** Settings whose defaults suit most shops, in groups that open one by one. */
export function AdvancedSettings({
  project,
  ...section
}: FormSection & { readonly project: string }): ReactNode {
  return (
    <section className="stack" aria-labelledby="advanced">
      <div>
        <h2 id="advanced">Advanced</h2>
        <p className="soft">The defaults suit most shops.</p>
      </div>
      <SettingsGroup title="Words and typos">
        <WordSettings {...section} />
      </SettingsGroup>
      <SettingsGroup title="Semantic search">
        <SemanticSettings {...section} project={project} />
      </SettingsGroup>
      <SettingsGroup title="Learning from shoppers">
        <LearningSettings {...section} />
      </SettingsGroup>
      <SettingsGroup title="Weights of fields">
        <FieldWeights {...section} />
      </SettingsGroup>
      <SettingsGroup title="Ranking">
        <RankingSettings {...section} />
      </SettingsGroup>
      <SettingsGroup title="Photos">
        <PhotoSettings {...section} />
      </SettingsGroup>
      <SettingsGroup title="Variety">
        <VarietySettings {...section} />
      </SettingsGroup>
    </section>
  );
}

function SettingsGroup({ title, children }: { title: string; children: ReactNode }): ReactNode {
  return (
    <details className="panel group" aria-label={title}>
      <summary>
        <h3>{title}</h3>
      </summary>
      <div className="stack">{children}</div>
    </details>
  );
}

function WordSettings({ draft, set, errorAt }: FormSection): ReactNode {
  return (
    <>
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
        <Field
          label="Stop words"
          hint="Leave empty to use the default list of each language."
          value={draft.stopWords}
          onValue={(stopWords) => set({ stopWords })}
          error={errorAt('stopWords')}
        />
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
    </>
  );
}

const emptyZone = { fields: '', weight: '0.5', weightWhenShort: '0.5', lengthPenalty: '0.5' };

function FieldWeights({ draft, set, errorAt }: FormSection): ReactNode {
  const change = (index: number, next: Partial<DraftZone>): void =>
    set({ zones: draft.zones.map((zone, i) => (i === index ? { ...zone, ...next } : zone)) });
  return (
    <>
      <p className="soft">Relative to the name, which has weight 1.</p>
      {draft.zones.map((zone, index) => (
        <fieldset key={zone.key} className="field">
          <legend>{draft.zones.length === 1 ? 'Texts' : `Texts ${index + 1}`}</legend>
          <div className="columns">
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
              Remove texts {index + 1}
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
          Add texts of another weight
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
          label="Variant group field"
          hint="Items with the same value are variants of one product. Leave empty for no variants."
          value={draft.groupBy}
          onValue={(groupBy) => set({ groupBy })}
          error={errorAt('groupBy')}
        />
      </div>
    </>
  );
}

function RankingSettings({ draft, set, errorAt }: FormSection): ReactNode {
  return (
    <>
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
    </>
  );
}

function PhotoSettings({ draft, set }: FormSection): ReactNode {
  return (
    <>
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
    </>
  );
}

function VarietySettings({ draft, set, errorAt }: FormSection): ReactNode {
  return (
    <>
      <p className="soft">
        No brand fills the page: “same brand, at most 2, among 10” lists the third item of a brand after
        others. Not in a list with a sort.
      </p>
      <CapRows windowFallback={10} caps={draft.caps} onCaps={(caps) => set({ caps })} errorAt={errorAt} />
    </>
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
