import type { SemanticState, SemanticWeight } from '@vitrine/sdk';
import type { ReactNode } from 'react';
import { useLoad } from '../app/load.ts';
import { service } from '../app/service.ts';
import { Check, Field } from '../parts/field.tsx';
import { count, counted } from '../parts/formats.ts';
import type { FormSection } from './relevance-form.tsx';

/** Whether what the words mean has a part in the searches of a project, by how much, and how far its items are. */
export function Meaning({
  project,
  draft,
  set,
  fault,
}: FormSection & { readonly project: string }): ReactNode {
  const loaded = useLoad(project, (signal) => service.admin.getProject(project, { signal }), 3_000);
  const state = loaded.value?.project.meaning;
  return (
    <section className="pane" aria-labelledby="meaning">
      <h2 id="meaning">Meaning</h2>
      <Check
        label="Search by what the words mean, too"
        hint="Orders the best of what the words find, and finds what they do not: “something to keep drinks cold” finds the fridge."
        checked={draft.meaningEnabled}
        onChecked={(meaningEnabled) => set({ meaningEnabled })}
      />
      {draft.meaningEnabled && (
        <Check
          label="Learn its share from what shoppers choose"
          hint="From the lists that a search shows and the events that name it. Until they prove another share to be better, it is half."
          checked={draft.meaningAuto}
          onChecked={(meaningAuto) => set({ meaningAuto })}
        />
      )}
      {draft.meaningEnabled && !draft.meaningAuto && (
        <div className="columns">
          <Field
            label="Share of the meaning in a place, in percent"
            hint="The rest is the words’. From 40 to 60, judged searches see no difference."
            type="number"
            inputMode="decimal"
            min={0}
            max={100}
            value={draft.meaningWeight}
            onValue={(meaningWeight) => set({ meaningWeight })}
            fault={fault('meaning.weight')}
          />
        </div>
      )}
      {state !== undefined && <Progress state={state} />}
      {draft.meaningEnabled && draft.meaningAuto && state?.weight && <Learnt weight={state.weight} />}
    </section>
  );
}

/** What the shoppers' choices say of the share of the meaning. */
function Learnt({ weight }: { weight: SemanticWeight }): ReactNode {
  const { state, choices, choicesMin, last } = weight;
  const share = `${Math.round(100 * weight.weight)} %`;
  if (state === 'off') return <p className="small soft">Nothing is learnt: its share is {share}.</p>;
  const next =
    state === 'learning' ? 'They are being looked at.' : `They are looked at from ${count(choicesMin)} on.`;
  const found =
    last === null || last.tried === null
      ? 'that is half until there are enough choices'
      : last.tried === last.before
        ? 'no other one is better by what they chose'
        : last.weight === last.tried
          ? 'they chose so'
          : `${Math.round(100 * last.tried)} % may be better, which is not proven`;
  return (
    <p className="small soft" role="status">
      Its share is {share}: {found}. {counted(choices, 'choice')} kept. {next}
    </p>
  );
}

function Progress({ state }: { state: SemanticState }): ReactNode {
  const { embedded, pending, refused, why, detail } = state;
  const total = embedded + pending;
  if (why === 'off') return <p className="small soft">Words alone decide. {detail}.</p>;
  if (why === 'language')
    return (
      <p className="note">
        The text model does not know the first of this project’s languages: words alone decide. A multilingual
        model can be configured.
      </p>
    );
  return (
    <div className="stack tight" role="status">
      {why === 'no_vectors' && pending > 0 && (
        <p className="small soft">Words alone decide until nearly all items are known.</p>
      )}
      {why === 'unavailable' && <p className="note bad">Words alone decide for now. {detail}.</p>}
      <div className="row small" style={{ justifyContent: 'space-between' }}>
        <span className="soft">
          {pending === 0
            ? `${counted(embedded, 'item')} known by their meaning`
            : `${count(embedded)} of ${count(total)} items known by their meaning`}
        </span>
        {refused > 0 && <span className="badge bad">{count(refused)} refused by the model</span>}
      </div>
      {pending > 0 && (
        <div
          className="bar"
          role="progressbar"
          aria-label="Items known by their meaning"
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
