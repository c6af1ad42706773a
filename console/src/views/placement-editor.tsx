import type { PlacementReply } from '@vitrine/sdk';
import type { ReactNode } from 'react';
import { withPlacement } from '../app/draft-changes.ts';
import { useEditedForm } from '../app/edited-form.ts';
import { isJson } from '../app/json-text.ts';
import { useStored } from '../app/stored.ts';
import type { ProjectView } from '../app/project-view.ts';
import { Link, projectPath } from '../app/router.tsx';
import { service } from '../app/service.ts';
import { ResourceForm } from '../parts/resource-form.tsx';
import { View } from '../parts/shell.tsx';
import { ErrorNote, Skeleton } from '../parts/states.tsx';
import { draftOf, newPlacement, placementOf, type PlacementDraft } from './placements/placement-draft.ts';
import { PlacementForm } from './placements/placement-form.tsx';
import { PlacementPreview } from './placements/placement-preview.tsx';

/** The placement of the address, which may not exist yet: its form and its list. */
export function PlacementEditor({ project, parts }: ProjectView): ReactNode {
  const id = parts['placement'] ?? '';
  const loaded = useStored(`${project.id} ${id}`, 'placement_not_found', (signal) =>
    service.placements.get(project.id, id, { signal }),
  );
  const { value } = loaded;
  return (
    <View
      title={value?.stored?.placement.title ?? id}
      intro={
        <>
          Shown by pages that ask for <code>{id}</code>.{' '}
          <Link to={projectPath(project.id, '/placements')}>All placements</Link>
        </>
      }
    >
      {loaded.error !== null && <ErrorNote error={loaded.error} retry={loaded.reload} />}
      {value === null && loaded.error === null && <Skeleton count={2} height="16rem" />}
      {value !== null && <Editor project={project} id={id} stored={value.stored} onReload={loaded.reload} />}
    </View>
  );
}

function Editor({
  project,
  id,
  stored,
  onReload,
}: {
  project: ProjectView['project'];
  id: string;
  stored: PlacementReply | null;
  onReload: () => void;
}): ReactNode {
  const form = useEditedForm<PlacementDraft>(
    stored === null ? newPlacement : draftOf(stored.placement),
    stored?.version ?? 0,
  );
  const { values: draft } = form;
  return (
    <ResourceForm
      noun="placement"
      form={form}
      stored={stored}
      isComplete={isJson(draft.userData)}
      savedText="Saved. Applies to the next request."
      save={(sent, ifVersion) => service.placements.put(project.id, placementOf(id, sent), { ifVersion })}
      onReload={onReload}
      target={{
        project: project.id,
        change: (added, edited) => withPlacement(added, placementOf(id, edited)),
      }}
    >
      {(errorAt) => (
        <div className="editor placement-editor">
          <PlacementForm project={project.id} id={id} draft={draft} set={form.edit} errorAt={errorAt} />
          <PlacementPreview project={project} id={id} draft={draft} />
        </div>
      )}
    </ResourceForm>
  );
}
