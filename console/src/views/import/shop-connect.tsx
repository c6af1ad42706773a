import { VitrineError, type Feed, type FeedDiscoveryReply } from '@vitrine/sdk';
import { useState, type ReactNode } from 'react';
import { messageOf, service } from '../../app/service.ts';
import { useToast } from '../../app/toasts.tsx';
import { completeAddress } from '../../app/typed-address.ts';
import { Field, SelectField } from '../../parts/field.tsx';
import { counted, share } from '../../parts/formats.ts';
import { Allowed } from '../../parts/read-only.tsx';
import { FirstItems } from './first-items.tsx';
import { schedules } from './read-choices.ts';
import { TableFrame } from '../../parts/table-frame.tsx';

const platformNames: Readonly<Record<FeedDiscoveryReply['platform'], string>> = {
  shopify: 'Shopify',
  woocommerce: 'WooCommerce',
  prestashop: 'PrestaShop',
  magento: 'Magento',
  shopware: 'Shopware',
  bigcommerce: 'BigCommerce',
  squarespace: 'Squarespace',
  wix: 'Wix',
  opencart: 'OpenCart',
  ecwid: 'Ecwid',
  jtl: 'JTL-Shop',
  oxid: 'OXID',
  gambio: 'Gambio',
  lightspeed: 'Lightspeed',
  shoptet: 'Shoptet',
  other: 'A shop',
};
const sourceTexts = {
  file: 'a product feed',
  shopify: 'its public product list',
  woocommerce: 'its public product list',
  sitemap: 'its product pages',
} as const;

/** Finds the catalog of a shop by its address, shows it, and makes it a feed. `onFeed` is called when its first run has begun. */
export function ShopConnect({
  project,
  currency,
  onFeed,
}: {
  project: string;
  currency: string;
  onFeed: () => void;
}): ReactNode {
  const [address, setAddress] = useState('');
  const [step, setStep] = useState<'idle' | 'looking' | 'found' | 'storing'>('idle');
  const [found, setFound] = useState<FeedDiscoveryReply | null>(null);
  const [error, setError] = useState<unknown>(null);
  const look = async (): Promise<void> => {
    setStep('looking');
    setError(null);
    setFound(null);
    try {
      setFound(await service.feeds.discover(project, completeAddress(address)));
      setStep('found');
    } catch (failure) {
      setError(failure);
      setStep('idle');
    }
  };
  return (
    <section className="panel stack" aria-labelledby="from-shop">
      <h2 id="from-shop">From your shop</h2>
      <p className="soft">
        Shopify, WooCommerce, PrestaShop, Magento, Shopware and others: the address is enough. You see what is
        found before anything is stored.
      </p>
      <Allowed operation="discoverFeed">
        <form
          className="row end-aligned"
          noValidate
          onSubmit={(event) => (event.preventDefault(), void look())}
        >
          <Field
            label="Address of the shop"
            placeholder="https://shop.example"
            inputMode="url"
            autoComplete="url"
            value={address}
            onValue={setAddress}
            error={error === null ? null : messageOf(error)}
          />
          <button
            type="submit"
            className="button main"
            disabled={address.trim() === '' || step === 'looking' || step === 'storing'}
          >
            {step === 'looking' ? 'Finding products …' : 'Find products'}
          </button>
        </form>
      </Allowed>
      <div aria-live="polite" className="stack">
        {step === 'looking' && (
          <p className="small soft">Asks for product lists, feeds and pages, politely: at most 20 seconds.</p>
        )}
        {found !== null && (
          <Found
            found={found}
            project={project}
            currency={currency}
            isStoring={step === 'storing'}
            onStoring={(isStoring) => setStep(isStoring ? 'storing' : 'found')}
            onStored={() => {
              setFound(null);
              setAddress('');
              setStep('idle');
              onFeed();
            }}
          />
        )}
      </div>
    </section>
  );
}

function Found({
  found: { platform, feed, items, fields, missing },
  project,
  currency,
  isStoring,
  onStoring,
  onStored,
}: {
  found: FeedDiscoveryReply;
  project: string;
  currency: string;
  isStoring: boolean;
  onStoring: (isStoring: boolean) => void;
  onStored: () => void;
}): ReactNode {
  const [schedule, setSchedule] = useState<NonNullable<Feed['schedule']>>('6_hours');
  const [error, setError] = useState<unknown>(null);
  const notify = useToast();
  const store = async (): Promise<void> => {
    if (feed === null) return;
    onStoring(true);
    setError(null);
    try {
      const id = await putNewFeed(project, { ...feed, schedule });
      await service.feeds.run(project, id);
      notify('The catalog is being read. Its progress is under Feeds.');
      onStored();
    } catch (failure) {
      setError(failure);
      onStoring(false);
    }
  };
  return (
    <>
      <p>
        <strong>{platformNames[platform]}</strong>
        {feed === null
          ? ': no product list, feed or product page could be read.'
          : `: ${counted(items.length, 'product')} of ${sourceTexts[feed.source]}, as they would be stored.`}
      </p>
      {missing.length > 0 && (
        <ul className="note warn">
          {missing.map(({ code, field, text }) => (
            <li key={`${code} ${field}`}>
              {field !== null && <strong>{field}: </strong>}
              {text.replaceAll('`', '')}
            </li>
          ))}
        </ul>
      )}
      {feed === null && (
        <p>
          Export the products of the shop, for instance for Google Merchant Center. Add the address of the
          export under <strong>Feeds</strong> below, or upload the file above.{' '}
          <a href="/docs/guide/connect#if-nothing-is-found">Where each platform has it</a>
        </p>
      )}
      <FirstItems items={items} currency={currency} countMax={10} />
      {fields.length > 0 && (
        <details>
          <summary>{counted(fields.length, 'field')}</summary>
          <TableFrame>
            <table>
              <thead>
                <tr>
                  <th>Field</th>
                  <th className="right">Items with it</th>
                  <th>Example</th>
                </tr>
              </thead>
              <tbody>
                {fields.map(({ name, share: part, example }) => (
                  <tr key={name}>
                    <td>{name}</td>
                    <td className="right num">{share(part)}</td>
                    <td className="soft wrap-anywhere">{example}</td>
                  </tr>
                ))}
              </tbody>
            </table>
          </TableFrame>
        </details>
      )}
      {error !== null && (
        <p className="note bad" role="alert">
          {messageOf(error)}
        </p>
      )}
      {feed !== null && (
        <Allowed operation="putFeed">
          <div className="row end-aligned">
            <SelectField
              label="Read again"
              hint="Only what has changed is read and written."
              value={schedule}
              onValue={(value) => setSchedule(value as typeof schedule)}
              options={schedules}
            />
            <button type="button" className="button main" disabled={isStoring} onClick={() => void store()}>
              {isStoring ? 'Starting …' : 'Import this catalog'}
            </button>
          </div>
        </Allowed>
      )}
    </>
  );
}

const idsTried = 20;

/** Stores a feed under an id made of its host that no other feed has; returns the id. @throws VitrineError */
async function putNewFeed(project: string, feed: Omit<Feed, 'id'>): Promise<string> {
  const slug = new URL(feed.url).hostname
    .replace(/^www\./, '')
    .replaceAll(/[^a-z0-9]+/g, '-')
    .slice(0, 50);
  for (let number = 1; ; number++) {
    const id = number === 1 ? slug : `${slug}-${number}`;
    try {
      await service.feeds.put(project, { ...feed, id }, { ifVersion: 0 });
      return id;
    } catch (error) {
      const isTaken = error instanceof VitrineError && error.code === 'feed_changed';
      if (!isTaken || number === idsTried) throw error;
    }
  }
}
