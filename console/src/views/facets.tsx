import { VitrineError } from '@vitrine/sdk';
import { useState, type ReactNode } from 'react';
import { useDrag } from '../app/drag.ts';
import { useEditedForm } from '../app/edited-form.ts';
import { withSettings } from '../app/draft-changes.ts';
import { facetFields } from '../app/facet-fields.ts';
import { indexOfError } from '../app/field-errors.ts';
import { useLoad } from '../app/load.ts';
import { moved } from '../app/moved.ts';
import type { ProjectView } from '../app/project-view.ts';
import { messageOf, service } from '../app/service.ts';
import { useSaveToast } from '../app/save-toast.ts';
import { useUnsaved } from '../app/unsaved.ts';
import { capitalized, counted } from '../parts/formats.ts';
import { Icon } from '../parts/icons.tsx';
import { SaveBar } from '../parts/save-bar.tsx';
import { SettingsView, type SettingsFormProps } from '../parts/settings-view.tsx';
import { Empty } from '../parts/states.tsx';
import { TouchHint } from '../parts/touch-hint.tsx';
import { facetDraftOf, facetSettingOf, newFacetDraft, type FacetDraft } from './facets/facet-draft.ts';
import { FacetPreview } from './facets/facet-preview.tsx';
import { FacetRow } from './facets/facet-row.tsx';

/** How facets are shown: their order and names, and the order of their values. */
export function FacetsView({ project }: ProjectView): ReactNode {
  return (
    <SettingsView
      project={project}
      title="Facets"
      intro="The order in which a shop shows its facets, their names, and the order of their values. Saved facets apply to the next search."
      rowHeight="11rem"
    >
      {(form) => <Form {...form} />}
    </SettingsView>
  );
}

function Form({ project, reply, onReload }: SettingsFormProps): ReactNode {
  const settings = reply.settings.search.facets;
  const form = useEditedForm<{ facets: readonly FacetDraft[] }>(
    { facets: settings.map(facetDraftOf) },
    reply.version,
  );
  const drafts = form.values.facets;
  const setDrafts = (facets: readonly FacetDraft[]): void => form.setValues({ facets });
  const [open, setOpen] = useState<number | null>(null);
  const [error, setError] = useState<unknown>(null);
  const [busy, setBusy] = useState(false);
  const showSaved = useSaveToast(project);
  const facets = drafts.map(facetSettingOf);
  const isChanged = JSON.stringify(facets) !== JSON.stringify(form.saved.facets.map(facetSettingOf));
  useUnsaved(isChanged ? { detail: 'Changes to the facets are not saved.' } : null);
  const found = useLoad(project, (signal) => facetFields(project, signal));
  const unused = (found.value ?? []).filter((field) => !drafts.some((draft) => draft.field === field));
  const dragOf = useDrag((from, to: number) => setDrafts(moved(drafts, Number(from), to)));
  const add = (field: string): void => {
    const draft = newFacetDraft(drafts, field);
    setDrafts([...drafts, draft]);
    setOpen(draft.key);
  };
  const change = (draft: FacetDraft, next: Partial<FacetDraft>): void =>
    setDrafts(drafts.map((other) => (other.key === draft.key ? { ...draft, ...next } : other)));
  const save = async (): Promise<void> => {
    setBusy(true);
    setError(null);
    try {
      const saved = await service.settings.change(
        project,
        { search: { facets } },
        { ifVersion: reply.version },
      );
      form.setSaved(form.values);
      setOpen(null);
      showSaved('Saved. Applies to the next search.', saved, onReload);
      onReload();
    } catch (failure) {
      setError(failure);
      const index = indexOfError(failure, 'search.facets');
      if (index !== null) setOpen(drafts[index]?.key ?? open);
    }
    setBusy(false);
  };
  const discard = (): void => {
    setDrafts(form.saved.facets);
    setError(null);
    setOpen(null);
  };
  return (
    <form className="stack" noValidate onSubmit={(event) => (event.preventDefault(), void save())}>
      <div className="editor facet-editor">
        <div className="stack">
          {drafts.length === 0 && (
            <Empty
              icon="facets"
              title="No facets set up"
              sample={{
                kind: 'rows',
                rows: [
                  ['Size', 'S, M, L, XL', '4 values'],
                  ['Brand', 'Nordfjell, Kolibri, Lune', '12 values'],
                ],
              }}
            >
              Facets are shown as the search asks for them, their most frequent values first. Add a facet to
              name it, to pin it, or to order its values.
            </Empty>
          )}
          {drafts.length > 1 && (
            <p className="small soft">
              Drag a facet to move it.
              <TouchHint /> Pinned facets come before all others.
            </p>
          )}
          {drafts.length > 0 && (
            <ol className="stack tight" aria-label="Facets">
              {drafts.map((draft, index) => (
                <FacetRow
                  project={project}
                  key={draft.key}
                  draft={draft}
                  isOpen={draft.key === open}
                  attributes={dragOf(String(index), index)}
                  errorAt={(path) => errorAt(error, index, path)}
                  onToggle={() => setOpen(draft.key === open ? null : draft.key)}
                  onUp={index === 0 ? null : () => setDrafts(moved(drafts, index, index - 1))}
                  onDown={
                    index === drafts.length - 1 ? null : () => setDrafts(moved(drafts, index, index + 1))
                  }
                  onRemove={() => setDrafts(drafts.filter(({ key }) => key !== draft.key))}
                  set={(next) => change(draft, next)}
                />
              ))}
            </ol>
          )}
          <div className="row" role="group" aria-label="Add a facet">
            {unused.map((field) => (
              <button key={field} type="button" className="button small" onClick={() => add(field)}>
                <Icon name="plus" size={16} />
                {field}
              </button>
            ))}
            <button type="button" className="button small" onClick={() => add('')}>
              <Icon name="plus" size={16} />
              Other field
            </button>
          </div>
        </div>
        <FacetPreview project={project} settings={facets} saved={settings} />
      </div>
      {error !== null && (
        <p className="note bad" role="alert">
          {messageOf(error)}
        </p>
      )}
      <SaveBar
        operation="changeSettings"
        draft={{ project, change: (draft) => withSettings(draft, { search: { facets } }), onAdded: discard }}
        canSave={isChanged && !busy}
        canDiscard={isChanged}
        onDiscard={discard}
      >
        {isChanged ? 'Unsaved changes' : `${counted(drafts.length, 'facet')} set up`}
      </SaveBar>
    </form>
  );
}

/** The error of a member of a facet; its path is `search.facets[0].name`. */
function errorAt(error: unknown, index: number, member: string): string | undefined {
  if (!(error instanceof VitrineError)) return undefined;
  const prefix = `search.facets[${index}].`;
  const found = error.errors.find(({ path }) => path.startsWith(`${prefix}${member}`));
  return found === undefined ? undefined : capitalized(found.detail.replaceAll(prefix, ''));
}
