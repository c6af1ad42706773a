import { VitrineError, type PlacementReply } from '@vitrine/sdk';
import { useState, type ReactNode } from 'react';
import { useDraft } from '../app/draft.ts';
import { errorAtOf } from '../app/field-errors.ts';
import { isJson } from '../app/json-text.ts';
import { useLoad } from '../app/load.ts';
import type { ProjectView } from '../app/project-view.ts';
import { Link, projectPath } from '../app/router.tsx';
import { messageOf, service } from '../app/service.ts';
import { useToast } from '../app/toasts.tsx';
import { useUnsaved } from '../app/unsaved.ts';
import { capitalized, time } from '../parts/formats.ts';
import { View } from '../parts/shell.tsx';
import { ErrorNote, Skeleton } from '../parts/states.tsx';
import { draftOf, newPlacement, placementOf, type PlacementDraft } from './placements/placement-draft.ts';
import { PlacementForm } from './placements/placement-form.tsx';
import { PlacementPreview } from './placements/placement-preview.tsx';

/** The placement of the address, which may not exist yet: its form and its list. */
export function PlacementEditor({ project, parts }: ProjectView): ReactNode {
  const id = parts['placement'] ?? '';
  const loaded = useLoad(`${project.id} ${id}`, async (signal) => {
    try {
      return { stored: await service.placements.get(project.id, id, { signal }) };
    } catch (error) {
      if (error instanceof VitrineError && error.code === 'placement_not_found') return { stored: null };
      throw error;
    }
  });
  const { value } = loaded;
  return (
    <View
      title={value?.stored?.placement.title ?? id}
      intro={
        <>
          Shown by pages that ask for <code>{id}</code>.{' '}
          <Link to={projectPath(project.id, '/placements')}>All placements</Link>
        </>
      }
    >
      {loaded.error !== null && <ErrorNote error={loaded.error} retry={loaded.reload} />}
      {value === null && loaded.error === null && <Skeleton count={2} height="16rem" />}
      {value !== null && <Editor project={project} id={id} stored={value.stored} onReload={loaded.reload} />}
    </View>
  );
}

function Editor({
  project,
  id,
  stored,
  onReload,
}: {
  project: ProjectView['project'];
  id: string;
  stored: PlacementReply | null;
  onReload: () => void;
}): ReactNode {
  const version = stored?.version ?? 0;
  const form = useDraft<PlacementDraft>(stored === null ? newPlacement : draftOf(stored.placement), version);
  const { draft } = form;
  const [error, setError] = useState<unknown>(null);
  const [busy, setBusy] = useState(false);
  const notify = useToast();
  const isChanged = stored === null || form.isChanged;
  useUnsaved(form.isChanged ? { detail: 'Changes to the placement are not saved.' } : null);
  const isComplete = isJson(draft.userData);
  const save = async (): Promise<void> => {
    if (!isComplete) return;
    setBusy(true);
    setError(null);
    try {
      await service.placements.put(project.id, placementOf(id, draft), { ifVersion: version });
      form.setSaved(draft);
      notify('Saved. Applies to the next request.');
      onReload();
    } catch (failure) {
      setError(failure);
    }
    setBusy(false);
  };
  const errors = error instanceof VitrineError ? error.errors : [];
  const errorAt = errorAtOf(
    errors.map(({ path, detail }) => ({
      path: path.replace(/^placement\.?/, ''),
      detail: capitalized(detail),
    })),
  );
  return (
    <form
      className="stack"
      noValidate
      onSubmit={(event) => (event.preventDefault(), void save())}
      aria-label="Placement"
    >
      <div className="placement-editor">
        <PlacementForm
          project={project.id}
          draft={draft}
          set={(next) => form.setDraft({ ...draft, ...next })}
          errorAt={errorAt}
        />
        <PlacementPreview project={project} id={id} draft={draft} />
      </div>
      {error !== null && (
        <p className="note bad" role="alert">
          {messageOf(error)}
        </p>
      )}
      <div className="row sticky-end">
        <button type="submit" className="button main" disabled={busy || !isChanged || !isComplete}>
          Save
        </button>
        <button
          type="button"
          className="button"
          disabled={!form.isChanged}
          onClick={() => (form.setDraft(form.saved), setError(null))}
        >
          Discard changes
        </button>
        <span className="small soft" role="status">
          {form.isChanged
            ? 'Unsaved changes'
            : stored === null
              ? 'Not saved yet'
              : `Version ${stored.version}, saved ${time(stored.changedAt)}`}
        </span>
      </div>
    </form>
  );
}
