import { VitrineError, type SettingsReply, type Task } from '@vitrine/sdk';
import { useState, type ReactNode } from 'react';
import { useDraft } from '../app/draft.ts';
import { useLoad } from '../app/load.ts';
import type { ProjectView } from '../app/project-view.ts';
import { messageOf, service } from '../app/service.ts';
import { useToast } from '../app/toasts.tsx';
import { useUnsaved } from '../app/unsaved.ts';
import { counted, count, time } from '../parts/formats.ts';
import { View } from '../parts/shell.tsx';
import { ErrorNote, Skeleton } from '../parts/states.tsx';
import { changesBetween, draftOf, type Draft } from './relevance-draft.ts';
import { Fields, Order, Words } from './relevance-form.tsx';
import { SemanticSearch } from './relevance-semantic.tsx';

/** How a project searches: its words, its fields, its order. */
export function Relevance({ project }: ProjectView): ReactNode {
  const loaded = useLoad(project.id, (signal) => service.settings.get(project.id, { signal }));
  return (
    <View
      title="Relevance"
      intro="How results are found and ordered. The defaults are meant never to need a change; this is for what is special about your shop."
    >
      {loaded.error !== null && <ErrorNote error={loaded.error} retry={loaded.reload} />}
      {loaded.value === null && loaded.error === null && <Skeleton count={3} height="14rem" />}
      {loaded.value !== null && <Form project={project.id} reply={loaded.value} onReload={loaded.reload} />}
    </View>
  );
}

function Form({
  project,
  reply,
  onReload,
}: {
  project: string;
  reply: SettingsReply;
  onReload: () => void;
}): ReactNode {
  const form = useDraft<Draft>(draftOf(reply.settings.search), reply.version);
  const { draft, saved: before, setDraft } = form;
  // While the index is built anew, the newest version is one that is not in effect yet.
  const [savedVersion, setSavedVersion] = useState(reply.version);
  const [error, setError] = useState<unknown>(null);
  const [task, setTask] = useState<Task | null>(null);
  const [busy, setBusy] = useState(false);
  const tell = useToast();
  useUnsaved(form.isChanged ? { detail: 'Changes to the relevance settings are not saved.' } : null);
  const changes = changesBetween(before, draft);
  const changedCount = Object.keys(changes).length;
  const save = async (): Promise<void> => {
    setBusy(true);
    setError(null);
    try {
      const ifVersion = Math.max(reply.version, savedVersion);
      const saved = await service.settings.change(project, { search: changes }, { ifVersion });
      form.setSaved(draft);
      setSavedVersion(saved.version);
      tell(
        saved.task === null ? 'Saved: in effect from the next search on' : 'Saved: the index is built anew',
      );
      setTask(saved.task);
      if (saved.task === null) onReload();
    } catch (failure) {
      setError(failure);
    }
    setBusy(false);
  };
  const fault = (path: string): string | undefined =>
    error instanceof VitrineError
      ? error.errors.find((one) => one.path.startsWith(`search.${path}`))?.detail.replace('search.', '')
      : undefined;
  const parts = { draft, fault, set: (next: Partial<Draft>) => setDraft({ ...draft, ...next }) };
  return (
    <form className="stack" onSubmit={(event) => (event.preventDefault(), void save())}>
      <Words {...parts} />
      <SemanticSearch {...parts} project={project} />
      <Fields {...parts} />
      <Order {...parts} />
      {error !== null && (
        <p className="note bad" role="alert">
          {messageOf(error)}
          {error instanceof VitrineError && error.errors.length > 1
            ? ` — and ${counted(error.errors.length - 1, 'more fault')}, each said at its field`
            : ''}
        </p>
      )}
      {task !== null && <Rebuild key={task.id} task={task} onDone={() => (setTask(null), onReload())} />}
      <div className="row sticky-end">
        <button type="submit" className="button main" disabled={busy || changedCount === 0}>
          Save
        </button>
        <button
          type="button"
          className="button"
          disabled={changedCount === 0}
          onClick={() => (setDraft(before), setError(null))}
        >
          Undo
        </button>
        <span className="small soft" role="status">
          {changedCount > 0
            ? `${counted(changedCount, 'setting')} changed`
            : reply.changedAt === null
              ? 'Nothing is set: the defaults are in force'
              : `Version ${reply.version}, saved ${time(reply.changedAt)}`}
        </span>
      </div>
    </form>
  );
}

/** Watches the index that is built anew; searches go by the old settings until it is there. */
function Rebuild({ task, onDone }: { task: Task; onDone: () => void }): ReactNode {
  const seen = useLoad(
    task.id,
    async (signal) => {
      const now = await service.items.task(task.id, { signal });
      if (now.status === 'succeeded') onDone();
      return now;
    },
    500,
  );
  const now = seen.value ?? task;
  const progress = now.kind === 'reindex' ? now.progress : { indexed: 0, total: 0 };
  if (now.status === 'failed') return <p className="note bad">{now.error?.detail}</p>;
  return (
    <div className="pane" role="status">
      <p>
        The index is built anew beside the one that serves: {count(progress.indexed)} of{' '}
        {count(progress.total)} items. Searches go by the old settings until it is done.
      </p>
      <progress max={Math.max(1, progress.total)} value={progress.indexed} aria-label="Items indexed" />
    </div>
  );
}
