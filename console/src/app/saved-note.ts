import { useMay } from './identity.tsx';
import { messageOf, service } from './service.ts';
import { useToast } from './toasts.tsx';

/** Versions among which that of a save is looked for. */
const versionsMax = 20;

/** The note of a save. `saved`: the reply of the service; `onTaken` is called once the change is taken back. */
export type NoteSave = (
  text: string,
  saved: { readonly changedAt: number | null },
  onTaken: () => void,
) => void;

/** Returns a function that says that a change of the configuration is saved, and offers to take it back. */
export function useSavedNote(project: string): NoteSave {
  const notify = useToast();
  const may = useMay();
  return (text, { changedAt }, onTaken) => {
    const undo = async (): Promise<void> => {
      try {
        const { versions } = await service.versions.list(project, { limit: versionsMax });
        const made = versions.find(({ at }) => at === changedAt);
        if (made === undefined)
          throw new Error('Open History to take it back: others have changed much since.');
        await service.versions.takeBack(project, made.number);
        notify('Taken back. Applies to the next search.');
        onTaken();
      } catch (error) {
        notify(messageOf(error), 'bad');
      }
    };
    notify(text, 'good', may('takeBackVersion') ? { text: 'Undo', run: () => void undo() } : undefined);
  };
}
