import type { PlacementsReply } from '@vitrine/sdk';
import { useState, type ReactNode } from 'react';
import { useEarnings } from '../app/earnings.ts';
import { useLoad } from '../app/load.ts';
import type { ProjectView } from '../app/project-view.ts';
import { projectPath, useRouter } from '../app/router.tsx';
import { service } from '../app/service.ts';
import { earningsLine } from '../parts/earnings.ts';
import { Field } from '../parts/field.tsx';
import { FirstProducts, type FirstProductsList } from '../parts/first-products.tsx';
import { NameDialog } from '../parts/name-dialog.tsx';
import { ResourceList } from '../parts/resource-list.tsx';
import type { PanelOfResource } from '../parts/resource-panel.tsx';
import { sentenceOf } from './placements/placement-sentence.ts';

type Stored = PlacementsReply['placements'][number];

/** The placements of a project, each in a sentence. */
export function Placements({ project }: ProjectView): ReactNode {
  const loaded = useLoad(project.id, (signal) => service.placements.list(project.id, { signal }));
  const earnings = useEarnings(project.id, 'placement');
  const panelOf = ({ placement, version }: Stored): PanelOfResource => ({
    id: placement.id,
    title: placement.title ?? placement.id,
    version,
    enabled: placement.enabled ?? true,
    badge: badgeOf,
    sentence: sentenceOf(placement),
    products: (
      <FirstProducts
        version={`${placement.id} ${version}`}
        emptyText="Its products depend on the product, the cart or the visitor of the page."
        load={(signal) => readFirstProducts(project.id, placement, signal)}
      />
    ),
    earnings: earningsLine(earnings, placement.id, project.currency),
    editPath: placementPath(project.id, placement.id),
    links: [['Try', triedPath(project.id, placement.id)]],
  });
  return (
    <ResourceList
      noun="placement"
      intro="Places of your pages and the list that each shows. Changes apply to the next request, without a release of the shop."
      emptyText="A page asks for a placement by its name, such as home-top. What it shows is chosen here."
      sample={{
        kind: 'card',
        title: 'Recommended for you',
        text: 'Items for the visitor, then trending items. Up to 12, in stock.',
      }}
      loaded={loaded}
      all={loaded.value?.placements ?? null}
      panelOf={panelOf}
      enable={({ placement, version }, enabled) =>
        service.placements.put(project.id, { ...placement, enabled }, { ifVersion: version })
      }
      enabledText={(id, enabled) => `${id} is ${enabled ? 'shown' : 'empty'} from the next request on.`}
      remove={({ placement, version }) =>
        service.placements.delete(project.id, placement.id, { ifVersion: version })
      }
      removedText={(id) =>
        `Pages that ask for “${id}” get an error. To leave a place empty, switch the placement off instead.`
      }
      dialog={(onClose) => <NewPlacement project={project.id} onClose={onClose} />}
    />
  );
}

/** What the placement shows to a new visitor: a list for a product or a cart is that of the product with the most visitors. */
async function readFirstProducts(
  project: string,
  { id, list }: Stored['placement'],
  signal: AbortSignal,
): Promise<FirstProductsList> {
  const isForProduct = list === 'similar' || list === 'together';
  const [best] = isForProduct
    ? (await service.recommend.popular(project, { limit: 1 }, { signal })).items
    : [];
  const page = best === undefined ? {} : { item: best.id, items: [best.id] };
  const { items } = await service.placements.preview(project, id, page, { signal });
  return {
    items,
    total: items.length,
    ...(best === undefined ? {} : { about: `On the page of ${best.name}.` }),
  };
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
