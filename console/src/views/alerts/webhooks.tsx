import type { StoredWebhook, WebhookDelivery, WebhookTestReply } from '@vitrine/sdk';
import { useState, type ReactNode } from 'react';
import { alertTexts, alertTitle, taskTexts } from '../../app/alert-texts.ts';
import { newestOf, useLoad } from '../../app/load.ts';
import { useOpenedByAddress } from '../../app/opened-by-address.ts';
import { messageOf, service } from '../../app/service.ts';
import { useToast } from '../../app/toasts.tsx';
import { Confirm } from '../../parts/confirm.tsx';
import { counted, time } from '../../parts/formats.ts';
import { Icon } from '../../parts/icons.tsx';
import { Allowed } from '../../parts/read-only.tsx';
import { ErrorNote, Skeleton } from '../../parts/states.tsx';
import { WebhookDialog } from './webhook-dialog.tsx';

/** The receivers of alerts and of finished tasks, each with its newest messages. */
export function Webhooks({ project }: { project: string }): ReactNode {
  const loaded = useLoad(project, (signal) => service.alerts.webhooks.list(project, { signal }), 15_000);
  // Null: a new one.
  const [edited, setEdited] = useState<StoredWebhook | null | undefined>(undefined);
  /** The last one that was changed here: it is newer than the list until that is loaded again. */
  const [saved, setSaved] = useState<StoredWebhook | null>(null);
  const [toDelete, setToDelete] = useState<StoredWebhook | null>(null);
  useOpenedByAddress('new', () => setEdited(null));
  const notify = useToast();
  const webhooks =
    loaded.value?.webhooks.map((stored) =>
      stored.webhook.id === saved?.webhook.id ? (newestOf(stored, saved) ?? stored) : stored,
    ) ?? null;
  return (
    <section className="panel" aria-labelledby="webhooks">
      <div className="row" style={{ justifyContent: 'space-between' }}>
        <h2 id="webhooks">Webhooks</h2>
        <Allowed operation="putWebhook">
          <button type="button" className="button small" onClick={() => setEdited(null)}>
            <Icon name="plus" size={15} />
            New webhook
          </button>
        </Allowed>
      </div>
      {loaded.error !== null && <ErrorNote error={loaded.error} retry={loaded.reload} />}
      {webhooks === null && loaded.error === null && <Skeleton height="1.5rem" />}
      {webhooks?.length === 0 && (
        <p className="soft">
          A webhook sends alerts and the end of tasks to your chat, pager or shop. Messages are signed and
          retried for 18 hours.
        </p>
      )}
      {webhooks !== null && webhooks.length > 0 && (
        <ul className="list">
          {webhooks.map((stored) => (
            <WebhookItem
              key={stored.webhook.id}
              stored={stored}
              project={project}
              onEdit={() => setEdited(stored)}
              onDelete={() => setToDelete(stored)}
            />
          ))}
        </ul>
      )}
      {edited !== undefined && (
        <WebhookDialog
          project={project}
          stored={edited}
          onSaved={setSaved}
          onClose={() => {
            setEdited(undefined);
            loaded.reload();
          }}
        />
      )}
      {toDelete !== null && (
        <Confirm
          title="Delete this webhook?"
          action="Delete webhook"
          onClose={() => setToDelete(null)}
          onConfirm={async () => {
            const { webhook, version } = toDelete;
            await service.alerts.webhooks.delete(project, webhook.id, { ifVersion: version });
            setToDelete(null);
            loaded.reload();
            notify('Webhook deleted');
          }}
        >
          “{toDelete.webhook.id}” gets no more messages, and its pending messages are not sent.
        </Confirm>
      )}
    </section>
  );
}

function WebhookItem({
  stored,
  project,
  onEdit,
  onDelete,
}: {
  stored: StoredWebhook;
  project: string;
  onEdit: () => void;
  onDelete: () => void;
}): ReactNode {
  const { webhook, deliveries } = stored;
  const [outcome, setOutcome] = useState<WebhookTestReply | null>(null);
  const [isTesting, setTesting] = useState(false);
  const notify = useToast();
  const sendTest = async (): Promise<void> => {
    setTesting(true);
    setOutcome(null);
    try {
      setOutcome(await service.alerts.webhooks.test(project, webhook.id));
    } catch (error) {
      notify(messageOf(error), 'bad');
    }
    setTesting(false);
  };
  const name = <span className="visually-hidden"> {webhook.id}</span>;
  return (
    <li>
      <div className="stack tight">
        <div className="row">
          <strong>{webhook.id}</strong>
          <code className="soft">{webhook.url}</code>
        </div>
        <div className="row small soft">
          {webhook.alerts.map((kind) => (
            <span key={kind} className="badge">
              {alertTexts[kind].title}
            </span>
          ))}
          {webhook.tasks?.map((kind) => (
            <span key={kind} className="badge">
              {taskTexts[kind]}
            </span>
          ))}
        </div>
        <div role="status">
          {outcome !== null && (
            <span className={outcome.delivered ? 'badge good' : 'badge bad'}>
              {outcome.delivered
                ? `Test delivered: replied ${outcome.replied}`
                : `Test failed: ${outcome.error}`}
            </span>
          )}
        </div>
        {deliveries.length > 0 && <Messages deliveries={deliveries} />}
      </div>
      <Allowed operation="putWebhook">
        <div className="row">
          <button type="button" className="button small" disabled={isTesting} onClick={() => void sendTest()}>
            {isTesting ? 'Sending …' : 'Send test'}
            {name}
          </button>
          <button type="button" className="button small" onClick={onEdit}>
            Edit{name}
          </button>
          <button type="button" className="button small bad" onClick={onDelete}>
            Delete{name}
          </button>
        </div>
      </Allowed>
    </li>
  );
}

const badges = { pending: 'badge warn', delivered: 'badge good', failed: 'badge bad' } as const;

const subjectOf = ({ alert, task }: WebhookDelivery): string =>
  alert !== null ? alertTitle(alert) : task === null ? '' : taskTexts[task.kind];

function Messages({ deliveries }: { deliveries: readonly WebhookDelivery[] }): ReactNode {
  return (
    <details>
      <summary>{counted(deliveries.length, 'recent message')}</summary>
      <ul className="list">
        {deliveries.map((delivery) => (
          <li key={`${delivery.alert?.id ?? delivery.task?.id} ${delivery.message} ${delivery.attemptedAt}`}>
            <div>
              {subjectOf(delivery)}, {delivery.task?.status ?? delivery.message}
              <div className="small faint">
                {delivery.attemptedAt === null ? 'Not sent yet' : time(delivery.attemptedAt)}
                {delivery.attempts > 1 && ` · ${counted(delivery.attempts, 'attempt')}`}
                {delivery.error !== null && ` · ${delivery.error}`}
                {delivery.nextAt !== null && ` · next attempt ${time(delivery.nextAt)}`}
              </div>
            </div>
            <span className={badges[delivery.status]}>{delivery.status}</span>
          </li>
        ))}
      </ul>
    </details>
  );
}
