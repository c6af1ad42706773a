import { VitrineError, type Project } from '@vitrine/sdk';
import { useState, type ReactNode } from 'react';
import { useLoad } from '../app/load.ts';
import { Link, projectPath, useRouter } from '../app/router.tsx';
import { service } from '../app/service.ts';
import { View } from '../parts/shell.tsx';
import { useToast } from '../app/toasts.tsx';
import { useUnsaved } from '../app/unsaved.ts';
import { Confirm } from '../parts/confirm.tsx';
import { Field } from '../parts/field.tsx';
import { count, counted } from '../parts/formats.ts';
import { Icon } from '../parts/icons.tsx';
import { PictureProgress } from '../parts/picture-progress.tsx';
import { Sheet } from '../parts/sheet.tsx';
import { Empty, ErrorNote, Skeleton } from '../parts/states.tsx';

export function Projects(): ReactNode {
  const loaded = useLoad('projects', (signal) => service.admin.listProjects({ signal }), 10_000);
  const [creating, setCreating] = useState(false);
  const [doomed, setDoomed] = useState<Project | null>(null);
  const tell = useToast();
  const projects = loaded.value?.projects ?? null;
  const create = (
    <button type="button" className="button main" onClick={() => setCreating(true)}>
      <Icon name="plus" />
      New project
    </button>
  );
  return (
    <View
      title="Projects"
      intro="A project is one shop: its catalog, its shoppers, its keys."
      actions={create}
    >
      {loaded.error !== null && <ErrorNote error={loaded.error} retry={loaded.reload} />}
      {projects === null && loaded.error === null && (
        <div className="cards">
          <Skeleton count={3} height="13rem" />
        </div>
      )}
      {projects?.length === 0 && (
        <Empty icon="window" title="The window is empty" action={create}>
          Create a project, then put items into it: by hand, by a file, or through the interface.
        </Empty>
      )}
      {projects !== null && projects.length > 0 && (
        <ul className="cards">
          {projects.map((project) => (
            <ProjectCard key={project.id} project={project} onDelete={() => setDoomed(project)} />
          ))}
        </ul>
      )}
      {creating && <NewProject onClose={() => setCreating(false)} />}
      {doomed !== null && (
        <Confirm
          title={`Delete ${doomed.name}?`}
          action="Delete project"
          typed={doomed.id}
          onClose={() => setDoomed(null)}
          onConfirm={async () => {
            await service.admin.deleteProject(doomed.id);
            setDoomed(null);
            loaded.reload();
            tell(`Deleted ${doomed.name}`);
          }}
        >
          {counted(doomed.items, 'item')}, their pictures and {counted(doomed.events, 'event')} go with it.
          This cannot be taken back.
        </Confirm>
      )}
    </View>
  );
}

function ProjectCard({ project, onDelete }: { project: Project; onDelete: () => void }): ReactNode {
  return (
    <li className="card">
      <div className="stack tight">
        <h2>
          <Link to={projectPath(project.id)}>{project.name}</Link>
        </h2>
        <div className="row">
          <code className="soft crop-line">{project.id}</code>
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
      <div className="row end">
        <button type="button" className="button quiet small bad" onClick={onDelete}>
          Delete<span className="unseen"> {project.name}</span>
        </button>
      </div>
    </li>
  );
}

function NewProject({ onClose }: { onClose: () => void }): ReactNode {
  const { go } = useRouter();
  const [name, setName] = useState('');
  const [ownId, setOwnId] = useState<string | null>(null);
  const [currency, setCurrency] = useState('EUR');
  const [error, setError] = useState<unknown>(null);
  const id = ownId ?? idOf(name);
  const settled = useUnsaved(
    id === '' && name === ''
      ? null
      : { title: 'Close without creating the project?', detail: 'What you filled in is lost.' },
  );
  const known = error instanceof VitrineError ? error : null;
  const fault = (path: string): string | undefined =>
    known?.errors.find((one) => one.path === path)?.detail ??
    (path === 'id' && known?.code === 'project_exists' ? known.detail : undefined);
  const placed = ['id', 'name', 'currency'].some((path) => fault(path) !== undefined);
  const create = async (): Promise<void> => {
    try {
      const { project } = await service.admin.createProject({
        id,
        name: name === '' ? undefined : name,
        currency: currency.toUpperCase(),
      });
      settled();
      go(projectPath(project.id));
    } catch (thrown) {
      setError(thrown);
    }
  };
  return (
    <Sheet title="New project" isForm onClose={onClose}>
      <form className="stack" onSubmit={(event) => (event.preventDefault(), void create())}>
        <Field
          label="Name"
          hint="For people. It can say anything."
          value={name}
          onValue={setName}
          fault={fault('name')}
          maxLength={200}
          autoFocus
        />
        <Field
          label="Id"
          hint="In addresses and requests, for good: letters, digits, “-” and “_”."
          className="code"
          value={id}
          onValue={setOwnId}
          fault={fault('id')}
          required
          maxLength={64}
          spellCheck={false}
          autoCapitalize="none"
        />
        <Field
          label="Currency"
          hint="Of all prices: three letters, such as EUR, USD or SEK."
          value={currency}
          onValue={setCurrency}
          fault={fault('currency')}
          required
          maxLength={3}
        />
        {error !== null && !placed && <ErrorNote error={error} />}
        <div className="row end">
          <button type="button" className="button" onClick={onClose}>
            Cancel
          </button>
          <button type="submit" className="button main">
            Create project
          </button>
        </div>
      </form>
    </Sheet>
  );
}

/** An id that a name suggests: "Café Zürich" becomes `cafe-zurich`. */
function idOf(name: string): string {
  return name
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '')
    .slice(0, 64);
}
