import type { Alert, AlertKind, AlertMessage, WebhookDelivery } from '../../ports/operation/alerts.ts';
import type { ProjectEngine } from '../../ports/engine.ts';
import { limits } from '../../ports/limits.ts';
import type { AlertReading } from './alert-source.ts';
import { dayMs } from '../../lib/days.ts';

const keptMs = 90 * dayMs;

type AlertPorts = Pick<ProjectEngine, 'alerts' | 'webhooks'>;

/** Newest first. */
export function listAlerts({ alerts }: Pick<AlertPorts, 'alerts'>): Alert[] {
  const all = Array.from(alerts.current().values(), ({ value }) => value);
  return all.length < 2 ? all : all.sort((a, b) => b.openedAt - a.openedAt || (a.id < b.id ? 1 : -1));
}

export const isOpen = ({ resolvedAt }: Alert): boolean => resolvedAt === null;

/**
 * Opens and resolves the alerts of a kind by what its source read, each with its messages to the webhooks of the kind, in one
 * durable step. @param newId for an alert that is opened
 * @throws VitrineError storage_failed
 */
export async function applyReadings(
  ports: AlertPorts,
  kind: AlertKind,
  readings: readonly AlertReading[],
  { now, newId }: { now: number; newId: () => string },
): Promise<void> {
  for (const reading of readings) {
    const open = listAlerts(ports).find(
      (alert) => alert.kind === kind && alert.subject === reading.subject && isOpen(alert),
    );
    if (reading.isRaised && open === undefined) await openAlert(ports, kind, reading, newId(), now);
    if (!reading.isRaised && open !== undefined) await resolveAlert(ports, open.id, now);
  }
}

async function openAlert(
  ports: AlertPorts,
  kind: AlertKind,
  { subject, detail, figures }: AlertReading,
  id: string,
  now: number,
): Promise<void> {
  await dropOldAlerts(ports, now);
  await ports.alerts.change(id, (current) => {
    const isKnown = Array.from(current.values(), ({ value }) => value).some(
      (alert) => alert.kind === kind && alert.subject === subject && isOpen(alert),
    );
    // Another process, which was the leader before, has opened it.
    if (isKnown) return null;
    const deliveries = createDeliveries(ports, kind, 'opened', now);
    return { id, kind, subject, detail, figures, openedAt: now, resolvedAt: null, deliveries };
  });
}

async function resolveAlert(ports: AlertPorts, id: string, now: number): Promise<void> {
  await ports.alerts.change(id, (current) => {
    const alert = current.get(id)?.value;
    if (alert === undefined || !isOpen(alert)) return alert ?? null;
    const deliveries = [...alert.deliveries, ...createDeliveries(ports, alert.kind, 'resolved', now)];
    return { ...alert, resolvedAt: now, deliveries };
  });
}

function createDeliveries(
  { webhooks }: AlertPorts,
  kind: AlertKind,
  message: AlertMessage,
  now: number,
): WebhookDelivery[] {
  return Array.from(webhooks.current().values(), ({ value }) => value)
    .filter(({ alerts }) => alerts.includes(kind))
    .map(({ id }) => createDelivery(id, message, now));
}

/** A message to a webhook that is sent at once. */
export function createDelivery(
  webhook: string,
  message: WebhookDelivery['message'],
  now: number,
): WebhookDelivery {
  return {
    webhook,
    message,
    status: 'pending',
    attempts: 0,
    nextAt: now,
    attemptedAt: null,
    replied: null,
    error: null,
  };
}

/** Makes room for one more. */
async function dropOldAlerts(ports: AlertPorts, now: number): Promise<void> {
  const isDropped = (alert: Alert, index: number): boolean =>
    index >= limits.alertsKeptMax - 1 || now - (alert.resolvedAt ?? now) > keptMs;
  const dropped = listAlerts(ports)
    .filter((alert) => !isOpen(alert))
    .filter(isDropped);
  for (const { id } of dropped) await ports.alerts.change(id, () => null);
}
