import { VitrineError, type AlertKind, type StoredWebhook } from '@vitrine/sdk';
import { useState, type ReactNode } from 'react';
import { alertKinds, alertTexts, taskKinds, taskTexts, type TaskKind } from '../../app/alert-texts.ts';
import { service } from '../../app/service.ts';
import { useUnsaved } from '../../app/unsaved.ts';
import { Dialog } from '../../parts/dialog.tsx';
import { Check, Field } from '../../parts/field.tsx';
import { NewSecret } from '../../parts/new-secret.tsx';
import { ErrorNote } from '../../parts/states.tsx';

/** Creates or changes a webhook, and shows a new secret once. `stored` null: a new webhook. */
export function WebhookDialog({
  project,
  stored,
  onSaved,
  onClose,
}: {
  project: string;
  stored: StoredWebhook | null;
  onSaved: (saved: StoredWebhook) => void;
  onClose: () => void;
}): ReactNode {
  const [secret, setSecret] = useState<string | null>(null);
  const title = stored === null ? 'New webhook' : `Webhook ${stored.webhook.id}`;
  return (
    <Dialog title={secret === null ? title : 'The secret of the webhook'} isForm onClose={onClose}>
      {secret === null ? (
        <WebhookForm
          project={project}
          stored={stored}
          onSaved={(saved, made) => {
            onSaved(saved);
            if (made === null) onClose();
            else setSecret(made);
          }}
          onClose={onClose}
        />
      ) : (
        <NewSecret noun="secret" secret={secret} recovery="If you lose it, make a new one." onClose={onClose}>
          Copy it to the receiver, which checks the signature of each message with it.
        </NewSecret>
      )}
    </Dialog>
  );
}

function WebhookForm({
  project,
  stored,
  onSaved,
  onClose,
}: {
  project: string;
  stored: StoredWebhook | null;
  onSaved: (saved: StoredWebhook, secret: string | null) => void;
  onClose: () => void;
}): ReactNode {
  const [id, setId] = useState(stored?.webhook.id ?? '');
  const [url, setUrl] = useState(stored?.webhook.url ?? '');
  const [kinds, setKinds] = useState<readonly AlertKind[]>(stored?.webhook.alerts ?? alertKinds);
  const [tasks, setTasks] = useState<readonly TaskKind[]>(stored?.webhook.tasks ?? []);
  const [rotateSecret, setRotateSecret] = useState(false);
  const [error, setError] = useState<unknown>(null);
  const isChanged =
    id !== (stored?.webhook.id ?? '') ||
    url !== (stored?.webhook.url ?? '') ||
    kinds.join() !== (stored?.webhook.alerts ?? alertKinds).join() ||
    tasks.join() !== (stored?.webhook.tasks ?? []).join();
  const isEmpty = kinds.length + tasks.length === 0;
  useUnsaved(
    isChanged ? { title: 'Close without saving the webhook?', detail: 'Your entries will be lost.' } : null,
  );
  const errorAt = (path: string): string | undefined =>
    error instanceof VitrineError ? error.errors.find((one) => one.path.startsWith(path))?.detail : undefined;
  const hasFieldError = ['webhook.id', 'webhook.url'].some((path) => errorAt(path) !== undefined);
  const save = async (): Promise<void> => {
    try {
      const reply = await service.alerts.webhooks.put(
        project,
        {
          id,
          url,
          alerts: alertKinds.filter((kind) => kinds.includes(kind)),
          tasks: taskKinds.filter((kind) => tasks.includes(kind)),
        },
        { ifVersion: stored?.version ?? 0, rotateSecret },
      );
      onSaved(reply, reply.secret);
    } catch (thrown) {
      setError(thrown);
    }
  };
  return (
    <form className="stack" noValidate onSubmit={(event) => (event.preventDefault(), void save())}>
      {stored === null && (
        <Field
          label="Id"
          hint="Lower-case letters, digits, - and _."
          placeholder="on-call"
          className="code"
          autoFocus
          autoComplete="off"
          spellCheck={false}
          value={id}
          onValue={setId}
          error={errorAt('webhook.id')}
        />
      )}
      <Field
        label="URL"
        hint="An https address that receives JSON by POST."
        placeholder="https://hooks.example.com/vitrine"
        className="code"
        type="url"
        autoComplete="off"
        spellCheck={false}
        value={url}
        onValue={setUrl}
        error={errorAt('webhook.url')}
      />
      <fieldset className="stack tight">
        <legend>
          <strong>Alerts</strong>
        </legend>
        {alertKinds.map((kind) => (
          <Check
            key={kind}
            label={alertTexts[kind].title}
            hint={alertTexts[kind].when}
            checked={kinds.includes(kind)}
            onChecked={(checked) =>
              setKinds(checked ? [...kinds, kind] : kinds.filter((other) => other !== kind))
            }
          />
        ))}
      </fieldset>
      <fieldset className="stack tight">
        <legend>
          <strong>Finished tasks</strong>
        </legend>
        {taskKinds.map((kind) => (
          <Check
            key={kind}
            label={taskTexts[kind]}
            checked={tasks.includes(kind)}
            onChecked={(checked) =>
              setTasks(checked ? [...tasks, kind] : tasks.filter((other) => other !== kind))
            }
          />
        ))}
      </fieldset>
      {stored !== null && (
        <Check
          label="Make a new secret"
          hint="The old one is invalid at once: change it at the receiver, too."
          checked={rotateSecret}
          onChecked={setRotateSecret}
        />
      )}
      {isEmpty && <p className="note warn">Select at least one kind of alert or task.</p>}
      {error !== null && !hasFieldError && <ErrorNote error={error} />}
      <div className="row end">
        <button type="button" className="button" onClick={onClose}>
          Cancel
        </button>
        <button type="submit" className="button main" disabled={isEmpty}>
          {stored === null ? 'Create webhook' : 'Save'}
        </button>
      </div>
    </form>
  );
}
