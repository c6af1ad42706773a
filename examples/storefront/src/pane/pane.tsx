import type { KeyboardEvent, ReactNode } from 'react';
import { useStored } from '../app/stored.ts';
import { Icon } from '../parts/icons.tsx';
import { useTexts } from '../texts/language.ts';
import { paneOpen } from './pane-state.ts';
import { RequestEntry } from './request-entry.tsx';
import { useFinishedRequests, type FinishedRequest } from './request-log.ts';

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
  const requests = useFinishedRequests();
  return (
    <div className="pane-scroll" tabIndex={0} role="region" aria-label={pane.intro}>
      <p className="hint">{requests.length === 0 ? pane.none : pane.intro}</p>
      <ol>
        {byInput(requests).map((request) => (
          <RequestEntry
            key={request.number}
            request={request}
            earlier={requests.filter(({ number }) => number < request.number)}
            later={requests.filter(({ number }) => number > request.number)}
          />
        ))}
      </ol>
    </div>
  );
}

/** The requests after the newest input first; those after the same input in the order sent, so that no entry moves while a page loads. */
function byInput(requests: readonly FinishedRequest[]): FinishedRequest[] {
  return requests.toSorted((a, b) => b.input - a.input || a.number - b.number);
}
