import type {
  ListName,
  PlacementListReply,
  RecommendationOptions,
  RecommendationReply,
  RecommendedItem,
  Visitor,
} from '@vitrine/sdk';
import { useRef, useState, type ReactNode } from 'react';
import { lists, sourceTexts } from '../app/list-texts.ts';
import { useMay } from '../app/identity.tsx';
import { useLoad, type Loaded } from '../app/load.ts';
import { Link, projectPath, useRouter } from '../app/router.tsx';
import type { ProjectView } from '../app/project-view.ts';
import { messageOf, service } from '../app/service.ts';
import { View } from '../parts/shell.tsx';
import { useToast } from '../app/toasts.tsx';
import { useDebouncedQueryParameter } from '../app/debounced-query-parameter.ts';
import { Check, Field, SelectField } from '../parts/field.tsx';
import { counted } from '../parts/formats.ts';
import { ProductCard } from '../parts/product-card.tsx';
import { ItemPicker } from '../parts/item-picker.tsx';
import { PlacementSelect } from '../parts/placement-select.tsx';
import { Allowed } from '../parts/read-only.tsx';
import { Empty, ErrorNote, SkeletonCards } from '../parts/states.tsx';
import { describeNextPlace } from '../parts/next-place.ts';

/** A list, or that of a placement. */
type Kind = ListName | 'placement';
type AnyListReply = RecommendationReply | PlacementListReply;

const placementTab = {
  kind: 'placement',
  text: 'Placements',
  intro:
    'What a page gets for a place, such as home-top: its list and fallbacks are chosen under Placements.',
} as const;

/** Events that the tried visitor can cause: what it does, the button of an item, and what is told afterwards. */
const visitorActions = [
  { type: 'view', text: 'Looks at it', button: 'Look at it', done: 'looked at' },
  { type: 'click', text: 'Clicks it', button: 'Click it', done: 'clicked' },
  { type: 'cart', text: 'Adds it to the cart', button: 'Add to cart', done: 'added to the cart' },
  { type: 'purchase', text: 'Buys it', button: 'Buy it', done: 'bought' },
  { type: 'return', text: 'Returns it', button: 'Return it', done: 'returned' },
  { type: 'dislike', text: 'Dislikes it', button: 'Dislike it', done: 'disliked' },
] as const;
type VisitorAction = (typeof visitorActions)[number];
/** The id of the tried visitor, unless the address names another one. */
const triedUser = 'test-visitor';
/** Options of a list. */
const listOptions = [
  ['plain', 'Default ranking'],
  ['diverse', 'More diverse'],
  ['brands', 'At most two per brand'],
  ['own', 'No fallback items'],
] as const;
const listParameters: Readonly<Record<string, Partial<RecommendationOptions>>> = {
  diverse: { diversity: 0.3 },
  brands: { caps: [{ field: 'brand', max: 2 }] },
  own: { minRelevance: 0.1 },
};

/** A visitor is identified by a user id or a session id. */
const visitorKinds = [
  ['user', 'Customer'],
  ['session', 'Visitor without an account'],
] as const;

/** The path and query parameters of a list. */
interface ListParameters {
  readonly kind: Kind;
  /** The id of the placement. */
  readonly placement: string;
  readonly item: string;
  readonly by: 'user' | 'session';
  /** The user id or session id. */
  readonly visitor: string;
}

/** The visitor in the format of the API. */
function visitorOf({ by, visitor }: ListParameters): Visitor {
  return by === 'user' ? { user: visitor } : { session: visitor };
}

export function Recommendations({ project, parts }: ProjectView): ReactNode {
  const { route, go } = useRouter();
  const kinds = [...lists.map(({ list: kind, ...texts }) => ({ kind, ...texts })), placementTab];
  const selected = kinds.find(({ kind }) => kind === (parts['kind'] ?? 'user')) ?? kinds[0];
  const kind: Kind = selected?.kind ?? 'user';
  const first = useLoad(
    project.id,
    async (signal) => (await service.search(project.id, { limit: 1 }, { signal })).items[0]?.id ?? null,
  );
  const itemParameter = route.query.get('item');
  const session = route.query.get('session');
  const parameters: ListParameters = {
    kind,
    placement: route.query.get('placement') ?? '',
    item: itemParameter ?? (kind === 'placement' ? '' : (first.value ?? '')),
    by: session === null ? 'user' : 'session',
    visitor: session ?? route.query.get('user') ?? triedUser,
  };
  const address = (next: Partial<ListParameters>): string => {
    const { kind: to, placement, item, by, visitor } = { ...parameters, ...next };
    const query = new URLSearchParams({
      ...(placement === '' ? {} : { placement }),
      ...(item === '' ? {} : { item }),
      ...(by === 'user' && visitor === triedUser ? {} : { [by]: visitor }),
    }).toString();
    return projectPath(project.id, `/recommendations/${to}${query === '' ? '' : `?${query}`}`);
  };
  const needsItem = kind === 'together' || kind === 'similar';
  return (
    <View title="Recommendations" intro={selected?.intro}>
      <nav className="tabs" aria-label="Recommendation type">
        {kinds.map((one) => (
          <Link key={one.kind} to={address({ kind: one.kind })} current={one.kind === kind}>
            {one.text}
          </Link>
        ))}
      </nav>
      {project.items === 0 && parameters.item === '' && first.value === null && !first.busy ? (
        <Empty
          icon="recommend"
          title="No items to recommend yet"
          sample={{ kind: 'card', title: 'Trending', text: 'What shoppers look at most today, in stock.' }}
          action={
            <Allowed operation="addItems">
              <Link to={projectPath(project.id, '/items/new')} className="button main">
                Add an item
              </Link>
            </Allowed>
          }
        >
          Recommendations start from product content once you add items, and from shopper behaviour once you
          send events.
        </Empty>
      ) : (
        <List
          key={kind}
          project={project}
          parameters={parameters}
          needsItem={needsItem}
          onParameters={(next) => go(address(next), true)}
        />
      )}
    </View>
  );
}

interface ListOptions {
  readonly project: ProjectView['project'];
  readonly parameters: ListParameters;
  readonly needsItem: boolean;
  readonly onParameters: (next: Partial<ListParameters>) => void;
}

function List({ project, parameters, needsItem, onParameters }: ListOptions): ReactNode {
  const [action, setAction] = useState<VisitorAction>(visitorActions[0]);
  const [listOption, setListOption] = useState('plain');
  const [explain, setExplain] = useState(false);
  const visitor = useDebouncedQueryParameter(
    parameters.visitor,
    (text) => onParameters({ visitor: text.trim() === '' ? triedUser : text.trim() }),
    250,
  );
  const isPlacement = parameters.kind === 'placement';
  const ready = isPlacement ? parameters.placement !== '' : !needsItem || parameters.item !== '';
  const loaded = useLoad(JSON.stringify([parameters, listOption]), async (signal) =>
    ready
      ? list(project.id, parameters, { ...listParameters[listOption], limit: 12, explain: true }, signal)
      : null,
  );
  const { send, before } = useTestEvents({ project: project.id, parameters, action, loaded });
  const reply = loaded.value;
  return (
    <>
      <div
        className="columns"
        style={{ gridTemplateColumns: 'repeat(auto-fit, minmax(min(14rem, 100%), 1fr))' }}
      >
        {isPlacement && (
          <PlacementSelect
            project={project.id}
            placement={parameters.placement}
            onPlacement={(placement) => onParameters({ placement })}
          />
        )}
        {(needsItem || isPlacement) && (
          <ItemPicker project={project.id} item={parameters.item} onItem={(item) => onParameters({ item })} />
        )}
        <SelectField
          label="Visitor"
          value={parameters.by}
          onValue={(by) => onParameters({ by: by === 'session' ? 'session' : 'user' })}
          options={visitorKinds}
        />
        <Field
          label={parameters.by === 'user' ? 'Id of the customer' : 'Id of the visit'}
          value={visitor.typed}
          onValue={visitor.setTyped}
          autoComplete="off"
          maxLength={256}
        />
        {!isPlacement && (
          <SelectField
            label="List options"
            value={listOption}
            onValue={setListOption}
            options={listOptions}
          />
        )}
        <Allowed operation="addEvents">
          <SelectField
            label="What the visitor does"
            value={action.type}
            onValue={(type) =>
              setAction(visitorActions.find((one) => one.type === type) ?? visitorActions[0])
            }
            options={visitorActions.map(({ type, text }) => [type, text])}
          />
        </Allowed>
        <div style={{ alignSelf: 'end' }}>
          <Check label="Explain scores" checked={explain} onChecked={setExplain} />
        </div>
      </div>
      {loaded.error !== null && <ErrorNote error={loaded.error} retry={loaded.reload} />}
      {reply === null && loaded.error === null && ready && <SkeletonCards />}
      {reply !== null && (
        <section className="stack" aria-label="Recommendations" aria-busy={loaded.busy}>
          <h2 className="visually-hidden">Recommendations</h2>
          <Summary reply={reply} />
          {parameters.kind === 'together' && <Evidence project={project.id} item={parameters.item} />}
          <ul className="product-grid">
            {reply.items.map((item, index) => (
              <ProductCard
                key={item._id}
                item={item}
                project={project}
                position={index + 1}
                reason={<Reason item={item} before={before} index={index} />}
                numbers={explain ? { score: item._score, ...item._explain } : undefined}
                numbersTitle="Scores"
              >
                <Allowed operation="addEvents">
                  <button type="button" className="button small" onClick={() => void send(item, index + 1)}>
                    {action.button}
                    <span className="visually-hidden">: {item.name}</span>
                  </button>
                </Allowed>
              </ProductCard>
            ))}
          </ul>
        </section>
      )}
    </>
  );
}

/** Sends the events of the tried visitor as a shop page would and reloads the list; `before` is the list before the last event. */
function useTestEvents(options: {
  project: string;
  parameters: ListParameters;
  action: VisitorAction;
  loaded: Loaded<AnyListReply | null>;
}): { send: (item: RecommendedItem, position: number) => Promise<void>; before: readonly string[] | null } {
  const { project, parameters, action, loaded } = options;
  const notify = useToast();
  const key = JSON.stringify(parameters);
  const before = useRef<{ key: string; ids: string[] } | null>(null);
  const send = async (item: RecommendedItem, position: number): Promise<void> => {
    const recommendationId = loaded.value?.recommendationId;
    const ids = loaded.value?.items.map(({ _id }) => _id) ?? [];
    try {
      await service.events.add(project, {
        type: action.type,
        ...visitorOf(parameters),
        item: item.id,
        recommendationId,
        position,
      });
      before.current = { key, ids };
      notify(`Counted: ${parameters.visitor} ${action.done} ${item.name}`);
      loaded.reload();
    } catch (error) {
      notify(messageOf(error), 'bad');
    }
  };
  return { send, before: before.current?.key === key ? before.current.ids : null };
}

function Summary({ reply }: { reply: AnyListReply }): ReactNode {
  const maySend = useMay()('addEvents');
  return (
    <p className="row" role="status">
      <span className="soft">
        {counted(reply.items.length, 'item')}.
        {reply.items.length > 0 &&
          maySend &&
          ' Try what the visitor does on any item: it counts as in the shop, and the list updates immediately.'}
      </span>
      {reply.fallback !== null && <span className="badge warn">Fallback: {sourceTexts[reply.fallback]}</span>}
      {'placement' in reply && !reply.placement.enabled && <span className="badge">Off</span>}
      {(reply.explain?.leftOut.length ?? 0) > 0 && (
        <span className="badge">Excluded: {exclusionsOf(reply)}</span>
      )}
    </p>
  );
}

/** How much of the list is the shop's own orders, and what the next place needs. */
function Evidence({ project, item }: { project: string; item: string }): ReactNode {
  const loaded = useLoad(
    `${project} ${item}`,
    async (signal) => (await service.analytics.boughtTogether(project, { item }, { signal })).items[0],
  );
  const list = loaded.value;
  if (list == null) return null;
  const { orders, significant, next } = list;
  return (
    <p className="small soft">
      {orders === 0 ? 'No order has this item yet.' : `${counted(orders, 'order')} with this item.`}
      {significant > 0 &&
        ` ${significant === 4 ? 'At least four items are' : significant === 1 ? 'One item is' : `${significant} items are`} bought together with it more often than by chance.`}
      {next !== null && ` The next one needs ${describeNextPlace(list)}.`}
    </p>
  );
}

const exclusionReasons = {
  variant_in_list: 'variants of listed items',
  cap: 'over the cap',
  below_min_relevance: 'below minimum relevance',
} as const;

/** Number of excluded candidates by reason. */
function exclusionsOf({ explain }: AnyListReply): string {
  const counts = new Map<keyof typeof exclusionReasons, number>();
  for (const { why } of explain?.leftOut ?? []) counts.set(why, (counts.get(why) ?? 0) + 1);
  return [...counts].map(([why, count]) => `${count} ${exclusionReasons[why]}`).join(', ');
}

/** The reason from the service, and the item's previous position if an event changed it. */
function Reason({
  item,
  before,
  index,
}: {
  item: RecommendedItem;
  before: readonly string[] | null;
  index: number;
}): ReactNode {
  const previous = before?.indexOf(item._id) ?? index;
  const evidence = describeEvidence(item);
  return (
    <>
      <span className="reason">{item._reason.text}</span>
      {evidence !== null && <span className="small faint">{evidence}</span>}
      {previous !== index && (
        <span className="badge good" style={{ justifySelf: 'start' }}>
          {previous === -1 ? 'New' : `Was ${previous + 1}`}
        </span>
      )}
    </>
  );
}

/** The orders or visits behind a place; null without any. */
function describeEvidence({ _reason, _explain }: RecommendedItem): string | null {
  const { support, together, expected } = _explain ?? {};
  if (typeof expected !== 'number') return null;
  const chance = `${expected.toFixed(1)} expected by chance`;
  if (_reason.code === 'bought_together' && typeof support === 'number')
    return `${counted(support, 'order')} with both, ${chance}`;
  if (typeof together === 'number' && Math.round(together) > 0)
    return `${counted(Math.round(together), 'visit')} with both, ${chance}`;
  return null;
}

async function list(
  project: string,
  parameters: ListParameters,
  listOption: RecommendationOptions,
  signal: AbortSignal,
): Promise<AnyListReply> {
  const options = { signal };
  const { recommend } = service;
  const { item } = parameters;
  const request = { ...visitorOf(parameters), ...listOption };
  switch (parameters.kind) {
    case 'placement': {
      const { explain = false } = listOption;
      const page = item === '' ? {} : { item };
      const sent = { ...visitorOf(parameters), ...page, explain };
      return recommend.placement(project, parameters.placement, sent, options);
    }
    case 'user':
      return recommend.forUser(project, request, options);
    case 'together':
      return recommend.boughtTogether(project, { item, ...request }, options);
    case 'similar':
      return recommend.similar(project, { item, ...request }, options);
    case 'trending':
      return recommend.trending(project, request, options);
    case 'popular':
      return recommend.popular(project, request, options);
    case 'because-viewed':
      return recommend.becauseViewed(project, request, options);
    case 'viewed':
      return recommend.recentlyViewed(project, request, options);
    case 'again':
      return recommend.buyAgain(project, request, options);
  }
}
