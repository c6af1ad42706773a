import type { ReactNode } from 'react';
import type { Texts } from '../texts/en.ts';
import { useLanguage } from '../texts/language.ts';
import { changedLists, itemsOf, kindOf, listOf, newItems } from './described-request.ts';
import type { FinishedRequest, LoggedRequest } from './request-log.ts';
import { SearchFacts } from './search-facts.tsx';

/** A request with its time and what its reply says. */
export function RequestEntry({
  request,
  earlier,
  later,
}: {
  readonly request: FinishedRequest;
  readonly earlier: readonly LoggedRequest[];
  readonly later: readonly LoggedRequest[];
}): ReactNode {
  const { texts } = useLanguage();
  const kind = kindOf(request);
  const { status, reply } = request;
  // Replies of proxies may not be JSON.
  const isDone = status >= 200 && status < 300 && reply != null;
  return (
    <li className={`entry ${kind}`} data-kind={kind}>
      <p className="entry-title">{titleOf(request, texts)}</p>
      <Times request={request} />
      {isDone && (kind === 'search' || kind === 'image') && <SearchFacts request={request} />}
      {isDone && kind === 'list' && <ListFacts request={request} earlier={earlier} />}
      {isDone && kind === 'event' && <EventFacts request={request} earlier={earlier} later={later} />}
      <Why request={request} />
      <details>
        <summary>{texts.pane.request}</summary>
        <code dir="ltr">
          {request.method} {request.path}
        </code>
        {request.sent !== null && <pre dir="ltr">{JSON.stringify(request.sent, null, 1)}</pre>}
      </details>
    </li>
  );
}

function titleOf(request: LoggedRequest, { pane, lists }: Texts): string {
  const sent = (request.sent ?? {}) as Record<string, unknown>;
  switch (kindOf(request)) {
    case 'suggest':
      return pane.suggest(new URLSearchParams(request.path.split('?')[1]).get('q') ?? '');
    case 'image':
      return pane.image;
    case 'several':
      return pane.several;
    case 'event': {
      const { type, item, items } = (sent['data'] ?? {}) as SentEvent;
      return pane.event(type ?? '', item ?? (items ?? []).map(({ id }) => id).join(', '));
    }
    case 'list':
      return pane.list(lists[listOf(request) as keyof Texts['lists']] ?? listOf(request));
    default:
      return typeof sent['q'] === 'string' && sent['q'] !== '' ? pane.search(sent['q']) : pane.browse;
  }
}

interface SentEvent {
  readonly type?: string;
  readonly item?: string;
  readonly items?: readonly { readonly id: string }[];
}

function Times({ request }: { readonly request: FinishedRequest }): ReactNode {
  const { texts, milliseconds } = useLanguage();
  const { status, reply, roundTripMs } = request;
  const { tookMs } = (reply ?? {}) as { tookMs?: number };
  return (
    <p className="entry-times">
      {status >= 400 || status === 0 ? <strong>{`${texts.pane.failed} ${status || ''} `}</strong> : null}
      {tookMs === undefined ? '' : `${texts.pane.server(milliseconds(tookMs))} · `}
      {roundTripMs === undefined ? '' : texts.pane.roundTrip(milliseconds(roundTripMs))}
    </p>
  );
}

function ListFacts({
  request,
  earlier,
}: {
  readonly request: LoggedRequest;
  readonly earlier: readonly LoggedRequest[];
}): ReactNode {
  const { pane } = useLanguage().texts;
  const { list, fallback } = request.reply as { list?: string | null; fallback?: string | null };
  const changed = newItems(request, earlier);
  return (
    <ul className="facts-list">
      {list !== undefined && <li>{`${pane.source}: ${list ?? fallback ?? '–'}`}</li>}
      {changed !== null && (
        <li>{changed === 0 ? pane.same : pane.changed(changed, itemsOf(request).length)}</li>
      )}
    </ul>
  );
}

function EventFacts({
  request,
  earlier,
  later,
}: {
  readonly request: LoggedRequest;
  readonly earlier: readonly LoggedRequest[];
  readonly later: readonly LoggedRequest[];
}): ReactNode {
  const { pane, lists } = useLanguage().texts;
  const changed = changedLists(request, later, earlier).map(
    (list) => lists[list as keyof Texts['lists']] ?? list,
  );
  return (
    <ul className="facts-list">
      <li>{pane.stored}</li>
      {changed.length > 0 && <li>{pane.changedLists(changed.join(', '))}</li>}
    </ul>
  );
}

const shownItems = 12;

/** Why each product stands there: the reason of a list, or the ranking of a search. */
function Why({ request }: { readonly request: LoggedRequest }): ReactNode {
  const { pane } = useLanguage().texts;
  const items = itemsOf(request).filter(({ _reason, _ranking }) => _reason ?? _ranking);
  if (items.length === 0) return null;
  return (
    <details>
      <summary>{pane.why}</summary>
      <ol className="why" dir="auto">
        {items.slice(0, shownItems).map(({ id, name, _reason, _ranking }) => (
          <li key={id}>
            <strong>{name}</strong> {_reason?.text ?? _ranking?.reasons.join(' · ')}
          </li>
        ))}
      </ol>
    </details>
  );
}
