import type { StoredCollection } from '@vitrine/sdk';
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
import { sentenceOf, statusOf } from './collections/collection-sentence.ts';

const idLengthMax = 128;

/** The collections of a project, each in a sentence. */
export function Collections({ project }: ProjectView): ReactNode {
  const loaded = useLoad(project.id, (signal) => service.collections.list(project.id, { signal }));
  const [isNaming, setIsNaming] = useState(false);
  const [removed, setRemoved] = useState<StoredCollection | null>(null);
  const notify = useToast();
  const collections = loaded.value?.collections ?? null;
  /** Resolves to whether it succeeded. */
  const setEnabled = async (stored: StoredCollection, enabled: boolean): Promise<boolean> => {
    const { collection, version } = stored;
    const change = service.collections.put(project.id, { ...collection, enabled }, { ifVersion: version });
    const isDone = await change.then(
      () => true,
      (error: unknown) => (notify(messageOf(error), 'bad'), false),
    );
    if (isDone) notify(`${collection.id} is ${enabled ? 'on' : 'off'} from the next search on.`);
    loaded.reload();
    return isDone;
  };
  const create = (
    <button type="button" className="button main" onClick={() => setIsNaming(true)}>
      <Icon name="plus" />
      New collection
    </button>
  );
  return (
    <View
      title="Collections"
      intro="Pages of your shop with chosen items, such as a category or a sale. Changes apply to the next search."
      actions={collections !== null && collections.length > 0 ? create : undefined}
    >
      {loaded.error !== null && <ErrorNote error={loaded.error} retry={loaded.reload} />}
      {collections === null && loaded.error === null && <Skeleton count={2} height="9rem" />}
      {collections?.length === 0 && (
        <Empty icon="collections" title="No collections yet" action={create}>
          A collection is a page of products that you choose, by hand or by a filter, and arrange by dragging.
        </Empty>
      )}
      {collections !== null && collections.length > 0 && (
        <ul className="stack" aria-label="Collections">
          {collections.map((stored) => {
            const { collection, version } = stored;
            return (
              <ResourcePanel
                key={collection.id}
                id={collection.id}
                title={collection.name ?? collection.id}
                version={version}
                enabled={collection.enabled ?? true}
                badge={(isEnabled) => statusOf(collection, isEnabled, Date.now())}
                sentence={sentenceOf(collection)}
                editPath={collectionPath(project.id, collection.id)}
                onEnabled={(enabled) => setEnabled(stored, enabled)}
                onRemove={() => setRemoved(stored)}
              />
            );
          })}
        </ul>
      )}
      {isNaming && <NewCollection project={project.id} onClose={() => setIsNaming(false)} />}
      {removed !== null && (
        <Confirm
          title="Delete this collection?"
          action="Delete collection"
          onClose={() => setRemoved(null)}
          onConfirm={async () => {
            const { collection, version } = removed;
            await service.collections.delete(project.id, collection.id, { ifVersion: version });
            setRemoved(null);
            loaded.reload();
            notify(`${collection.id} is deleted.`);
          }}
        >
          Pages that show “{removed.collection.id}” get an error. Its items stay in the catalog.
        </Confirm>
      )}
    </View>
  );
}

function collectionPath(project: string, id: string): string {
  return projectPath(project, `/collections/${encodeURIComponent(id)}`);
}

/** Names a collection; the editor of the name stores it. */
function NewCollection({ project, onClose }: { project: string; onClose: () => void }): ReactNode {
  const [name, setName] = useState('');
  const [typedId, setTypedId] = useState<string | null>(null);
  const [showsError, setShowsError] = useState(false);
  const { go } = useRouter();
  const id = typedId ?? idFrom(name);
  const isValid = id.trim() !== '' && id.length <= idLengthMax;
  const open = (): void => {
    const named = name.trim() === '' ? '' : `?${new URLSearchParams({ name: name.trim() }).toString()}`;
    go(collectionPath(project, id.trim()) + named);
  };
  return (
    <NameDialog
      title="New collection"
      onClose={onClose}
      onSubmit={() => (isValid ? open() : setShowsError(true))}
    >
      <Field
        label="Name"
        placeholder="Summer sale"
        autoFocus
        autoComplete="off"
        maxLength={200}
        value={name}
        onValue={setName}
      />
      <Field
        label="Id"
        hint="The name that your shop asks for."
        placeholder="summer-sale"
        className="code"
        autoComplete="off"
        spellCheck={false}
        value={id}
        onValue={setTypedId}
        error={showsError && !isValid ? `Use 1 to ${idLengthMax} characters.` : undefined}
      />
    </NameDialog>
  );
}

/** "Summer sale" as "summer-sale". */
function idFrom(name: string): string {
  const plain = name.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase();
  const words = plain.match(/[\p{L}\p{N}]+/gu) ?? [];
  return words.join('-').slice(0, idLengthMax);
}
