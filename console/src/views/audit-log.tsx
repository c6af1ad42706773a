import type { AuditLine } from '@vitrine/sdk';
import { useState, type ReactNode } from 'react';
import { actorText, isInHistory, lineText, operationText, outcomeText } from '../app/audit-texts.ts';
import { useLoad } from '../app/load.ts';
import { Link, projectPath, useRouter } from '../app/router.tsx';
import { saveFile } from '../app/save-file.ts';
import { messageOf, service } from '../app/service.ts';
import { useToast } from '../app/toasts.tsx';
import { DateField } from '../parts/date-field.tsx';
import { SelectField } from '../parts/field.tsx';
import { time } from '../parts/formats.ts';
import { Icon } from '../parts/icons.tsx';
import { SettingsTabs } from '../parts/settings-tabs.tsx';
import { View } from '../parts/shell.tsx';
import { Empty, ErrorNote, SkeletonRows } from '../parts/states.tsx';
import { TableFrame } from '../parts/table-frame.tsx';

const path = '/settings/audit-log';
const names = ['from', 'to', 'actor', 'project', 'operation'] as const;
type Filters = Partial<Record<(typeof names)[number], string>>;

/** Who administered what, with filters in the address. */
export function AuditLogView(): ReactNode {
  const { route, go } = useRouter();
  const filters: Filters = Object.fromEntries(
    names.flatMap((name) => {
      const value = route.query.get(name);
      return value === null ? [] : [[name, value]];
    }),
  );
  const update = (next: Filters): void => {
    const set = Object.entries({ ...filters, ...next }).filter(([, value]) => value !== '');
    const query = new URLSearchParams(set).toString();
    go(query === '' ? path : `${path}?${query}`, true);
  };
  const notify = useToast();
  const save = async (): Promise<void> => {
    try {
      saveFile('audit-log.ndjson', await service.admin.exportAuditLog(filters), 'application/x-ndjson');
    } catch (error) {
      notify(messageOf(error), 'bad');
    }
  };
  return (
    <View
      title="Audit log"
      intro="Who signed in and changed what, by hand or with a key. Lines are kept for 400 days."
      actions={
        <button type="button" className="button" onClick={() => void save()}>
          <Icon name="import" />
          Export
        </button>
      }
    >
      <SettingsTabs />
      <Lines key={JSON.stringify(filters)} filters={filters} onFilters={update} />
    </View>
  );
}

function Lines({ filters, onFilters }: { filters: Filters; onFilters: (next: Filters) => void }): ReactNode {
  const loaded = useLoad('audit-log', (signal) => service.admin.auditLog(filters, { signal }));
  const [older, setOlder] = useState<{ lines: readonly AuditLine[]; next: string | null } | null>(null);
  const notify = useToast();
  const first = loaded.value;
  const lines = first === null ? null : [...first.lines, ...(older?.lines ?? [])];
  const next = older === null ? (first?.next ?? null) : older.next;
  const showOlder = async (cursor: string): Promise<void> => {
    try {
      const page = await service.admin.auditLog({ ...filters, cursor });
      setOlder({ lines: [...(older?.lines ?? []), ...page.lines], next: page.next });
    } catch (error) {
      notify(messageOf(error), 'bad');
    }
  };
  return (
    <>
      <FilterFields filters={filters} operations={first?.operations ?? []} onFilters={onFilters} />
      {loaded.error !== null && <ErrorNote error={loaded.error} retry={loaded.reload} />}
      {lines === null && loaded.error === null && <SkeletonRows count={12} height="3.4rem" columns={5} />}
      {lines?.length === 0 && (
        <Empty icon="history" title="No matching lines">
          Change the filters to see other lines.
        </Empty>
      )}
      {lines !== null && lines.length > 0 && <LineTable lines={lines} />}
      {next !== null && (
        <div>
          <button type="button" className="button" onClick={() => void showOlder(next)}>
            Show older lines
          </button>
        </div>
      )}
    </>
  );
}

function FilterFields({
  filters,
  operations,
  onFilters,
}: {
  filters: Filters;
  operations: readonly string[];
  onFilters: (next: Filters) => void;
}): ReactNode {
  const users = useLoad('users', (signal) => service.admin.listUsers({ signal }));
  const keys = useLoad('keys', (signal) => service.admin.listKeys(undefined, { signal }));
  const projects = useLoad('projects', (signal) => service.admin.listProjects({ signal }));
  const { actor = '', operation = '', project = '' } = filters;
  const actors = withChosen(actor, [
    ...(users.value?.users ?? []).map(({ id, name, email }) => [id, name || email || 'First owner'] as const),
    ...(keys.value?.keys ?? []).map(({ id, name, prefix }) => [id, `Key ${name || prefix}`] as const),
  ]);
  return (
    <div
      className="columns"
      role="search"
      style={{ gridTemplateColumns: 'repeat(auto-fit, minmax(min(11rem, 100%), 1fr))' }}
    >
      <DateField label="From" value={filters.from ?? ''} onValue={(from) => onFilters({ from })} />
      <DateField label="To" value={filters.to ?? ''} onValue={(to) => onFilters({ to })} />
      <SelectField
        label="Who"
        value={actor}
        onValue={(next) => onFilters({ actor: next })}
        options={[['', 'Everyone'], ...actors]}
      />
      <SelectField
        label="What"
        value={operation}
        onValue={(next) => onFilters({ operation: next })}
        options={[
          ['', 'All operations'],
          ...withChosen(
            operation,
            operations
              .map((id) => [id, operationText(id)] as const)
              .toSorted(([, a], [, b]) => (a < b ? -1 : 1)),
          ),
        ]}
      />
      <SelectField
        label="Project"
        value={project}
        onValue={(next) => onFilters({ project: next })}
        options={[
          ['', 'All projects'],
          ...withChosen(
            project,
            (projects.value?.projects ?? []).map(({ id, name }) => [id, name] as const),
          ),
        ]}
      />
    </div>
  );
}

/** The options with the chosen one, which may be of a user or a project that was removed. */
function withChosen(
  chosen: string,
  options: readonly (readonly [value: string, text: string])[],
): readonly (readonly [value: string, text: string])[] {
  return chosen === '' || options.some(([value]) => value === chosen)
    ? options
    : [...options, [chosen, chosen]];
}

function LineTable({ lines }: { lines: readonly AuditLine[] }): ReactNode {
  return (
    // Scrollable areas must be reachable by keyboard.
    <TableFrame className="audit" label="Lines of the audit log">
      <table>
        <thead>
          <tr>
            <th>Time</th>
            <th>Who</th>
            <th>What</th>
            <th>Project</th>
            <th>Outcome</th>
            <th>Address</th>
          </tr>
        </thead>
        <tbody>
          {lines.map((line) => (
            <tr key={line.number}>
              <td className="num">{time(line.at)}</td>
              <td>{actorText(line.actor)}</td>
              <td>
                {lineText(line)}
                {isInHistory(line) && (
                  <div className="small">
                    <Link to={projectPath(line.project ?? '', '/history')}>
                      Before and after
                      <span className="visually-hidden"> in the history of {line.project}</span>
                    </Link>
                  </div>
                )}
              </td>
              <td>{line.project ?? ''}</td>
              <td>
                <span className={line.outcome === 'done' ? 'badge' : 'badge warn'}>
                  {outcomeText(line.outcome)}
                </span>
              </td>
              <td className="soft">{line.address}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </TableFrame>
  );
}
