import type { Item, SearchSettingsChanges } from '@vitrine/sdk';
import type { ReactNode } from 'react';
import { useMay } from '../../app/identity.tsx';
import { nameOfPart } from '../../app/draft-changes.ts';
import { useLoad } from '../../app/load.ts';
import { usePreview } from '../../app/preview.ts';
import { messageOf, service } from '../../app/service.ts';
import { Field } from '../../parts/field.tsx';
import { counted } from '../../parts/formats.ts';
import { MoveBadge } from '../../parts/move-badge.tsx';
import { ItemPicture, picturesOf } from '../../parts/picture.tsx';
import { Skeleton } from '../../parts/states.tsx';

const productsShown = 10;
const queriesOffered = 6;

/** Ten products of a search as it is live and with the unsaved settings, side by side. */
export function TryPanel({
  project,
  changes,
  query,
  onQuery,
}: {
  project: string;
  /** The unsaved changes; empty: there are none. */
  changes: SearchSettingsChanges;
  /** Null: the most frequent search. */
  query: string | null;
  onQuery: (query: string) => void;
}): ReactNode {
  const may = useMay();
  const top = useLoad(project, async (signal) =>
    may('searchAnalytics')
      ? (await service.analytics.searches(project, { from: 'now-30d', limit: queriesOffered }, { signal }))
          .top
      : [],
  );
  const offered = top.value?.map((one) => one.query).filter((one) => one !== '') ?? [];
  const q = query ?? offered[0] ?? '';
  const isChanged = Object.keys(changes).length > 0;
  const preview = usePreview(JSON.stringify({ q, changes }), async (_sent, signal) => {
    const run = (search: SearchSettingsChanges) =>
      service.settings.preview(project, { q, limit: productsShown, settings: { search } }, { signal });
    const [live, changed] = await Promise.all([run({}), isChanged ? run(changes) : null]);
    return { live, changed };
  });
  const { value } = preview;
  const places = new Map((value?.live.items ?? []).map(({ _id }, index) => [_id, index + 1]));
  return (
    <aside className="panel try-panel" aria-labelledby="try">
      <h2 id="try">Try it</h2>
      <Field label="Search for" value={q} onValue={onQuery} placeholder="All products" type="search" />
      {offered.length > 0 && (
        <div className="row tight" role="group" aria-label="Frequent searches">
          {offered.map((one) => (
            <button
              key={one}
              type="button"
              className="button small"
              aria-pressed={one === q}
              onClick={() => onQuery(one)}
            >
              {one}
            </button>
          ))}
        </div>
      )}
      {preview.error !== null && (
        <p className="note warn" role="status">
          {messageOf(preview.error)}
        </p>
      )}
      {value === null && preview.error === null && <Skeleton height="28rem" />}
      {value !== null && (
        <>
          {(value.changed?.notPreviewed ?? []).length > 0 && (
            <p className="note" role="status">
              Shown once saved: {listSettingNames(value.changed?.notPreviewed ?? []).join(', ')}.
            </p>
          )}
          <div className={value.changed === null ? 'try-lists' : 'try-lists two'} aria-busy={preview.busy}>
            <Products title="Now" {...value.live} />
            {value.changed !== null && (
              <Products title="With your changes" {...value.changed} places={places} />
            )}
          </div>
          {value.changed === null && (
            <p className="small soft">Change a setting to see both lists side by side.</p>
          )}
        </>
      )}
    </aside>
  );
}

/** The names of settings by paths such as `settings.search.name.fields`. */
function listSettingNames(paths: readonly string[]): string[] {
  const ids = paths.map((path) => path.split('.').slice(1, 3).join('.'));
  return [...new Set(ids)].map((id) => nameOfPart({ kind: 'settings', id }));
}

function Products({
  title,
  items,
  total,
  places,
}: {
  title: string;
  items: readonly Item[];
  total: number;
  /** Places in the live list, by `_id`; absent: this is the live list. */
  places?: ReadonlyMap<string, number>;
}): ReactNode {
  return (
    <section aria-label={title}>
      <h3>
        {title} <span className="small soft num">{counted(total, 'product')}</span>
      </h3>
      {items.length === 0 && <p className="soft">No results</p>}
      <ol className="try-list">
        {items.map((item, index) => (
          <li key={item._id}>
            <span className="thumb">
              <ItemPicture url={picturesOf(item)[0]?.url} size={16} />
            </span>
            <span className="try-name">
              {item.name ?? item.id}
              {places !== undefined && <MoveBadge from={places.get(item._id)} to={index + 1} />}
            </span>
          </li>
        ))}
      </ol>
    </section>
  );
}
