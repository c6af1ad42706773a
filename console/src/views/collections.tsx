import type { StoredCollection } from '@vitrine/sdk';
import { useState, type ReactNode } from 'react';
import { useEarnings } from '../app/earnings.ts';
import { idFromName } from '../app/id-from-name.ts';
import { useLoad } from '../app/load.ts';
import type { ProjectView } from '../app/project-view.ts';
import { projectPath, useRouter } from '../app/router.tsx';
import { service } from '../app/service.ts';
import { earningsLine } from '../parts/earnings.ts';
import { Field } from '../parts/field.tsx';
import { FirstProducts, firstProductsMax } from '../parts/first-products.tsx';
import { NameDialog } from '../parts/name-dialog.tsx';
import { ResourceList } from '../parts/resource-list.tsx';
import type { PanelOfResource } from '../parts/resource-panel.tsx';
import { sentenceOf, statusOf } from './collections/collection-sentence.ts';

const idLengthMax = 128;

/** The collections of a project, each in a sentence. */
export function Collections({ project }: ProjectView): ReactNode {
  const loaded = useLoad(project.id, (signal) => service.collections.list(project.id, { signal }));
  const earnings = useEarnings(project.id, 'collection');
  const panelOf = ({ collection, version }: StoredCollection): PanelOfResource => ({
    id: collection.id,
    title: collection.name ?? collection.id,
    version,
    enabled: collection.enabled ?? true,
    badge: (isEnabled) => statusOf(collection, isEnabled, Date.now()),
    sentence: sentenceOf(collection),
    products: (
      <FirstProducts
        version={`${collection.id} ${version}`}
        emptyText="No products yet. Choose some by hand or by a filter."
        load={async (signal) => {
          const request = { limit: firstProductsMax };
          const { items, total } = await service.collections.preview(project.id, collection.id, request, {
            signal,
          });
          return { items, total };
        }}
      />
    ),
    earnings: earningsLine(earnings, collection.id, project.currency),
    editPath: collectionPath(project.id, collection.id),
  });
  return (
    <ResourceList
      noun="collection"
      intro="Pages of your shop with chosen items, such as a category or a sale. Changes apply to the next search."
      emptyText="A collection is a page of products that you choose, by hand or by a filter, and arrange by dragging."
      sample={{
        kind: 'card',
        title: 'Summer sale',
        text: 'Items where on sale is true. 2 pinned, the others by price: low to high.',
      }}
      loaded={loaded}
      all={loaded.value?.collections ?? null}
      panelOf={panelOf}
      enable={({ collection, version }, enabled) =>
        service.collections.put(project.id, { ...collection, enabled }, { ifVersion: version })
      }
      enabledText={(id, enabled) => `${id} is ${enabled ? 'on' : 'off'} from the next search on.`}
      remove={({ collection, version }) =>
        service.collections.delete(project.id, collection.id, { ifVersion: version })
      }
      removedText={(id) => `Pages that show “${id}” get an error. Its items stay in the catalog.`}
      dialog={(onClose) => <NewCollection project={project.id} onClose={onClose} />}
    />
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
  const id = typedId ?? idFromName(name, idLengthMax);
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
