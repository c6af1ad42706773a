import type { SettingsReply } from '@vitrine/sdk';
import type { ReactNode } from 'react';
import { Check, SelectField } from '../../parts/field.tsx';
import { capitalized, counted, languageName } from '../../parts/formats.ts';
import type { FormSection } from './form-section.ts';
import { LanguagesField } from './languages-field.tsx';

/** Typos, languages and sold-out products. */
export function BasicSettings({
  draft,
  set,
  errorAt,
  reply,
}: FormSection & { readonly reply: SettingsReply }): ReactNode {
  return (
    <section className="panel" aria-labelledby="basics">
      <h2 id="basics">Typos, languages and stock</h2>
      <Check
        label="Typo tolerance"
        hint="Used only if too few items match the query as typed."
        checked={draft.typosEnabled}
        onChecked={(typosEnabled) => set({ typosEnabled })}
      />
      {draft.typosEnabled && (
        <Check
          label="Learn corrections"
          hint="Corrects a word that no item has to what at least five visitors searched for next. Off deletes what was learned."
          checked={draft.learnCorrections}
          onChecked={(learnCorrections) => set({ learnCorrections })}
        />
      )}
      <div className="columns">
        <LanguagesField
          label="Languages"
          hint={`${describeLanguages(draft.languages, reply)} They control stemming, stop words, compounds and the text model.`}
          value={draft.languages}
          onValue={(languages) => set({ languages })}
          error={errorAt('languages')}
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
      </div>
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
    return `The main one first. Remove all for ${whenEmpty}.`;
  }
  if (isNamed) return `${languageName(language)}, from ${source}, unless languages are chosen here.`;
  const missing = items > 0 ? `, as ${source} do not tell` : '';
  return `${capitalized(fallback)}, the default${missing}, unless languages are chosen here.`;
}
