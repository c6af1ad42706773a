import type { RecommendationReply, RecommendationRequest, RecommendedItem, Visitor } from '@vitrine/sdk';
import { useRef, useState, type ReactNode } from 'react';
import { useLoad, type Loaded } from '../app/load.ts';
import { Link, projectPath, useRouter } from '../app/router.tsx';
import type { ProjectView } from '../app/project-view.ts';
import { messageOf, service } from '../app/service.ts';
import { View } from '../parts/shell.tsx';
import { useToast } from '../app/toasts.tsx';
import { useDebouncedQueryParameter } from '../app/typed.ts';
import { Check, Field, SelectField } from '../parts/field.tsx';
import { counted } from '../parts/formats.ts';
import { ProductCard } from '../parts/product-card.tsx';
import { ItemPicker } from '../parts/item-picker.tsx';
import { Empty, ErrorNote, Skeleton } from '../parts/states.tsx';

type Kind = 'user' | 'together' | 'similar' | 'trending' | 'popular' | 'because' | 'viewed' | 'again';

const kinds: readonly { kind: Kind; text: string; intro: string }[] = [
  {
    kind: 'user',
    text: 'Personal',
    intro: 'From what one shopper did, signed in or not. An unknown one gets what a new visitor gets.',
  },
  { kind: 'together', text: 'Bought together', intro: 'What else is in the baskets that hold this item.' },
  { kind: 'similar', text: 'Similar', intro: 'By what shoppers look at together, by words and by pictures.' },
  { kind: 'trending', text: 'Trending', intro: 'What gets more attention now than it usually does.' },
  {
    kind: 'popular',
    text: 'Popular',
    intro: 'By visitors, those of the last month before those of longer ago.',
  },
  { kind: 'because', text: 'Because you viewed', intro: 'Like the last item that the visitor touched.' },
  {
    kind: 'viewed',
    text: 'Seen lately',
    intro: 'What the visitor touched last. Empty where they touched nothing.',
  },
  {
    kind: 'again',
    text: 'Buy again',
    intro: 'What the visitor bought and is likely to need again by now. Empty where they bought nothing.',
  },
];
const fallbacks = {
  similar: 'similar items',
  trending: 'trending items',
  popular: 'popular items',
  content: 'items with a like content',
} as const;
const eventTypes = [
  ['view', 'a look (view)'],
  ['click', 'a click'],
  ['cart', 'into the cart'],
  ['purchase', 'a purchase'],
  ['return', 'a return'],
  ['dislike', '“not for me” (dislike)'],
] as const;
/** How a list is shaped, beside which items are in it. */
const shapes = [
  ['plain', 'by score alone'],
  ['diverse', 'with unlike neighbours'],
  ['brands', 'two of a brand at most'],
  ['own', 'never filled up'],
] as const;
const shapeParameters: Readonly<Record<string, Partial<RecommendationRequest>>> = {
  diverse: { diversity: 0.3 },
  brands: { caps: [{ field: 'brand', max: 2 }] },
  own: { minRelevance: 0.1 },
};

/** How a visitor is known: by the id of a user, or by that of a visit. */
const visitorKinds = [
  ['user', 'a user'],
  ['session', 'an anonymous visit'],
] as const;

/** Who and what a list is for, as the address says it. */
interface Asked {
  readonly kind: Kind;
  readonly item: string;
  readonly by: 'user' | 'session';
  /** The id of the user or of the visit. */
  readonly visitor: string;
}

/** The visitor as lists and events take one. */
function visitorOf({ by, visitor }: Asked): Visitor {
  return by === 'user' ? { user: visitor } : { session: visitor };
}

export function Recommendations({ project, parts }: ProjectView): ReactNode {
  const { place, go } = useRouter();
  const chosen = kinds.find(({ kind }) => kind === (parts['kind'] ?? 'user')) ?? kinds[0];
  const kind = chosen?.kind ?? 'user';
  const first = useLoad(
    project.id,
    async (signal) => (await service.search(project.id, { limit: 1 }, { signal })).items[0]?.id ?? null,
  );
  const named = place.query.get('item');
  const session = place.query.get('session');
  const asked: Asked = {
    kind,
    item: named ?? first.value ?? '',
    by: session === null ? 'user' : 'session',
    visitor: session ?? place.query.get('user') ?? 'you',
  };
  const address = (next: Partial<Asked>): string => {
    const { kind: to, item, by, visitor } = { ...asked, ...next };
    const query = new URLSearchParams({
      ...(item === '' ? {} : { item }),
      ...(by === 'user' && visitor === 'you' ? {} : { [by]: visitor }),
    }).toString();
    return projectPath(project.id, `/recommendations/${to}${query === '' ? '' : `?${query}`}`);
  };
  const needsItem = kind === 'together' || kind === 'similar';
  return (
    <View title="Recommendations" intro={chosen?.intro}>
      <nav className="tabs" aria-label="Kind of recommendation">
        {kinds.map((one) => (
          <Link key={one.kind} to={address({ kind: one.kind })} current={one.kind === kind}>
            {one.text}
          </Link>
        ))}
      </nav>
      {project.items === 0 && asked.item === '' && first.value === null && !first.busy ? (
        <Empty
          icon="recommend"
          title="Nothing to recommend yet"
          action={
            <Link to={projectPath(project.id, '/items/new')} className="button main">
              Add an item
            </Link>
          }
        >
          With the first items the lists fill up from their content; with the first events, from what shoppers
          do.
        </Empty>
      ) : (
        <List
          key={kind}
          project={project}
          asked={asked}
          needsItem={needsItem}
          onAsked={(next) => go(address(next), true)}
        />
      )}
    </View>
  );
}

interface ListOptions {
  readonly project: ProjectView['project'];
  readonly asked: Asked;
  readonly needsItem: boolean;
  readonly onAsked: (next: Partial<Asked>) => void;
}

function List({ project, asked, needsItem, onAsked }: ListOptions): ReactNode {
  const [type, setType] = useState('view');
  const [shape, setShape] = useState('plain');
  const [explain, setExplain] = useState(false);
  const visitor = useDebouncedQueryParameter(
    asked.visitor,
    (text) => onAsked({ visitor: text.trim() === '' ? 'you' : text.trim() }),
    250,
  );
  const ready = !needsItem || asked.item !== '';
  const loaded = useLoad(JSON.stringify([asked, shape, explain]), async (signal) =>
    ready ? list(project.id, asked, { ...shapeParameters[shape], limit: 12, explain }, signal) : null,
  );
  const { send, before } = useTestEvents({ project: project.id, asked, type, loaded });
  const reply = loaded.value;
  return (
    <>
      <div
        className="columns"
        style={{ gridTemplateColumns: 'repeat(auto-fit, minmax(min(14rem, 100%), 1fr))' }}
      >
        {needsItem && (
          <ItemPicker project={project.id} item={asked.item} onItem={(item) => onAsked({ item })} />
        )}
        <SelectField
          label="The visitor is"
          value={asked.by}
          onValue={(by) => onAsked({ by: by === 'session' ? 'session' : 'user' })}
          options={visitorKinds}
        />
        <Field
          label={asked.by === 'user' ? 'User' : 'Session'}
          value={visitor.typed}
          onValue={visitor.setTyped}
          autoComplete="off"
          maxLength={256}
        />
        <SelectField label="The list is" value={shape} onValue={setShape} options={shapes} />
        <SelectField label="A test event is" value={type} onValue={setType} options={eventTypes} />
        <div style={{ alignSelf: 'end' }}>
          <Check label="Show the numbers" checked={explain} onChecked={setExplain} />
        </div>
      </div>
      {loaded.error !== null && <ErrorNote error={loaded.error} retry={loaded.reload} />}
      {reply === null && loaded.error === null && <Skeleton height="14rem" />}
      {reply !== null && (
        <section className="stack" aria-label="The list" aria-busy={loaded.busy}>
          <h2 className="unseen">The list</h2>
          <Origin reply={reply} />
          <ul className="shelf">
            {reply.items.map((item, index) => (
              <ProductCard
                key={item._id}
                item={item}
                project={project}
                place={index + 1}
                why={<Why item={item} before={before} index={index} />}
                numbers={explain ? { score: item._score, ...item._explain } : undefined}
                numbersTitle="Numbers"
              >
                <button type="button" className="button small" onClick={() => void send(item, index + 1)}>
                  Send event<span className="unseen">: {item.name}</span>
                </button>
              </ProductCard>
            ))}
          </ul>
        </section>
      )}
    </>
  );
}

/** Sends events as a shopper's page would, and asks for the list again; `before` is how it was until then. */
function useTestEvents(options: {
  project: string;
  asked: Asked;
  type: string;
  loaded: Loaded<RecommendationReply | null>;
}): { send: (item: RecommendedItem, position: number) => Promise<void>; before: readonly string[] | null } {
  const { project, asked, type, loaded } = options;
  const tell = useToast();
  const question = JSON.stringify(asked);
  const before = useRef<{ question: string; ids: string[] } | null>(null);
  const send = async (item: RecommendedItem, position: number): Promise<void> => {
    const recommendationId = loaded.value?.recommendationId;
    const ids = loaded.value?.items.map(({ _id }) => _id) ?? [];
    try {
      await service.events.add(project, {
        type,
        ...visitorOf(asked),
        item: item.id,
        recommendationId,
        position,
      });
      before.current = { question, ids };
      tell(`Counted: ${asked.visitor}, ${type}, ${item.name}`);
      loaded.reload();
    } catch (error) {
      tell(messageOf(error), 'bad');
    }
  };
  return { send, before: before.current?.question === question ? before.current.ids : null };
}

function Origin({ reply }: { reply: RecommendationReply }): ReactNode {
  return (
    <p className="row" role="status">
      <span className="soft">
        {counted(reply.items.length, 'item')}.
        {reply.items.length > 0 && ' Send an event with any of them: the next list has counted it.'}
      </span>
      {reply.fallback !== null && (
        <span className="badge warn">Filled up with {fallbacks[reply.fallback]}</span>
      )}
      {(reply.explain?.leftOut.length ?? 0) > 0 && (
        <span className="badge">Left out: {leftOutOf(reply)}</span>
      )}
    </p>
  );
}

const leftOutWords = {
  variant_in_list: 'as a variant is in the list',
  cap: 'as there are enough of their kind',
  below_min_relevance: 'as too little relevant',
} as const;

/** How many candidates the list's shape left out, by reason. */
function leftOutOf({ explain }: RecommendationReply): string {
  const counts = new Map<keyof typeof leftOutWords, number>();
  for (const { why } of explain?.leftOut ?? []) counts.set(why, (counts.get(why) ?? 0) + 1);
  return [...counts].map(([why, count]) => `${count} ${leftOutWords[why]}`).join(', ');
}

/** The service's reason, and how the item moved since the event before. */
function Why({
  item,
  before,
  index,
}: {
  item: RecommendedItem;
  before: readonly string[] | null;
  index: number;
}): ReactNode {
  const was = before?.indexOf(item._id) ?? index;
  return (
    <>
      <span className="why">{item._reason.text}</span>
      {was !== index && (
        <span className="badge good" style={{ justifySelf: 'start' }}>
          {was === -1 ? 'New in the list' : `Was ${was + 1}`}
        </span>
      )}
    </>
  );
}

async function list(
  project: string,
  asked: Asked,
  shape: RecommendationRequest,
  signal: AbortSignal,
): Promise<RecommendationReply> {
  const options = { signal };
  const lists = service.recommend;
  const { item } = asked;
  const request = { ...visitorOf(asked), ...shape };
  switch (asked.kind) {
    case 'user':
      return lists.forUser(project, request, options);
    case 'together':
      return lists.boughtTogether(project, { item, ...request }, options);
    case 'similar':
      return lists.similar(project, { item, ...request }, options);
    case 'trending':
      return lists.trending(project, request, options);
    case 'popular':
      return lists.popular(project, request, options);
    case 'because':
      return lists.becauseViewed(project, request, options);
    case 'viewed':
      return lists.recentlyViewed(project, request, options);
    case 'again':
      return lists.buyAgain(project, request, options);
  }
}
