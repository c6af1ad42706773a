import type { CollectionReply } from '@vitrine/sdk';
import type { ReactNode } from 'react';
import { withCollection } from '../app/draft-changes.ts';
import { useEditedForm } from '../app/edited-form.ts';
import { isJson } from '../app/json-text.ts';
import type { ProjectView } from '../app/project-view.ts';
import { Link, projectPath, useRouter } from '../app/router.tsx';
import { service } from '../app/service.ts';
import { useStored } from '../app/stored.ts';
import { capitalized } from '../parts/formats.ts';
import { ResourceForm } from '../parts/resource-form.tsx';
import { View } from '../parts/shell.tsx';
import { ErrorNote, Skeleton } from '../parts/states.tsx';
import {
  collectionOf,
  draftOf,
  newCollection,
  type CollectionDraft,
} from './collections/collection-draft.ts';
import { CollectionForm } from './collections/collection-form.tsx';
import { CollectionPage } from './collections/collection-page.tsx';

/** The collection of the address, which may not exist yet: its form and its page. */
export function CollectionEditor({ project, parts }: ProjectView): ReactNode {
  const id = parts['collection'] ?? '';
  const loaded = useStored(`${project.id} ${id}`, 'collection_not_found', (signal) =>
    service.collections.get(project.id, id, { signal }),
  );
  const name = useRouter().route.query.get('name') ?? '';
  const { value } = loaded;
  const title = value === null ? id : (value.stored?.collection.name ?? name) || id;
  return (
    <View
      title={title}
      intro={
        <>
          Searches find it as <code>{id}</code>.{' '}
          <Link to={projectPath(project.id, '/collections')}>All collections</Link>
        </>
      }
    >
      {loaded.error !== null && <ErrorNote error={loaded.error} retry={loaded.reload} />}
      {value === null && loaded.error === null && <Skeleton count={2} height="16rem" />}
      {value !== null && (
        <Editor
          project={project}
          initial={newCollection(id, name)}
          stored={value.stored}
          onReload={loaded.reload}
        />
      )}
    </View>
  );
}

function Editor({
  project,
  initial,
  stored,
  onReload,
}: {
  project: ProjectView['project'];
  /** If none is stored. */
  initial: CollectionDraft;
  stored: CollectionReply | null;
  onReload: () => void;
}): ReactNode {
  const form = useEditedForm<CollectionDraft>(
    stored === null ? initial : draftOf(stored.collection),
    stored?.version ?? 0,
  );
  const { values: draft } = form;
  const warnings = form.isChanged ? [] : (stored?.warnings ?? []);
  return (
    <ResourceForm
      noun="collection"
      form={form}
      stored={stored}
      isComplete={isJson(draft.userData)}
      savedText="Saved. Applies to the next search."
      save={(sent, ifVersion) => service.collections.put(project.id, collectionOf(sent), { ifVersion })}
      onReload={onReload}
      target={{ project: project.id, change: (added, edited) => withCollection(added, collectionOf(edited)) }}
    >
      {(errorAt) => (
        <>
          {warnings.length > 0 && (
            <ul className="note warn" aria-label="Warnings">
              {warnings.map(({ path, detail }) => (
                <li key={path + detail}>{capitalized(detail.replaceAll('collection.', ''))}</li>
              ))}
            </ul>
          )}
          <div className="editor collection-editor">
            <CollectionPage project={project} draft={draft} set={form.edit} />
            <CollectionForm project={project.id} draft={draft} set={form.edit} errorAt={errorAt} />
          </div>
        </>
      )}
    </ResourceForm>
  );
}
