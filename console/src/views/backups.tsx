import type { BackupProgress, BackupsReply } from '@vitrine/sdk';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import { useLoad } from '../app/load.ts';
import { messageOf, service } from '../app/service.ts';
import { useToast } from '../app/toasts.tsx';
import { bytes, count, time } from '../parts/formats.ts';
import { Icon } from '../parts/icons.tsx';
import { ProgressLine } from '../parts/progress-line.tsx';
import { Allowed } from '../parts/read-only.tsx';
import { SettingsTabs } from '../parts/settings-tabs.tsx';
import { View } from '../parts/shell.tsx';
import { Empty, ErrorNote, Skeleton } from '../parts/states.tsx';
import { TableFrame } from '../parts/table-frame.tsx';

const everyMs = 15_000;
const whileRunningMs = 1_000;

const steps: Readonly<Record<BackupProgress['step'], string>> = {
  waiting: 'Waiting for another backup',
  copying: 'Copying the databases',
  sending: 'Sending the files',
  verifying: 'Verifying the stored files',
};

/** The backups of the service: starts one, lists those that are stored, and shows when the next one is due. */
export function Backups(): ReactNode {
  /** The state before a backup was started here; null: none was started. */
  const [before, setBefore] = useState<{ readonly state: BackupsReply | null } | null>(null);
  const loaded = useLoad(
    'backups',
    (signal) => service.admin.listBackups({ signal }),
    before === null ? everyMs : whileRunningMs,
  );
  const notify = useToast();
  const state = loaded.value;
  const latest = useRef(state);
  latest.current = state;
  const isRunning = before !== null || (state?.running ?? null) !== null;
  useEffect(() => {
    if (before === null || state === null || state === before.state || state.running !== null) return;
    setBefore(null);
    if (state.failure === null) notify('Backup stored and verified');
  }, [state, before, notify]);
  const start = async (): Promise<void> => {
    try {
      await service.admin.startBackup();
      setBefore({ state: latest.current });
      loaded.reload();
    } catch (error) {
      notify(messageOf(error), 'bad');
    }
  };
  return (
    <View
      title="Backups"
      intro="Consistent copies of all projects, made while the service runs."
      actions={
        <Allowed operation="startBackup">
          <button
            type="button"
            className="button main"
            disabled={isRunning || state === null}
            onClick={() => void start()}
          >
            <Icon name="history" />
            {isRunning ? 'Backing up …' : 'Back up now'}
          </button>
        </Allowed>
      }
    >
      <SettingsTabs />
      {loaded.error !== null && <ErrorNote error={loaded.error} retry={loaded.reload} />}
      {state === null && loaded.error === null && (
        <>
          <Skeleton height="6rem" />
          <Skeleton height="17rem" />
        </>
      )}
      {state !== null && <State state={state} />}
    </View>
  );
}

function State({ state }: { state: BackupsReply }): ReactNode {
  const { destination, scheduled, nextAt, running, failure, overdue, backups } = state;
  const newest = backups.find(({ verified }) => verified);
  return (
    <>
      {running !== null && (
        <section className="panel" aria-label="Progress">
          <ProgressLine
            label={`${steps[running.step]}${running.total === 0 ? ' …' : `: ${count(running.done)} of ${count(running.total)} files`}`}
            done={running.done}
            total={running.total}
          />
        </section>
      )}
      {failure !== null && running === null && (
        <div className="note bad" role="alert">
          <strong>The last backup failed</strong>
          <span>{failure}</span>
        </div>
      )}
      {overdue && failure === null && (
        <div className="note warn">
          <strong>A backup was missed</strong>
          <span>
            The newest backup is older than the schedule allows. See the log of the service for the reason.
          </span>
        </div>
      )}
      {!scheduled && (
        <div className="note warn">
          <strong>No backups are scheduled</strong>
          <span>
            Backups on the disk of the service do not survive its loss. Set VITRINE_BACKUP_TO to a folder on
            another disk, or to an S3-compatible store.
          </span>
          <a href="/docs/guide/backups">Schedule backups</a>
        </div>
      )}
      <section className="panel" aria-label="Schedule">
        <dl className="facts">
          <Fact name="Destination">
            <code>{destination}</code>
          </Fact>
          <Fact name="Newest">{newest === undefined ? 'None yet' : time(newest.at)}</Fact>
          <Fact name="Next">
            {nextAt === null ? 'Not scheduled' : nextAt <= Date.now() ? 'Now' : time(nextAt)}
          </Fact>
        </dl>
      </section>
      {backups.length === 0 ? (
        <Empty
          icon="history"
          title="No backups yet"
          sample={{ kind: 'rows', rows: [['Today, 3:00', '4 projects', '48 MB']] }}
        >
          “Back up now” creates the first one.
        </Empty>
      ) : (
        <List backups={backups} running={running} />
      )}
    </>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }): ReactNode {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

function List({ backups, running }: Pick<BackupsReply, 'backups' | 'running'>): ReactNode {
  return (
    // Scrollable areas must be reachable by keyboard.
    <TableFrame label="Stored backups">
      <table>
        <thead>
          <tr>
            <th scope="col">Time</th>
            <th scope="col" className="hide-narrow">
              Name
            </th>
            <th scope="col" className="right">
              Size
            </th>
            <th scope="col">State</th>
          </tr>
        </thead>
        <tbody>
          {backups.map((backup, index) => (
            <tr key={backup.name}>
              <td>{time(backup.at)}</td>
              <td className="hide-narrow">
                <code>{backup.name}</code>
              </td>
              <td className="right num">{bytes(backup.bytes)}</td>
              <td>
                {backup.verified ? (
                  <span className="badge good">Verified</span>
                ) : running !== null && index === 0 ? (
                  <span className="badge">In progress</span>
                ) : (
                  <span className="badge warn">Incomplete</span>
                )}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </TableFrame>
  );
}
