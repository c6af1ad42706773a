import type { SemanticState } from '@vitrine/sdk';
import type { ReactNode } from 'react';
import { useLoad } from '../app/load.ts';
import { service } from '../app/service.ts';
import { Check, Field } from '../parts/field.tsx';
import { count, counted } from '../parts/formats.ts';
import type { FormSection } from './relevance-form.tsx';

/** Settings and progress of semantic search. */
export function SemanticSearch({
  project,
  draft,
  set,
  errorAt,
}: FormSection & { readonly project: string }): ReactNode {
  const loaded = useLoad(project, (signal) => service.admin.getProject(project, { signal }), 3_000);
  const state = loaded.value?.project.semantic;
  return (
    <section className="panel" aria-labelledby="semantic">
      <h2 id="semantic">Semantic search</h2>
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
      {state !== undefined && <Progress state={state} />}
    </section>
  );
}

function Progress({ state }: { state: SemanticState }): ReactNode {
  const { embedded, pending, refused, reason, detail } = state;
  const total = embedded + pending;
  if (reason === 'disabled') return <p className="small soft">Keyword search only. {detail}.</p>;
  if (reason === 'unsupported_language')
    return (
      <p className="note">
        The text model does not support the language of this project: keyword search only. A multilingual
        model can be configured.
      </p>
    );
  return (
    <div className="stack tight" role="status">
      {reason === 'no_vectors' && pending > 0 && (
        <p className="small soft">Keyword search only, until nearly all items are ready.</p>
      )}
      {reason === 'unavailable' && <p className="note bad">Keyword search only, for now. {detail}.</p>}
      <div className="row small" style={{ justifyContent: 'space-between' }}>
        <span className="soft">
          {pending === 0
            ? `${counted(embedded, 'item')} ready for semantic search`
            : `${count(embedded)} of ${count(total)} items ready for semantic search`}
        </span>
        {refused > 0 && <span className="badge bad">{count(refused)} rejected by the model</span>}
      </div>
      {pending > 0 && (
        <div
          className="bar"
          role="progressbar"
          aria-label="Items ready for semantic search"
          aria-valuemin={0}
          aria-valuemax={total}
          aria-valuenow={embedded}
        >
          <span style={{ width: `${(100 * embedded) / total}%` }} />
        </div>
      )}
    </div>
  );
}
