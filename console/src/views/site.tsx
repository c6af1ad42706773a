import { VitrineError } from '@vitrine/sdk';
import { useState, type ReactNode } from 'react';
import { withSettings } from '../app/draft-changes.ts';
import { useEditedForm } from '../app/edited-form.ts';
import { facetFields } from '../app/facet-fields.ts';
import { errorAtOf } from '../app/field-errors.ts';
import { useLoad } from '../app/load.ts';
import type { ProjectView } from '../app/project-view.ts';
import { messageOf, service } from '../app/service.ts';
import { useSaveToast } from '../app/save-toast.ts';
import { useUnsaved } from '../app/unsaved.ts';
import { SaveBar } from '../parts/save-bar.tsx';
import { SettingsView, type SettingsFormProps } from '../parts/settings-view.tsx';
import { listChanges } from './site/front-changes.ts';
import { FrontComparison } from './site/front-comparison.tsx';
import { SiteCheck } from './site/site-check.tsx';
import { SiteForm } from './site/site-form.tsx';
import { SitePreview } from './site/site-preview.tsx';
import { TagPanel } from './site/tag-panel.tsx';

/** What one script tag shows on the pages of an existing shop. */
export function Site({ project }: ProjectView): ReactNode {
  return (
    <SettingsView
      project={project}
      title="On your site"
      intro="Search and recommendations on an existing shop by one tag, without a change of its theme. Saved changes are on all pages within a minute."
      rowHeight="20rem"
      lead={
        <>
          <TagPanel project={project} />
          <SiteCheck project={project.id} />
        </>
      }
    >
      {(form) => (
        <>
          <FrontComparison project={project.id} version={form.reply.version} />
          <Form {...form} currency={project.currency} />
        </>
      )}
    </SettingsView>
  );
}

function Form({ project, currency, reply, onReload }: SettingsFormProps & { currency: string }): ReactNode {
  const form = useEditedForm(reply.settings.front, reply.version);
  const front = form.values;
  const [picking, setPicking] = useState<number | null>(null);
  const [error, setError] = useState<unknown>(null);
  const [busy, setBusy] = useState(false);
  const showSaved = useSaveToast(project);
  useUnsaved(form.isChanged ? { detail: 'Changes to what your site shows are not saved.' } : null);
  const known = useLoad(project, (signal) => facetFields(project, signal)).value ?? [];
  const errors = error instanceof VitrineError ? error.errors : [];
  const errorAt = errorAtOf(
    errors.map(({ path, detail }) => ({
      path: path.replace(/^front\./, ''),
      detail: detail.replace('front.', ''),
    })),
  );
  const save = async (): Promise<void> => {
    setBusy(true);
    setError(null);
    try {
      const changes = { front: listChanges(form.saved, front) };
      const saved = await service.settings.change(project, changes, { ifVersion: reply.version });
      form.setSaved(front);
      showSaved('Saved. On all pages within a minute.', saved, onReload);
      onReload();
    } catch (failure) {
      setError(failure);
    }
    setBusy(false);
  };
  const discard = (): void => {
    form.setValues(form.saved);
    setError(null);
    setPicking(null);
  };
  const placeList = (selector: string): void => {
    if (picking === null) return;
    form.edit({
      lists: front.lists.map((list, index) =>
        index === picking ? { ...list, selector, position: 'after' } : list,
      ),
    });
    setPicking(null);
  };
  return (
    <form className="stack" noValidate onSubmit={(event) => (event.preventDefault(), void save())}>
      <div className="editor site-editor">
        <SiteForm
          project={project}
          front={front}
          set={form.edit}
          errorAt={errorAt}
          known={known}
          picking={picking}
          onPick={setPicking}
        />
        <SitePreview
          project={project}
          currency={currency}
          front={front}
          isPicking={picking !== null}
          onPicked={placeList}
        />
      </div>
      {error !== null && (
        <p className="note bad" role="alert">
          {messageOf(error)}
        </p>
      )}
      <SaveBar
        operation="changeSettings"
        draft={{
          project,
          change: (draft) => withSettings(draft, { front: listChanges(form.saved, front) }),
          onAdded: discard,
        }}
        canSave={form.isChanged && !busy}
        canDiscard={form.isChanged}
        onDiscard={discard}
      >
        {form.isChanged ? 'Unsaved changes' : 'Saved'}
      </SaveBar>
    </form>
  );
}
