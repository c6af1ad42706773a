import type { SemanticState } from '@vitrine/sdk';
import type { ReactNode } from 'react';
import { useLoad } from '../../app/load.ts';
import { service } from '../../app/service.ts';
import { Check, Field, SelectField } from '../../parts/field.tsx';
import { count, counted } from '../../parts/formats.ts';
import type { FormSection } from './form-section.ts';

/** Settings and progress of semantic search. */
export function SemanticSettings({
  project,
  draft,
  set,
  errorAt,
}: FormSection & { readonly project: string }): ReactNode {
  const loaded = useLoad(project, (signal) => service.admin.getProject(project, { signal }), 3_000);
  const state = loaded.value?.project.semantic;
  return (
    <>
      <Check
        label="Use semantic search"
        hint="Re-ranks the best keyword matches and adds semantic matches: “something to keep drinks cold” finds a fridge."
        checked={draft.semanticEnabled}
        onChecked={(semanticEnabled) => set({ semanticEnabled })}
      />
      {draft.semanticEnabled && (
        <Check
          label="Default weight"
          hint="50 % semantic similarity, 50 % keyword score."
          checked={draft.semanticAuto}
          onChecked={(semanticAuto) => set({ semanticAuto })}
        />
      )}
      {draft.semanticEnabled && !draft.semanticAuto && (
        <div className="columns">
          <Field
            label="Semantic weight, in percent"
            hint="The rest is the keyword score."
            type="number"
            inputMode="decimal"
            min={0}
            max={100}
            value={draft.semanticWeight}
            onValue={(semanticWeight) => set({ semanticWeight })}
            error={errorAt('semantic.weight')}
          />
        </div>
      )}
      {draft.semanticEnabled && (
        <div className="columns">
          <SelectField
            label="Text model"
            hint={
              isConfigured(state)
                ? `No effect: this service uses its configured model ${state.model}.`
                : 'Automatic: English if the first language is English. No effect if the service has a configured model.'
            }
            value={draft.semanticModel}
            onValue={(semanticModel) => set({ semanticModel })}
            options={[
              ['auto', 'Automatic'],
              ['english', 'English'],
              ['multilingual', 'Multilingual, 15 languages'],
            ]}
          />
          <SelectField
            label="Queries in other languages"
            hint={
              draft.semanticModel === 'multilingual' || state?.model === 'multilingual'
                ? 'No effect: the multilingual model reads all its languages.'
                : 'Finds items by meaning: “krzesło” finds a chair. Automatic: on for up to 200,000 items.'
            }
            value={draft.foreignQueries}
            onValue={(foreignQueries) => set({ foreignQueries })}
            options={[
              ['auto', 'Automatic'],
              ['on', 'On'],
              ['off', 'Off'],
            ]}
          />
        </div>
      )}
      {state !== undefined && <Progress state={state} />}
    </>
  );
}

const modelNames: Readonly<Record<string, string>> = {
  english: 'the English model',
  multilingual: 'the multilingual model',
};

/** Whether the service has a model of its own configuration, which goes before those that come with Vitrine. */
function isConfigured(state: SemanticState | undefined): state is SemanticState & { readonly model: string } {
  return state !== undefined && state.model !== null && modelNames[state.model] === undefined;
}

function Progress({ state }: { state: SemanticState }): ReactNode {
  const { embedded, pending, refused, crossLingual, reason, model, detail } = state;
  const modelName = model === null ? 'no text model' : (modelNames[model] ?? `the model ${model}`);
  if (reason === 'disabled') return <p className="small soft">Keyword search only. {detail}.</p>;
  if (reason === 'unsupported_language')
    return (
      <p className="note">
        Keyword search only:{' '}
        {model === null
          ? 'no text model that may be used supports the first language of this project.'
          : `${modelName} does not support the language of most items.`}{' '}
        Choose another text model, or configure one.
      </p>
    );
  return (
    <div className="stack tight" role="status">
      {reason === 'no_vectors' && pending > 0 && (
        <p className="small soft">Keyword search only, until nearly all items are ready.</p>
      )}
      {reason === 'unavailable' && <p className="note bad">Keyword search only, for now. {detail}.</p>}
      <ItemProgress embedded={embedded} pending={pending} purpose={`semantic search with ${modelName}`}>
        {refused > 0 && <span className="badge bad">{count(refused)} rejected by the model</span>}
      </ItemProgress>
      {crossLingual.embedded + crossLingual.pending > 0 && (
        <ItemProgress {...crossLingual} purpose="queries in other languages" />
      )}
    </div>
  );
}

function ItemProgress({
  embedded,
  pending,
  purpose,
  children,
}: {
  embedded: number;
  pending: number;
  purpose: string;
  children?: ReactNode;
}): ReactNode {
  const total = embedded + pending;
  return (
    <>
      <div className="row small" style={{ justifyContent: 'space-between' }}>
        <span className="soft">
          {pending === 0
            ? `${counted(embedded, 'item')} ready for ${purpose}`
            : `${count(embedded)} of ${count(total)} items ready for ${purpose}`}
        </span>
        {children}
      </div>
      {pending > 0 && (
        <div
          className="bar"
          role="progressbar"
          aria-label={`Items ready for ${purpose}`}
          aria-valuemin={0}
          aria-valuemax={total}
          aria-valuenow={embedded}
        >
          <span style={{ width: `${(100 * embedded) / total}%` }} />
        </div>
      )}
    </>
  );
}
