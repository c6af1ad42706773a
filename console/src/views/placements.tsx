import type { PlacementsReply } from '@vitrine/sdk';
import { useState, type ReactNode } from 'react';
import { useLoad } from '../app/load.ts';
import type { ProjectView } from '../app/project-view.ts';
import { projectPath, useRouter } from '../app/router.tsx';
import { messageOf, service } from '../app/service.ts';
import { useToast } from '../app/toasts.tsx';
import { Confirm } from '../parts/confirm.tsx';
import { Field } from '../parts/field.tsx';
import { Icon } from '../parts/icons.tsx';
import { NameDialog } from '../parts/name-dialog.tsx';
import { ResourcePanel } from '../parts/resource-panel.tsx';
import { View } from '../parts/shell.tsx';
import { Empty, ErrorNote, Skeleton } from '../parts/states.tsx';
import { sentenceOf } from './placements/placement-sentence.ts';

type Stored = PlacementsReply['placements'][number];

/** The placements of a project, each in a sentence. */
export function Placements({ project }: ProjectView): ReactNode {
  const loaded = useLoad(project.id, (signal) => service.placements.list(project.id, { signal }));
  const [isNaming, setIsNaming] = useState(false);
  const [removed, setRemoved] = useState<Stored | null>(null);
  const notify = useToast();
  const placements = loaded.value?.placements ?? null;
  /** Resolves to whether it succeeded. */
  const setEnabled = async ({ placement, version }: Stored, enabled: boolean): Promise<boolean> => {
    const { id } = placement;
    let isDone = false;
    try {
      await service.placements.put(project.id, { ...placement, enabled }, { ifVersion: version });
      notify(`${id} is ${enabled ? 'shown' : 'empty'} from the next request on.`);
      isDone = true;
    } catch (error) {
      notify(messageOf(error), 'bad');
    }
    loaded.reload();
    return isDone;
  };
  const create = (
    <button type="button" className="button main" onClick={() => setIsNaming(true)}>
      <Icon name="plus" />
      New placement
    </button>
  );
  return (
    <View
      title="Placements"
      intro="Places of your pages and the list that each shows. Changes apply to the next request, without a release of the shop."
      actions={placements !== null && placements.length > 0 ? create : undefined}
    >
      {loaded.error !== null && <ErrorNote error={loaded.error} retry={loaded.reload} />}
      {placements === null && loaded.error === null && <Skeleton count={2} height="9rem" />}
      {placements?.length === 0 && (
        <Empty icon="placements" title="No placements yet" action={create}>
          A page asks for a placement by its name, such as home-top. What it shows is chosen here.
        </Empty>
      )}
      {placements !== null && placements.length > 0 && (
        <ul className="stack" aria-label="Placements">
          {placements.map((stored) => (
            <ResourcePanel
              key={stored.placement.id}
              id={stored.placement.id}
              title={stored.placement.title ?? stored.placement.id}
              version={stored.version}
              enabled={stored.placement.enabled ?? true}
              badge={badgeOf}
              sentence={sentenceOf(stored.placement)}
              editPath={placementPath(project.id, stored.placement.id)}
              links={[['Try', triedPath(project.id, stored.placement.id)]]}
              onEnabled={(enabled) => setEnabled(stored, enabled)}
              onRemove={() => setRemoved(stored)}
            />
          ))}
        </ul>
      )}
      {isNaming && <NewPlacement project={project.id} onClose={() => setIsNaming(false)} />}
      {removed !== null && (
        <Confirm
          title="Delete this placement?"
          action="Delete placement"
          onClose={() => setRemoved(null)}
          onConfirm={async () => {
            const { placement, version } = removed;
            await service.placements.delete(project.id, placement.id, { ifVersion: version });
            setRemoved(null);
            loaded.reload();
            notify(`${placement.id} is deleted.`);
          }}
        >
          Pages that ask for “{removed.placement.id}” get an error. To leave a place empty, switch the
          placement off instead.
        </Confirm>
      )}
    </View>
  );
}

function badgeOf(isEnabled: boolean): { text: string; tone: string } {
  return isEnabled ? { text: 'On', tone: 'good' } : { text: 'Off', tone: '' };
}

function placementPath(project: string, id: string): string {
  return projectPath(project, `/placements/${encodeURIComponent(id)}`);
}

function triedPath(project: string, id: string): string {
  return projectPath(
    project,
    `/recommendations/placement?${new URLSearchParams({ placement: id }).toString()}`,
  );
}

/** Names a placement; the editor of the name stores it. */
function NewPlacement({ project, onClose }: { project: string; onClose: () => void }): ReactNode {
  const [id, setId] = useState('');
  const [showsError, setShowsError] = useState(false);
  const { go } = useRouter();
  const isValid = /^[a-z0-9][a-z0-9_-]{0,63}$/.test(id);
  return (
    <NameDialog
      title="New placement"
      onClose={onClose}
      onSubmit={() => (isValid ? go(placementPath(project, id)) : setShowsError(true))}
    >
      <Field
        label="Id"
        hint="The name that the page asks for: lower-case letters, digits, - and _."
        placeholder="home-top"
        className="code"
        autoFocus
        autoComplete="off"
        spellCheck={false}
        value={id}
        onValue={setId}
        error={showsError && !isValid ? 'Use up to 64 lower-case letters, digits, - and _.' : undefined}
      />
    </NameDialog>
  );
}
