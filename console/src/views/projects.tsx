import { VitrineError, type Project } from '@vitrine/sdk';
import { useState, type ReactNode } from 'react';
import { useMay } from '../app/identity.tsx';
import { useLoad } from '../app/load.ts';
import { useOpenedByAddress } from '../app/opened-by-address.ts';
import { Link, projectPath, useRouter } from '../app/router.tsx';
import { service } from '../app/service.ts';
import { View } from '../parts/shell.tsx';
import { useToast } from '../app/toasts.tsx';
import { useUnsaved } from '../app/unsaved.ts';
import { Confirm } from '../parts/confirm.tsx';
import { Field } from '../parts/field.tsx';
import { count, counted } from '../parts/formats.ts';
import { Icon } from '../parts/icons.tsx';
import { Menu } from '../parts/menu.tsx';
import { PictureProgress } from '../parts/picture-progress.tsx';
import { Dialog } from '../parts/dialog.tsx';
import { Allowed } from '../parts/read-only.tsx';
import { Empty, ErrorNote, Skeleton } from '../parts/states.tsx';

export function Projects(): ReactNode {
  const loaded = useLoad('projects', (signal) => service.admin.listProjects({ signal }), 10_000);
  const [creating, setCreating] = useState(false);
  const [toDelete, setToDelete] = useState<Project | null>(null);
  const notify = useToast();
  const projects = loaded.value?.projects ?? null;
  const may = useMay();
  useOpenedByAddress('new', () => setCreating(may('createProject')));
  const create = may('createProject') ? (
    <button type="button" className="button main" onClick={() => setCreating(true)}>
      <Icon name="plus" />
      New project
    </button>
  ) : undefined;
  return (
    <View
      title="Projects"
      intro="A project is one shop with its own catalog, shoppers and keys."
      actions={create}
    >
      {loaded.error !== null && <ErrorNote error={loaded.error} retry={loaded.reload} />}
      {projects === null && loaded.error === null && (
        <div className="cards">
          <Skeleton count={3} height="13rem" />
        </div>
      )}
      {projects?.length === 0 && (
        <Empty
          icon="logo"
          title="No projects yet"
          sample={{ kind: 'card', title: 'My shop', text: '1,204 items · 3,812 searches this week' }}
          action={create}
        >
          {create === undefined
            ? 'Ask an owner for access to a project.'
            : 'Create a project, then add items in the console, from a file or through the API.'}
        </Empty>
      )}
      {projects !== null && projects.length > 0 && (
        <ul className="cards">
          {projects.map((project) => (
            <ProjectCard key={project.id} project={project} onDelete={() => setToDelete(project)} />
          ))}
        </ul>
      )}
      {creating && <NewProject onClose={() => setCreating(false)} />}
      {toDelete !== null && (
        <Confirm
          title={`Delete ${toDelete.name}?`}
          action="Delete project"
          typed={toDelete.id}
          onClose={() => setToDelete(null)}
          onConfirm={async () => {
            await service.admin.deleteProject(toDelete.id);
            setToDelete(null);
            loaded.reload();
            notify(`Deleted ${toDelete.name}`);
          }}
        >
          {counted(toDelete.items, 'item')}, their pictures and {counted(toDelete.events, 'event')} will be
          deleted too. This cannot be undone.
        </Confirm>
      )}
    </View>
  );
}

function ProjectCard({ project, onDelete }: { project: Project; onDelete: () => void }): ReactNode {
  return (
    <li className="card">
      <div className="stack tight">
        <div className="card-head">
          <h2>
            <Link to={projectPath(project.id)}>{project.name}</Link>
          </h2>
          <Allowed operation="deleteProject">
            <ProjectMenu name={project.name} onDelete={onDelete} />
          </Allowed>
        </div>
        <div className="row">
          <code className="soft truncate">{project.id}</code>
          {project.demo && <span className="badge warn">Demo: simulated shoppers</span>}
        </div>
      </div>
      <dl className="counts">
        <div>
          <dt>Items</dt>
          <dd>{count(project.items)}</dd>
        </div>
        <div>
          <dt>Events</dt>
          <dd>{count(project.events)}</dd>
        </div>
      </dl>
      <PictureProgress counts={project.pictures} />
    </li>
  );
}

function ProjectMenu({ name, onDelete }: { name: string; onDelete: () => void }): ReactNode {
  return (
    <Menu
      className="button quiet small icon-only"
      label={
        <>
          <Icon name="more" />
          <span className="visually-hidden">More for {name}</span>
        </>
      }
      name={`More for ${name}`}
      isRight
    >
      {(close) => (
        <div className="menu-actions">
          <button type="button" className="bad" onClick={() => (close(), onDelete())}>
            Delete <span className="visually-hidden">{name}</span>
          </button>
        </div>
      )}
    </Menu>
  );
}

function NewProject({ onClose }: { onClose: () => void }): ReactNode {
  const { go } = useRouter();
  const [name, setName] = useState('');
  const [ownId, setOwnId] = useState<string | null>(null);
  const [currency, setCurrency] = useState('EUR');
  const [error, setError] = useState<unknown>(null);
  const id = ownId ?? idOf(name);
  const clearUnsaved = useUnsaved(
    id === '' && name === ''
      ? null
      : { title: 'Close without creating the project?', detail: 'Your entries will be lost.' },
  );
  const known = error instanceof VitrineError ? error : null;
  const errorAt = (path: string): string | undefined =>
    known?.errors.find((one) => one.path === path)?.detail ??
    (path === 'id' && known?.code === 'project_exists' ? known.detail : undefined);
  const hasFieldError = ['id', 'name', 'currency'].some((path) => errorAt(path) !== undefined);
  const create = async (): Promise<void> => {
    try {
      const { project } = await service.admin.createProject({
        id,
        name: name === '' ? undefined : name,
        currency: currency.toUpperCase(),
      });
      clearUnsaved();
      go(projectPath(project.id));
    } catch (thrown) {
      setError(thrown);
    }
  };
  return (
    <Dialog title="New project" isForm onClose={onClose}>
      <form className="stack" onSubmit={(event) => (event.preventDefault(), void create())}>
        <Field
          label="Name"
          hint="Shown in the console."
          value={name}
          onValue={setName}
          error={errorAt('name')}
          maxLength={200}
          autoFocus
        />
        <Field
          label="Id"
          hint="Used in URLs and requests; cannot be changed later. Letters, digits, “-” and “_”."
          className="code"
          value={id}
          onValue={setOwnId}
          error={errorAt('id')}
          required
          maxLength={64}
          spellCheck={false}
          autoCapitalize="none"
        />
        <Field
          label="Currency"
          hint="Currency of all prices, such as EUR, USD or SEK."
          value={currency}
          onValue={setCurrency}
          error={errorAt('currency')}
          required
          maxLength={3}
        />
        {error !== null && !hasFieldError && <ErrorNote error={error} />}
        <div className="row end">
          <button type="button" className="button" onClick={onClose}>
            Cancel
          </button>
          <button type="submit" className="button main">
            Create project
          </button>
        </div>
      </form>
    </Dialog>
  );
}

/** The suggested id of a name: "Café Zürich" becomes `cafe-zurich`. */
function idOf(name: string): string {
  return name
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '')
    .slice(0, 64);
}
