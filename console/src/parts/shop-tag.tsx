import { useState, type ReactNode } from 'react';
import { useIdentity } from '../app/identity.tsx';
import { useLoad } from '../app/load.ts';
import { messageOf, service } from '../app/service.ts';
import { isActiveKey, readTagKey, rememberTagKey, type TagKey } from '../app/tag-key.ts';
import { completeAddress } from '../app/typed-address.ts';
import { CodeBlock } from './code-block.tsx';
import { Field } from './field.tsx';

/** The tag that puts the script on pages of the shop, with the key that was made for it here, or a form that makes one. */
export function ShopTag({ project }: { project: string }): ReactNode {
  const { may, publicUrl } = useIdentity();
  const [known, setKnown] = useState<TagKey | null>(() => readTagKey(project));
  const [isAdding, setIsAdding] = useState(false);
  const listed = useLoad(project, async (signal) =>
    may('listKeys') ? (await service.admin.listKeys(project, { signal })).keys : null,
  );
  const keys = listed.value;
  // A key that was made after the list is not on it.
  const isRevoked = known !== null && keys !== null && !known.isNew && !isActiveKey(known, keys);
  const key = isRevoked ? null : known;
  const serviceUrl = (publicUrl ?? location.origin).replace(/\/$/, '');
  const tag = `<script src="${serviceUrl}/shop.js" data-project="${project}" data-key="${key?.key ?? 'YOUR_WEB_KEY'}" async></script>`;
  const mayCreate = may('createKey');
  return (
    <>
      <CodeBlock text={tag} label="Tag" />
      {!serviceUrl.startsWith('https:') && (
        <p className="note warn">
          <span>
            Pages over https load no script over http. Set <code>VITRINE_PUBLIC_URL</code> to the https
            address of this service.
          </span>
        </p>
      )}
      {key !== null && (
        <p className="note good">
          <span>
            The key in the tag works on {key.origin} only. This browser keeps it for you.{' '}
            {mayCreate && !isAdding && (
              <button type="button" className="button small quiet" onClick={() => setIsAdding(true)}>
                Make a key for another address
              </button>
            )}
          </span>
        </p>
      )}
      {mayCreate && (key === null || isAdding) && (
        <KeyForm
          project={project}
          onKey={(created) => {
            rememberTagKey(project, created);
            setKnown(created);
            setIsAdding(false);
          }}
        />
      )}
      {!mayCreate && key === null && (
        <p className="small soft">
          Ask an owner for a web key with the scopes <code>search</code>, <code>recommend</code> and{' '}
          <code>events</code>.
        </p>
      )}
    </>
  );
}

function KeyForm({ project, onKey }: { project: string; onKey: (key: TagKey) => void }): ReactNode {
  const [site, setSite] = useState('');
  const [error, setError] = useState<unknown>(null);
  const create = async (): Promise<void> => {
    setError(null);
    try {
      const origin = toOrigin(site);
      const { key } = await service.admin.createKey({
        name: `Script on ${new URL(origin).host}`,
        kind: 'web',
        scopes: ['search', 'recommend', 'events'],
        projects: [project],
        origins: [origin],
      });
      onKey({ key, origin, isNew: true });
    } catch (failure) {
      setError(failure);
    }
  };
  return (
    <form className="row end-aligned" onSubmit={(event) => (event.preventDefault(), void create())}>
      <Field
        label="Address of the shop"
        placeholder="https://shop.example"
        inputMode="url"
        value={site}
        onValue={setSite}
        error={error === null ? null : messageOf(error)}
      />
      <button type="submit" className="button main" disabled={site.trim() === ''}>
        Create a key for the tag
      </button>
    </form>
  );
}

/** The origin of an address that may lack its protocol. @throws Error */
function toOrigin(address: string): string {
  const url = URL.parse(completeAddress(address));
  if (url === null || url.hostname === '') throw new Error('Enter an address such as https://shop.example');
  return url.origin;
}
