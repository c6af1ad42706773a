import type { KeyboardEvent, ReactNode } from 'react';
import { useStored } from '../app/stored.ts';
import { Icon } from '../parts/icons.tsx';
import { useTexts } from '../texts/language.ts';
import { paneOpen } from './pane-state.ts';
import { RequestEntry } from './request-entry.tsx';
import { isFinished, useRequests } from './request-log.ts';

/** The requests and events of the page and what the service said to them. */
export function Pane(): ReactNode {
  const isOpen = useStored(paneOpen);
  const texts = useTexts();
  const close = (): void => paneOpen.set(false);
  const onKeyDown = ({ key }: KeyboardEvent): void => {
    if (key === 'Escape') close();
  };
  return (
    <aside id="pane" className="pane" aria-label={texts.pane.title} hidden={!isOpen} onKeyDown={onKeyDown}>
      <header>
        <h2>{texts.pane.title}</h2>
        <button type="button" className="icon-button" aria-label={texts.close} onClick={close}>
          <Icon name="close" />
        </button>
      </header>
      {isOpen && <Requests />}
    </aside>
  );
}

function Requests(): ReactNode {
  const { pane } = useTexts();
  // Requests that are under way would grow with their reply and move what is below.
  const requests = useRequests().filter(isFinished);
  return (
    <div className="pane-scroll" tabIndex={0} role="region" aria-label={pane.intro}>
      <p className="hint">{requests.length === 0 ? pane.none : pane.intro}</p>
      <ol>
        {requests.map((request, index) => (
          <RequestEntry
            key={request.number}
            request={request}
            earlier={requests.slice(index + 1)}
            later={requests.slice(0, index)}
          />
        ))}
      </ol>
    </div>
  );
}
