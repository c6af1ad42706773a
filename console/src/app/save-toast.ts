import { useMay } from './identity.tsx';
import { messageOf, service } from './service.ts';
import { useToast } from './toasts.tsx';

/** Versions among which that of a save is looked for. */
const versionsMax = 20;

/** Shows that a change is saved. `saved` is the reply of the service, and `onUndone` is called once the change is undone. */
export type ShowSaved = (
  text: string,
  saved: { readonly changedAt: number | null },
  onUndone: () => void,
) => void;

/** Returns a function that shows a notification with an undo button after a change of the configuration. */
export function useSaveToast(project: string): ShowSaved {
  const notify = useToast();
  const may = useMay();
  return (text, { changedAt }, onUndone) => {
    const undo = async (): Promise<void> => {
      try {
        const { versions } = await service.versions.list(project, { limit: versionsMax });
        const made = versions.find(({ at }) => at === changedAt);
        if (made === undefined)
          throw new Error('Open History to take it back: others have changed much since.');
        await service.versions.takeBack(project, made.number);
        notify('Taken back. Applies to the next search.');
        onUndone();
      } catch (error) {
        notify(messageOf(error), 'bad');
      }
    };
    notify(text, 'good', may('takeBackVersion') ? { text: 'Undo', run: () => void undo() } : undefined);
  };
}
