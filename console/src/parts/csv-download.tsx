import { useState, type ReactNode } from 'react';
import { saveFile } from '../app/save-file.ts';
import { messageOf } from '../app/service.ts';
import { useToast } from '../app/toasts.tsx';
import { Icon } from './icons.tsx';

/** A button that saves figures as a CSV file. */
export function CsvDownload({
  read,
}: {
  read: () => Promise<{ readonly name: string; readonly text: string }>;
}): ReactNode {
  const [busy, setBusy] = useState(false);
  const notify = useToast();
  const download = async (): Promise<void> => {
    setBusy(true);
    try {
      const { name, text } = await read();
      saveFile(name, text, 'text/csv');
    } catch (error) {
      notify(messageOf(error), 'bad');
    }
    setBusy(false);
  };
  return (
    <button type="button" className="button small" disabled={busy} onClick={() => void download()}>
      <Icon name="import" size={16} />
      Download CSV
    </button>
  );
}
