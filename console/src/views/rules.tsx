import { VitrineError, type RulesReply } from '@vitrine/sdk';
import { useState, type ReactNode } from 'react';
import { useDraft } from '../app/draft.ts';
import { useLoad } from '../app/load.ts';
import type { ProjectView } from '../app/project-view.ts';
import { messageOf, service } from '../app/service.ts';
import { useToast } from '../app/toasts.tsx';
import { useUnsaved } from '../app/unsaved.ts';
import { counted, time } from '../parts/formats.ts';
import { Icon } from '../parts/icons.tsx';
import { View } from '../parts/shell.tsx';
import { Empty, ErrorNote, Skeleton } from '../parts/states.tsx';
import { draftOf, isFinished, newDraft, ruleOf, statusOf, summaryOf, type RuleDraft } from './rule-draft.ts';
import { RuleEditor } from './rule-editor.tsx';
import { RulePreview } from './rule-preview.tsx';

/** The merchandising rules of a project. */
export function Rules({ project }: ProjectView): ReactNode {
  const loaded = useLoad(project.id, (signal) => service.rules.get(project.id, { signal }));
  return (
    <View
      title="Rules"
      intro="Pin, hide, boost or bury items for a query, a filter or a period. Saved rules apply to the next search."
    >
      {loaded.error !== null && <ErrorNote error={loaded.error} retry={loaded.reload} />}
      {loaded.value === null && loaded.error === null && <Skeleton count={2} height="8rem" />}
      {loaded.value !== null && <Form project={project} reply={loaded.value} onReload={loaded.reload} />}
    </View>
  );
}

function Form({
  project,
  reply,
  onReload,
}: {
  project: ProjectView['project'];
  reply: RulesReply;
  onReload: () => void;
}): ReactNode {
  const form = useDraft<{ rules: readonly RuleDraft[] }>({ rules: reply.rules.map(draftOf) }, reply.version);
  const drafts = form.draft.rules;
  const savedRules = form.saved.rules;
  const setDrafts = (next: readonly RuleDraft[]): void => form.setDraft({ rules: next });
  const [open, setOpen] = useState<number | null>(null);
  const [error, setError] = useState<unknown>(null);
  const [busy, setBusy] = useState(false);
  const notify = useToast();
  const rules = drafts.map(ruleOf);
  const isChanged = JSON.stringify(rules) !== JSON.stringify(savedRules.map(ruleOf));
  useUnsaved(isChanged ? { detail: 'Changes to the rules are not saved.' } : null);
  const edited = drafts.find(({ key }) => key === open);
  const add = (): void => {
    const draft = newDraft(drafts);
    setDrafts([...drafts, draft]);
    setOpen(draft.key);
  };
  const save = async (): Promise<void> => {
    setBusy(true);
    setError(null);
    try {
      await service.rules.change(project.id, rules, { ifVersion: reply.version });
      form.setSaved(form.draft);
      setOpen(null);
      notify('Saved. Applies to the next search.');
      onReload();
    } catch (failure) {
      setError(failure);
      setOpen(keyOfError(failure, drafts) ?? open);
    }
    setBusy(false);
  };
  return (
    <form className="stack" noValidate onSubmit={(event) => (event.preventDefault(), void save())}>
      {drafts.length === 0 && (
        <Empty icon="rules" title="No rules yet">
          Results are ranked by relevance and popularity. Add a rule to pin this week’s offer or to hide a
          product from all results.
        </Empty>
      )}
      <List
        project={project.id}
        drafts={drafts}
        open={open}
        error={error}
        onOpen={setOpen}
        onDrafts={setDrafts}
      />
      <div>
        <button type="button" className="button" onClick={add}>
          <Icon name="plus" size={16} />
          Add a rule
        </button>
      </div>
      {error !== null && (
        <p className="note bad" role="alert">
          {messageOf(error)}
        </p>
      )}
      {drafts.length > 0 && (
        <RulePreview
          key={open}
          project={project}
          rules={drafts.filter(isFinished).map(ruleOf)}
          query={edited?.query ?? ''}
          filters={edited?.filters ?? ''}
        />
      )}
      <SaveBar
        reply={reply}
        busy={busy}
        isChanged={isChanged}
        onDiscard={() => (setDrafts(savedRules), setError(null), setOpen(null))}
      />
    </form>
  );
}

/** Saves or discards changes and shows the saved version. */
function SaveBar(options: {
  reply: RulesReply;
  busy: boolean;
  isChanged: boolean;
  onDiscard: () => void;
}): ReactNode {
  const { version, changedAt, rules } = options.reply;
  return (
    <div className="row sticky-end">
      <button type="submit" className="button main" disabled={options.busy || !options.isChanged}>
        Save
      </button>
      <button type="button" className="button" disabled={!options.isChanged} onClick={options.onDiscard}>
        Discard changes
      </button>
      <span className="small soft" role="status">
        {options.isChanged
          ? 'Unsaved changes'
          : changedAt === null
            ? 'No rules saved'
            : `${counted(rules.length, 'rule')}, version ${version}, saved ${time(changedAt)}`}
      </span>
    </div>
  );
}

/** The key of the rule with the first error. */
function keyOfError(error: unknown, drafts: readonly RuleDraft[]): number | undefined {
  const path = error instanceof VitrineError ? error.errors[0]?.path : undefined;
  const index = /^rules\[(\d+)\]/.exec(path ?? '')?.[1];
  return index === undefined ? undefined : drafts[Number(index)]?.key;
}

function errorsOf(error: unknown, index: number): (path: string) => string | undefined {
  const fieldErrors = error instanceof VitrineError ? error.errors : [];
  const prefix = `rules[${index}].`;
  return (path) => {
    // An error of `when.filters` belongs to its own field, not to that of `when`.
    const own = fieldErrors.find(
      (one) => one.path.startsWith(prefix + path) && (path !== 'when' || !one.path.endsWith('.filters')),
    );
    return own?.detail.replaceAll(prefix, '');
  };
}

interface ListOptions {
  readonly project: string;
  readonly drafts: readonly RuleDraft[];
  readonly open: number | null;
  readonly error: unknown;
  readonly onOpen: (key: number | null) => void;
  readonly onDrafts: (drafts: readonly RuleDraft[]) => void;
}

function List({ project, drafts, open, error, onOpen, onDrafts }: ListOptions): ReactNode {
  const move = (from: number, to: number): void => {
    const moved = drafts.filter((_, i) => i !== from);
    onDrafts([...moved.slice(0, to), drafts[from]!, ...moved.slice(to)]);
  };
  return (
    <>
      {drafts.length > 1 && <p className="small soft">Earlier rules take precedence.</p>}
      <ol className="stack" aria-label="Rules">
        {drafts.map((draft, index) => (
          <li key={draft.key} className="panel">
            <RuleHeader
              draft={draft}
              isOpen={draft.key === open}
              onToggle={() => onOpen(draft.key === open ? null : draft.key)}
              onUp={index === 0 ? null : () => move(index, index - 1)}
              onDown={index === drafts.length - 1 ? null : () => move(index, index + 1)}
              onRemove={() => onDrafts(drafts.filter(({ key }) => key !== draft.key))}
            />
            {draft.key === open && (
              <RuleEditor
                project={project}
                draft={draft}
                errorAt={errorsOf(error, index)}
                set={(next) =>
                  onDrafts(drafts.map((other) => (other.key === draft.key ? { ...draft, ...next } : other)))
                }
              />
            )}
          </li>
        ))}
      </ol>
    </>
  );
}

function RuleHeader(options: {
  draft: RuleDraft;
  isOpen: boolean;
  onToggle: () => void;
  onUp: (() => void) | null;
  onDown: (() => void) | null;
  onRemove: () => void;
}): ReactNode {
  const { draft, isOpen, onToggle, onUp, onDown, onRemove } = options;
  const { text, tone } = statusOf(draft, Date.now());
  return (
    <div className="rule-head">
      <div>
        <h2>{draft.id}</h2>
        <p className="small soft">{summaryOf(draft)}</p>
      </div>
      <span className={`badge ${tone}`}>{text}</span>
      <div className="row">
        <button type="button" className="button small" aria-expanded={isOpen} onClick={onToggle}>
          {isOpen ? 'Close' : 'Edit'}
          <span className="visually-hidden"> {draft.id}</span>
        </button>
        <button type="button" className="button small" disabled={onUp === null} onClick={() => onUp?.()}>
          Up<span className="visually-hidden"> {draft.id}</span>
        </button>
        <button type="button" className="button small" disabled={onDown === null} onClick={() => onDown?.()}>
          Down<span className="visually-hidden"> {draft.id}</span>
        </button>
        <button type="button" className="button small bad" onClick={onRemove}>
          Remove<span className="visually-hidden"> {draft.id}</span>
        </button>
      </div>
    </div>
  );
}
