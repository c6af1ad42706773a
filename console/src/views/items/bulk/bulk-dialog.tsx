import type { Item } from '@vitrine/sdk';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import { Dialog } from '../../../parts/dialog.tsx';
import { count, counted } from '../../../parts/formats.ts';
import { ErrorNote } from '../../../parts/states.tsx';
import { ProgressLine } from '../../../parts/progress-line.tsx';
import { useUnsaved } from '../../../app/unsaved.ts';
import {
  changeOfForm,
  emptyForm,
  planOf,
  type BulkChange,
  type BulkForm,
  type BulkPlan,
} from './bulk-change.ts';
import { BulkFields } from './bulk-fields.tsx';
import { BulkPreview } from './bulk-preview.tsx';
import { BulkReport } from './bulk-report.tsx';
import { newestItems, runChanges, type RunProgress } from './run-changes.ts';

type Step =
  | { readonly name: 'form' }
  | { readonly name: 'reading'; readonly read: number; readonly total: number }
  | { readonly name: 'preview'; readonly plan: BulkPlan; readonly change: BulkChange }
  | { readonly name: 'running'; readonly plan: BulkPlan; readonly progress: RunProgress }
  | {
      readonly name: 'done';
      readonly plan: BulkPlan;
      readonly progress: RunProgress;
      readonly isStopped: boolean;
    };

const nothingDone: RunProgress = { done: 0, failures: [], error: null };

/** Changes many items: chooses the change, previews it, makes it with its progress, and reports what failed. */
export function BulkDialog({
  project,
  currency,
  title,
  isDeletion,
  mayDelete,
  read,
  onClose,
}: {
  project: string;
  currency: string;
  /** Names what was selected. */
  title: string;
  isDeletion: boolean;
  mayDelete: boolean;
  /** Reads the selected items. */
  read: (onRead: (read: number, total: number) => void, signal: AbortSignal) => Promise<readonly Item[]>;
  /** `isChanged`: whether items were changed. */
  onClose: (isChanged: boolean) => void;
}): ReactNode {
  const [form, setForm] = useState<BulkForm>(isDeletion ? { ...emptyForm, action: 'delete' } : emptyForm);
  const [step, setStep] = useState<Step>({ name: 'form' });
  const [fieldError, setFieldError] = useState<string | null>(null);
  const [error, setError] = useState<unknown>(null);
  const abort = useRef(new AbortController());
  const hasRun = useRef(false);
  useEffect(() => () => abort.current.abort(), []);
  useUnsaved(
    step.name === 'running'
      ? {
          title: 'Stop here?',
          detail: 'What was changed so far stays changed.',
          leave: 'Stop',
          stay: 'Continue',
        }
      : null,
  );
  const preview = async (readItems: typeof read): Promise<void> => {
    const change = changeOfForm(form, currency);
    setFieldError('error' in change ? change.error : null);
    setError(null);
    if ('error' in change) return;
    setStep({ name: 'reading', read: 0, total: 0 });
    abort.current = new AbortController();
    try {
      const items = await readItems(
        (done, total) => setStep({ name: 'reading', read: done, total }),
        abort.current.signal,
      );
      setStep({ name: 'preview', plan: planOf(change, items, currency), change });
    } catch (thrown) {
      if (!abort.current.signal.aborted) setError(thrown);
      setStep({ name: 'form' });
    }
  };
  const run = async (plan: BulkPlan): Promise<void> => {
    abort.current = new AbortController();
    const { signal } = abort.current;
    hasRun.current = true;
    setStep({ name: 'running', plan, progress: nothingDone });
    const progress = await runChanges(
      project,
      plan.changes,
      (now) => setStep({ name: 'running', plan, progress: now }),
      signal,
    );
    setStep({ name: 'done', plan, progress, isStopped: signal.aborted });
  };
  const close = (): void => {
    abort.current.abort();
    onClose(hasRun.current);
  };
  return (
    <Dialog title={title} isForm={step.name === 'running'} onClose={close}>
      {step.name === 'form' && (
        <form className="stack" onSubmit={(event) => (event.preventDefault(), void preview(read))}>
          <BulkFields
            form={form}
            setForm={setForm}
            error={fieldError}
            currency={currency}
            mayDelete={mayDelete}
          />
          {error !== null && <ErrorNote error={error} />}
          <Buttons onCancel={close}>
            <button type="submit" className="button main">
              Preview
            </button>
          </Buttons>
        </form>
      )}
      {step.name === 'reading' && (
        <>
          <ProgressLine
            label={`Reading items${step.total === 0 ? ' …' : `: ${count(step.read)} of ${count(step.total)}`}`}
            done={step.read}
            total={step.total}
          />
          <Buttons onCancel={close} />
        </>
      )}
      {step.name === 'preview' && (
        <>
          <BulkPreview {...step} />
          <Buttons onCancel={close}>
            <button type="button" className="button" onClick={() => setStep({ name: 'form' })}>
              Back
            </button>
            <button
              type="button"
              className={step.change.kind === 'delete' ? 'button bad main' : 'button main'}
              disabled={step.plan.changes.length === 0}
              onClick={() => void run(step.plan)}
            >
              {step.change.kind === 'delete' ? 'Delete' : 'Change'}{' '}
              {counted(step.plan.changes.length, 'item')}
            </button>
          </Buttons>
        </>
      )}
      {step.name === 'running' && (
        <>
          <ProgressLine
            label={`${count(step.progress.done + step.progress.failures.length)} of ${counted(step.plan.changes.length, 'item')}`}
            done={step.progress.done + step.progress.failures.length}
            total={step.plan.changes.length}
          />
          <div className="row end">
            <button type="button" className="button" onClick={() => abort.current.abort()}>
              Stop
            </button>
          </div>
        </>
      )}
      {step.name === 'done' && (
        <BulkReport
          plan={step.plan}
          progress={step.progress}
          isStopped={step.isStopped}
          onRetry={(failed) => void preview(() => newestItems(project, failed))}
          onClose={close}
        />
      )}
    </Dialog>
  );
}

function Buttons({ onCancel, children }: { onCancel: () => void; children?: ReactNode }): ReactNode {
  return (
    <div className="row end">
      <button type="button" className="button" onClick={onCancel}>
        Cancel
      </button>
      {children}
    </div>
  );
}
