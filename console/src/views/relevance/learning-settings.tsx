import type { ReactNode } from 'react';
import { Field } from '../../parts/field.tsx';
import type { FormSection } from './form-section.ts';

/** Settings of the order learned from clicks, and of the personal order. */
export function LearningSettings({ draft, set, errorAt }: FormSection): ReactNode {
  return (
    <>
      <p className="soft">
        Items that shoppers click, put in the cart and buy more often than their position predicts rank higher
        in search and category lists. Events must name the searchId of the search.
      </p>
      <div className="columns">
        <Percent
          label="Maximum effect of clicks, in percent"
          hint="The score of an item changes by at most this. 0 turns learning off."
          value={draft.learningMax}
          onValue={(learningMax) => set({ learningMax })}
          error={errorAt('learning.max')}
        />
        <Field
          label="Half-life, in days"
          hint="Older clicks count less: half after this time."
          type="number"
          inputMode="numeric"
          min={1}
          max={365}
          value={draft.learningHalfLifeDays}
          onValue={(learningHalfLifeDays) => set({ learningHalfLifeDays })}
          error={errorAt('learning.halfLifeDays')}
        />
        <Percent
          label="Lists that try out a new item, in percent"
          hint="At one of the positions 8 to 12. 0 turns it off."
          max={20}
          value={draft.learningExploration}
          onValue={(learningExploration) => set({ learningExploration })}
          error={errorAt('learning.exploration')}
        />
        <Percent
          label="Maximum effect of personal preferences, in percent"
          hint="By what a visitor views and buys. 0 turns it off."
          value={draft.personalizationMax}
          onValue={(personalizationMax) => set({ personalizationMax })}
          error={errorAt('personalization.max')}
        />
      </div>
    </>
  );
}

function Percent(options: {
  label: string;
  hint: string;
  value: string;
  onValue: (value: string) => void;
  error: string | undefined;
  max?: number;
}): ReactNode {
  return <Field max={50} {...options} type="number" step="any" inputMode="decimal" min={0} />;
}
