import type { ReactNode } from 'react';
import { Check, Field, SelectField, TextField } from '../parts/field.tsx';
import { bonuses, type Bonus, type Draft, type DraftZone } from './relevance-draft.ts';

export interface FormSection {
  readonly draft: Draft;
  readonly set: (next: Partial<Draft>) => void;
  /** What is wrong with a setting, by its path. */
  readonly fault: (path: string) => string | undefined;
}

export function Words({ draft, set, fault }: FormSection): ReactNode {
  return (
    <section className="pane" aria-labelledby="words">
      <h2 id="words">Words</h2>
      <TextField
        label="Synonyms"
        hint="A rule a line: “sofa, couch” for words that stand for each other, “phone => iphone, smartphone” for one way. What is found by a synonym stands below the word itself."
        rows={6}
        value={draft.synonyms}
        onValue={(synonyms) => set({ synonyms })}
        fault={fault('synonyms')}
      />
      <Check
        label="Know the usual English synonyms too"
        hint="Television and TV, trousers and pants: some 250 groups that hold in every shop."
        checked={draft.builtInSynonyms}
        onChecked={(builtInSynonyms) => set({ builtInSynonyms })}
      />
      <div className="columns">
        <Field
          label="Languages"
          hint="Codes, the most used first: en, de, fr. They decide about endings, stop words and compounds."
          value={draft.languages}
          onValue={(languages) => set({ languages })}
          fault={fault('languages')}
        />
        <Field
          label="Stop words"
          hint="Empty: those of the languages."
          value={draft.stopWords}
          onValue={(stopWords) => set({ stopWords })}
          fault={fault('stopWords')}
        />
      </div>
      <Check
        label="Forgive typos"
        hint="Only where too few items have the words as typed; the answer says what was corrected."
        checked={draft.typosEnabled}
        onChecked={(typosEnabled) => set({ typosEnabled })}
      />
      {draft.typosEnabled && (
        <div className="columns">
          <Numeric
            label="One typo from … letters on"
            value={draft.minLengthOneTypo}
            onValue={(minLengthOneTypo) => set({ minLengthOneTypo })}
            fault={fault('typos.minLengthOneTypo')}
          />
          <Numeric
            label="Two typos from … letters on"
            value={draft.minLengthTwoTypos}
            onValue={(minLengthTwoTypos) => set({ minLengthTwoTypos })}
            fault={fault('typos.minLengthTwoTypos')}
          />
          <Field
            label="Not in these fields"
            hint="Such as part numbers."
            value={draft.disabledFields}
            onValue={(disabledFields) => set({ disabledFields })}
            fault={fault('typos.disabledFields')}
          />
          <Field
            label="Not for these words"
            hint="Such as a brand that is a typo of a word."
            value={draft.disabledWords}
            onValue={(disabledWords) => set({ disabledWords })}
            fault={fault('typos.disabledWords')}
          />
        </div>
      )}
    </section>
  );
}

const emptyZone = { fields: '', weight: '0.5', weightWhenShort: '0.5', lengthPenalty: '0.5' };

export function Fields({ draft, set, fault }: FormSection): ReactNode {
  const change = (index: number, next: Partial<DraftZone>): void =>
    set({ zones: draft.zones.map((zone, i) => (i === index ? { ...zone, ...next } : zone)) });
  return (
    <section className="pane" aria-labelledby="fields">
      <h2 id="fields">Fields</h2>
      <p className="soft">
        A word in the name is worth 1. A field may be a path: <code>attrs</code> also covers{' '}
        <code>attrs.colour</code>.
      </p>
      <Field
        label="Fields that name the product"
        value={draft.nameFields}
        onValue={(nameFields) => set({ nameFields })}
        fault={fault('name')}
      />
      {draft.zones.map((zone, index) => (
        <fieldset key={zone.key} className="field">
          <legend>Group {index + 1}</legend>
          <div className="columns">
            <Field
              label="Fields"
              value={zone.fields}
              onValue={(fields) => change(index, { fields })}
              fault={fault(`zones[${index}].fields`)}
            />
            <Numeric
              label="Weight"
              value={zone.weight}
              onValue={(weight) => change(index, { weight })}
              fault={fault(`zones[${index}].weight`)}
            />
            <Numeric
              label="Weight where as short as names"
              value={zone.weightWhenShort}
              onValue={(weightWhenShort) => change(index, { weightWhenShort })}
              fault={fault(`zones[${index}].weightWhenShort`)}
            />
            <Numeric
              label="Held against long texts, 0 to 1"
              value={zone.lengthPenalty}
              onValue={(lengthPenalty) => change(index, { lengthPenalty })}
              fault={fault(`zones[${index}].lengthPenalty`)}
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
          fault={fault('others')}
        />
        <Field
          label="Fields whose words do not count"
          hint="Filters and facets still have them."
          value={draft.unsearchableFields}
          onValue={(unsearchableFields) => set({ unsearchableFields })}
          fault={fault('unsearchableFields')}
        />
        <Field
          label="Field that makes items variants of one product"
          hint="Empty: each item stands for itself."
          value={draft.groupBy}
          onValue={(groupBy) => set({ groupBy })}
          fault={fault('groupBy')}
        />
      </div>
    </section>
  );
}

export function Order({ draft, set, fault }: FormSection): ReactNode {
  return (
    <section className="pane" aria-labelledby="order">
      <h2 id="order">Order</h2>
      <p className="soft">
        The number of words found always comes first, then how well they match, then your own criteria.
      </p>
      <div className="columns">
        <Field
          label="Your criteria between equal matches"
          hint="Such as desc(margin), asc(price). After them popularity decides."
          value={draft.customRanking}
          onValue={(customRanking) => set({ customRanking })}
          fault={fault('customRanking')}
        />
        <Numeric
          label="Matches within … % are equal"
          hint="0: only exactly equal ones."
          value={draft.textScoreTolerance}
          onValue={(textScoreTolerance) => set({ textScoreTolerance })}
          fault={fault('textScoreTolerance')}
        />
      </div>
      <Check
        label="Decide strictly, one criterion after the other"
        hint="Typos, all words in the name, the product itself, the order typed; then the match as a whole."
        checked={draft.strict}
        onChecked={(strict) => set({ strict })}
      />
      <details>
        <summary>Factors of the match</summary>
        <div className="columns">
          {(Object.keys(bonuses) as Bonus[]).map((name) => (
            <Numeric
              key={name}
              label={bonuses[name]}
              value={draft.bonuses[name]}
              onValue={(value) => set({ bonuses: { ...draft.bonuses, [name]: value } })}
              fault={fault(`ranking.${name}`)}
            />
          ))}
        </div>
      </details>
      <div className="columns">
        <SelectField
          label="The last word as a beginning"
          value={draft.prefix}
          onValue={(prefix) => set({ prefix })}
          options={[
            ['few', 'Where too few items have it whole'],
            ['always', 'Always'],
          ]}
        />
        <Numeric
          label="Items with fewer words until … are listed"
          hint="0: only items with all words."
          value={draft.dropWordsThreshold}
          onValue={(dropWordsThreshold) => set({ dropWordsThreshold })}
          fault={fault('dropWordsThreshold')}
        />
        <SelectField
          label="Where nothing is found"
          value={draft.zeroResultsFallback}
          onValue={(zeroResultsFallback) => set({ zeroResultsFallback })}
          options={[
            ['popular', 'Show popular items, labelled so'],
            ['none', 'Show nothing'],
          ]}
        />
      </div>
    </section>
  );
}

function Numeric(options: {
  label: string;
  value: string;
  onValue: (value: string) => void;
  hint?: string;
  fault?: string | undefined;
}): ReactNode {
  return <Field {...options} type="number" step="any" inputMode="decimal" />;
}
