import { VitrineError, type Task } from '@vitrine/sdk';
import { useState, type ReactNode } from 'react';
import { useEditedForm } from '../app/edited-form.ts';
import { withSettings } from '../app/draft-changes.ts';
import { useLoad } from '../app/load.ts';
import type { ProjectView } from '../app/project-view.ts';
import { messageOf, service } from '../app/service.ts';
import { useSaveToast } from '../app/save-toast.ts';
import { useUnsaved } from '../app/unsaved.ts';
import { counted, count, time } from '../parts/formats.ts';
import { SaveBar } from '../parts/save-bar.tsx';
import { SettingsView, type SettingsFormProps } from '../parts/settings-view.tsx';
import { AdvancedSettings } from './relevance/advanced-settings.tsx';
import { BasicSettings } from './relevance/basic-settings.tsx';
import { SearchableFields } from './relevance/field-lanes.tsx';
import { LearnedCorrections } from './relevance/learned-corrections.tsx';
import { changesBetween, createDraft, type Draft } from './relevance/relevance-draft.ts';
import { SearchQualityPanel } from './relevance/search-quality.tsx';
import { Synonyms } from './relevance/synonym-table.tsx';
import { TryPanel } from './relevance/try-panel.tsx';

/** Search settings of a project, with a search that shows what they change. */
export function Relevance({ project }: ProjectView): ReactNode {
  return (
    <SettingsView
      project={project}
      title="Relevance"
      intro="How search finds and orders products. Try each change on a search before you save it."
      rowHeight="22rem"
    >
      {(form) => <Form {...form} />}
    </SettingsView>
  );
}

function Form({ project, reply, onReload }: SettingsFormProps): ReactNode {
  const form = useEditedForm<Draft>(createDraft(reply), reply.version);
  const { values: draft, saved: initial, setValues: setDraft } = form;
  // During an index rebuild the saved version is not active yet.
  const [savedVersion, setSavedVersion] = useState(reply.version);
  const [error, setError] = useState<unknown>(null);
  const [task, setTask] = useState<Task | null>(null);
  const [busy, setBusy] = useState(false);
  /** The search of the preview; null: the most frequent one. */
  const [query, setQuery] = useState<string | null>(null);
  const showSaved = useSaveToast(project);
  useUnsaved(form.isChanged ? { detail: 'Changes to the relevance settings are not saved.' } : null);
  const changes = changesBetween(initial, draft, reply.settings.search.synonyms);
  const changedCount = Object.keys(changes).length;
  const save = async (): Promise<void> => {
    setBusy(true);
    setError(null);
    try {
      const ifVersion = Math.max(reply.version, savedVersion);
      const saved = await service.settings.change(project, { search: changes }, { ifVersion });
      form.setSaved(draft);
      setSavedVersion(saved.version);
      showSaved(
        saved.task === null ? 'Saved. Applies to the next search.' : 'Saved. The index is being rebuilt.',
        saved,
        onReload,
      );
      setTask(saved.task);
      if (saved.task === null) onReload();
    } catch (failure) {
      setError(failure);
    }
    setBusy(false);
  };
  const discard = (): void => {
    setDraft(initial);
    setError(null);
  };
  const errorAt = (path: string): string | undefined =>
    error instanceof VitrineError
      ? error.errors.find((one) => one.path.startsWith(`search.${path}`))?.detail.replace('search.', '')
      : undefined;
  const section = { draft, errorAt, set: (next: Partial<Draft>) => setDraft({ ...draft, ...next }) };
  return (
    <div className="editor relevance">
      <form className="editor-page" onSubmit={(event) => (event.preventDefault(), void save())}>
        <SearchQualityPanel project={project} changes={changes} />
        <Synonyms {...section} project={project} saved={initial.synonyms} onTry={setQuery} />
        <SearchableFields {...section} project={project} />
        <BasicSettings {...section} reply={reply} />
        <LearnedCorrections project={project} onSynonym={form.isChanged ? null : onReload} />
        <AdvancedSettings {...section} project={project} />
        {error !== null && (
          <p className="note bad" role="alert">
            {messageOf(error)}
            {error instanceof VitrineError && error.errors.length > 1
              ? ` (and ${counted(error.errors.length - 1, 'more error')}, shown at the fields)`
              : ''}
          </p>
        )}
        {task !== null && <Rebuild key={task.id} task={task} onDone={() => (setTask(null), onReload())} />}
        <SaveBar
          operation="changeSettings"
          draft={{ project, change: (added) => withSettings(added, { search: changes }), onAdded: discard }}
          canSave={changedCount > 0 && !busy}
          canDiscard={changedCount > 0}
          onDiscard={discard}
        >
          {changedCount > 0
            ? `${counted(changedCount, 'setting')} changed`
            : reply.changedAt === null
              ? 'All settings are at their defaults'
              : `Version ${reply.version}, saved ${time(reply.changedAt)}`}
        </SaveBar>
      </form>
      <TryPanel project={project} changes={changes} query={query} onQuery={setQuery} />
    </div>
  );
}

/** Progress of an index rebuild. Searches use the old settings until it ends. */
function Rebuild({ task, onDone }: { task: Task; onDone: () => void }): ReactNode {
  const loaded = useLoad(
    task.id,
    async (signal) => {
      const latest = await service.items.task(task.id, { signal });
      if (latest.status === 'succeeded') onDone();
      return latest;
    },
    500,
  );
  const current = loaded.value ?? task;
  const progress = current.kind === 'reindex' ? current.progress : { indexed: 0, total: 0 };
  if (current.status === 'failed') return <p className="note bad">{current.error?.detail}</p>;
  return (
    <div className="panel" role="status">
      <p>
        Rebuilding the index: {count(progress.indexed)} of {count(progress.total)} items. Searches use the old
        settings until it is finished.
      </p>
      <progress max={Math.max(1, progress.total)} value={progress.indexed} aria-label="Items indexed" />
    </div>
  );
}
