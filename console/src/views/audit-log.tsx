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
  const named = useNamed();
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
      <FilterFields
        filters={filters}
        operations={first?.operations ?? []}
        named={named}
        onFilters={onFilters}
      />
      {loaded.error !== null && <ErrorNote error={loaded.error} retry={loaded.reload} />}
      {lines === null && loaded.error === null && <SkeletonRows count={12} height="3.4rem" columns={5} />}
      {lines?.length === 0 && (
        <Empty icon="history" title="No matching lines">
          Change the filters to see other lines.
        </Empty>
      )}
      {lines !== null && lines.length > 0 && <LineTable lines={lines} named={named} />}
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

type NamedIds = readonly (readonly [id: string, name: string])[];

/** The names of what there is now by id: what was deleted has none. */
interface Named {
  /** Users and keys. */
  readonly actors: NamedIds;
  readonly projects: NamedIds;
}

function useNamed(): Named {
  const users = useLoad('users', (signal) => service.admin.listUsers({ signal }));
  const keys = useLoad('keys', (signal) => service.admin.listKeys(undefined, { signal }));
  const projects = useLoad('projects', (signal) => service.admin.listProjects({ signal }));
  return {
    actors: [
      ...(users.value?.users ?? []).map(
        ({ id, name, email }) => [id, name || email || 'First owner'] as const,
      ),
      ...(keys.value?.keys ?? []).map(({ id, name, prefix }) => [id, `Key ${name || prefix}`] as const),
    ],
    projects: (projects.value?.projects ?? []).map(({ id, name }) => [id, name] as const),
  };
}

function FilterFields({
  filters,
  operations,
  named,
  onFilters,
}: {
  filters: Filters;
  operations: readonly string[];
  named: Named;
  onFilters: (next: Filters) => void;
}): ReactNode {
  const { actor = '', operation = '', project = '' } = filters;
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
        options={[['', 'Everyone'], ...withChosen(actor, named.actors)]}
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
        options={[['', 'All projects'], ...withChosen(project, named.projects)]}
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

function LineTable({ lines, named }: { lines: readonly AuditLine[]; named: Named }): ReactNode {
  const actors = new Map(named.actors);
  const projects = new Map(named.projects);
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
              <td className="what">
                {lineText({ ...line, target: nameTarget(line, actors, projects) })}
                {isInHistory(line) && (
                  <div className="small">
                    <Link to={projectPath(line.project ?? '', '/history')}>
                      Before and after
                      <span className="visually-hidden"> in the history of {line.project}</span>
                    </Link>
                  </div>
                )}
              </td>
              <td>{projects.get(line.project ?? '') ?? line.project ?? ''}</td>
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

/** The name of a user, a key or a project that was changed. Other ids may look the same, such as that of a collection. */
function nameTarget(
  { operation, target }: AuditLine,
  actors: ReadonlyMap<string, string>,
  projects: ReadonlyMap<string, string>,
): string | null {
  if (target === null) return null;
  if (/(User|Key)s?$/.test(operation)) return actors.get(target) ?? target;
  return operation.endsWith('Project') ? (projects.get(target) ?? target) : target;
}
