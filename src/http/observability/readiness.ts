import type { ConsoleAccess } from '../../domain/projects/console-access.ts';
import type { QueryEmbeddings } from '../../domain/search/execution/query-embeddings.ts';
import type { BackupStatus } from '../../ports/operation/backups.ts';
import type { EncoderStatus } from '../../ports/pictures/encoder-status.ts';
import type { Engine } from '../../ports/engine.ts';
import type { ProjectAllocation } from '../../ports/cluster/project-allocation.ts';
import type { ImageEncoder } from '../../ports/pictures/vision.ts';

export interface PartState {
  readonly ready: boolean;
  readonly detail: string;
  /** Why the component is degraded although it works. */
  readonly warning?: string;
}

/** Whether sign-ins and requests with keys work. */
export interface Readiness {
  readonly ready: boolean;
  /** State by component; components that only limit the service do not affect `ready`. */
  readonly parts: Readonly<Record<string, PartState>>;
}

/** Checks the requirements of sign-ins and requests at each call. */
export async function checkReadiness(service: {
  readonly engine: Engine;
  readonly access: ConsoleAccess;
  readonly queryEmbeddings: QueryEmbeddings;
  readonly encoders: readonly ImageEncoder[];
  readonly stopping: AbortSignal;
  readonly allocation: ProjectAllocation | null;
  /** Null if no backups are scheduled. */
  readonly backups: BackupStatus | null;
}): Promise<Readiness> {
  const { engine, access, queryEmbeddings, encoders, stopping, allocation, backups } = service;
  const requirements = { storage: engine.status(), console: await access.status() };
  const multilingual = queryEmbeddings.multilingualStatus();
  return {
    ready: !stopping.aborted && Object.values(requirements).every(({ ready }) => ready),
    parts: {
      ...requirements,
      writes: await engine.writes(),
      imageModel: readModelState(encoders[0]?.status() ?? null, 'image'),
      textModel: readModelState(queryEmbeddings.status(), 'text'),
      ...(multilingual === null ? {} : { multilingualModel: readModelState(multilingual, 'text') }),
      ...(allocation === null
        ? {}
        : { placement: readAllocationState(allocation, engine), versions: readVersionsState(allocation) }),
      ...(backups === null ? {} : { backups: readBackupState(backups) }),
      ...(stopping.aborted ? { service: { ready: false, detail: 'stopping' } } : {}),
    },
  };
}

function readModelState(status: EncoderStatus | null, kind: 'image' | 'text'): PartState {
  if (status === null) return { ready: false, detail: `No ${kind} model is configured` };
  const { ready, detail, warning } = status;
  return { ready, detail, ...(warning === undefined ? {} : { warning }) };
}

/** The projects of this process: one that is held but not open yet is opened by a request. */
function readAllocationState({ thisMember, members }: ProjectAllocation, engine: Engine): PartState {
  const { projects = 0, projects_held: held = 0, projects_open: open = 0 } = engine.gauges();
  const counts = `${members.length} processes, this one ${thisMember.state}`;
  return { ready: true, detail: `${counts}; ${held} of ${projects} projects are here, ${open} are open` };
}

/** The state is not ready during an update, while processes have different versions. */
export function readVersionsState({ members }: Pick<ProjectAllocation, 'members'>): PartState {
  const counts = new Map<string, number>();
  for (const { version = 'an earlier version' } of members)
    counts.set(version, (counts.get(version) ?? 0) + 1);
  const [[only = ''] = []] = counts;
  if (counts.size === 1) return { ready: true, detail: `All processes have ${only}` };
  const each = [...counts].sort(([a], [b]) => (a < b ? -1 : 1)).map(([one, count]) => `${count} of ${one}`);
  return { ready: false, detail: `Processes of different versions: ${each.join(', ')}` };
}

/** The state is not ready if a backup was missed. Anyone can read it, so the location and the error are in the log only. */
function readBackupState({ count, lastAt, failure, isOverdue }: BackupStatus): PartState {
  const last =
    lastAt === null
      ? 'There is no backup yet'
      : `The newest backup is of ${new Date(lastAt).toISOString().slice(0, 16)}Z (${count} stored)`;
  const failureNote = failure === null ? '' : '; the last attempt failed, see the log';
  return { ready: !isOverdue && failure === null, detail: `${last}${failureNote}` };
}
