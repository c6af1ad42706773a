import type { ReactNode } from 'react';
import { shortcuts, tableShortcuts } from '../app/shortcuts.ts';
import { Dialog } from './dialog.tsx';

/** The keyboard shortcuts of the console. */
export function ShortcutsDialog({ onClose }: { onClose: () => void }): ReactNode {
  return (
    <Dialog title="Keyboard shortcuts" onClose={onClose}>
      <Shortcuts title="Everywhere" list={shortcuts} />
      <Shortcuts title="In the item table" list={tableShortcuts} />
      <div className="row end">
        <button type="button" className="button main" onClick={onClose}>
          Close
        </button>
      </div>
    </Dialog>
  );
}

function Shortcuts({
  title,
  list,
}: {
  title: string;
  list: readonly { readonly keys: readonly string[]; readonly text: string }[];
}): ReactNode {
  return (
    <section className="stack tight">
      <h3>{title}</h3>
      <dl className="shortcuts">
        {list.map(({ keys, text }) => (
          <div key={text}>
            <dt>
              {keys.map((key) => (
                <kbd key={key}>{key}</kbd>
              ))}
            </dt>
            <dd>{text}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
