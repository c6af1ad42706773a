import { useState, type ReactNode } from 'react';
import { useMay } from '../app/identity.tsx';
import type { Loaded } from '../app/load.ts';
import { messageOf } from '../app/service.ts';
import { useToast } from '../app/toasts.tsx';
import { Confirm } from './confirm.tsx';
import { attributionText } from './earnings.ts';
import type { Sample } from './empty-sample.tsx';
import { capitalized } from './formats.ts';
import { Icon } from './icons.tsx';
import { ResourcePanel, type PanelOfResource } from './resource-panel.tsx';
import { View } from './shell.tsx';
import { Empty, ErrorNote, Skeleton } from './states.tsx';

/** The page of the placements or the collections of a project: each in a sentence, with its switch and its actions. */
export function ResourceList<T>({
  noun,
  intro,
  emptyText,
  sample,
  loaded,
  all,
  panelOf,
  enable,
  enabledText,
  remove,
  removedText,
  dialog,
}: {
  noun: 'placement' | 'collection';
  intro: string;
  /** What one is, where there is none yet. */
  emptyText: string;
  sample: Sample;
  loaded: Pick<Loaded<unknown>, 'error' | 'reload'>;
  /** Null: not loaded. */
  all: readonly T[] | null;
  panelOf: (stored: T) => PanelOfResource;
  enable: (stored: T, enabled: boolean) => Promise<unknown>;
  enabledText: (id: string, enabled: boolean) => string;
  remove: (stored: T) => Promise<unknown>;
  /** What follows once it is deleted. */
  removedText: (id: string) => string;
  /** Names a new one. */
  dialog: (onClose: () => void) => ReactNode;
}): ReactNode {
  const [isNaming, setIsNaming] = useState(false);
  const [removed, setRemoved] = useState<T | null>(null);
  const notify = useToast();
  const plural = `${noun}s` as const;
  /** Resolves to whether it succeeded. */
  const setEnabled = async (stored: T, enabled: boolean): Promise<boolean> => {
    const isDone = await enable(stored, enabled).then(
      () => true,
      (error: unknown) => (notify(messageOf(error), 'bad'), false),
    );
    if (isDone) notify(enabledText(panelOf(stored).id, enabled));
    loaded.reload();
    return isDone;
  };
  const mayChange = useMay()(noun === 'placement' ? 'putPlacement' : 'putCollection');
  const create = mayChange ? (
    <button type="button" className="button main" onClick={() => setIsNaming(true)}>
      <Icon name="plus" />
      New {noun}
    </button>
  ) : undefined;
  return (
    <View
      title={capitalized(plural)}
      intro={intro}
      actions={all !== null && all.length > 0 ? create : undefined}
    >
      {loaded.error !== null && <ErrorNote error={loaded.error} retry={loaded.reload} />}
      {all === null && loaded.error === null && (
        <>
          <p className="small soft">{attributionText}</p>
          <div className="resource-cards">
            <Skeleton count={4} height="16rem" />
          </div>
        </>
      )}
      {all?.length === 0 && (
        <Empty icon={plural} title={`No ${plural} yet`} sample={sample} action={create}>
          {emptyText}
        </Empty>
      )}
      {all !== null && all.length > 0 && (
        <>
          <p className="small soft">{attributionText}</p>
          <ul className="resource-cards" aria-label={capitalized(plural)}>
            {all.map((stored) => {
              const panel = panelOf(stored);
              return (
                <ResourcePanel
                  key={panel.id}
                  {...panel}
                  mayChange={mayChange}
                  onEnabled={(enabled) => setEnabled(stored, enabled)}
                  onRemove={() => setRemoved(stored)}
                />
              );
            })}
          </ul>
        </>
      )}
      {isNaming && dialog(() => setIsNaming(false))}
      {removed !== null && (
        <Confirm
          title={`Delete this ${noun}?`}
          action={`Delete ${noun}`}
          onClose={() => setRemoved(null)}
          onConfirm={async () => {
            await remove(removed);
            setRemoved(null);
            loaded.reload();
            notify(`${panelOf(removed).id} is deleted.`);
          }}
        >
          {removedText(panelOf(removed).id)}
        </Confirm>
      )}
    </View>
  );
}
