import assert from 'node:assert/strict';
import crypto, { hash } from 'node:crypto';
import { syncBuiltinESMExports } from 'node:module';
import { mock, test } from 'node:test';
import type { FastifyRequest } from 'fastify';
import { VitrineError } from '../../ports/errors.ts';
import type { ApiKey } from '../../ports/access/projects.ts';
import { inSeconds, signedKey } from '../../../test/support/signed-key.ts';
import { KeyGuard } from './auth.ts';
import type { WireProtocol } from '../operation.ts';

// Longer than the block of SHA-256, as the keys of the service are.
const text = `vtr_${'k'.repeat(80)}`;
const stored: ApiKey = {
  id: 'k1',
  name: 'Server',
  kind: 'server',
  prefix: 'vtr_kkkk',
  hash: hash('sha256', text),
  scopes: ['search', 'events', 'items:write'],
  projects: ['shop'],
  origins: null,
  filter: null,
  priceLists: [],
  ratePerMinute: null,
  createdAt: 0,
  expiresAt: null,
  revokedAt: null,
};

class Keys {
  readonly all: ApiKey[];
  constructor(...all: ApiKey[]) {
    this.all = all;
  }
  keys(): ApiKey[] {
    return this.all;
  }
  key(id: string): ApiKey | null {
    return this.all.find((key) => key.id === id) ?? null;
  }
  project(): null {
    return null;
  }
  keyByHash(textHash: string): ApiKey | null {
    return this.all.find((key) => key.hash === textHash) ?? null;
  }
}

const newGuard = (keys: Keys): KeyGuard => new KeyGuard({ store: keys }, { now: () => Date.now() });
const requestWith = (key: string): FastifyRequest =>
  ({ headers: { 'x-api-key': key }, verifiedKey: null }) as unknown as FastifyRequest;

/** How often a function of `node:crypto` is called. */
function countCalls(name: 'createHmac' | 'hash', run: () => void): number {
  const counted = mock.method(crypto, name);
  syncBuiltinESMExports();
  try {
    run();
    return counted.mock.callCount();
  } finally {
    counted.mock.restore();
    syncBuiltinESMExports();
  }
}

test('KeyGuard verifies the signature of a key once, however often the request asks who it is', () => {
  const guard = newGuard(new Keys(stored));
  const request = requestWith(signedKey({ id: 'k1', key: text }, { exp: inSeconds(60), sub: 'eva' }));
  const hmacs = countCalls('createHmac', () => {
    assert.equal(guard.likelyProject(request), 'shop');
    assert.equal(guard.likelyProject(request), 'shop');
    for (const caller of [guard.identify(request, undefined), guard.identify(request, undefined)])
      assert.deepEqual([caller.id, caller.user, caller.kind], ['k1', 'eva', 'web']);
  });
  assert.equal(hmacs, 1);
});

test('KeyGuard hashes a key once', () => {
  const guard = newGuard(new Keys(stored));
  for (const key of [text, 'vtr_unknown']) {
    const request = requestWith(key);
    const hashes = countCalls('hash', () => {
      assert.equal(guard.likelyProject(request), key === text ? 'shop' : undefined);
      for (let i = 0; i < 2; i++) {
        if (key === text) assert.equal(guard.identify(request, undefined).id, 'k1');
        else assert.throws(() => guard.identify(request, undefined), { code: 'api_key_invalid' });
      }
    });
    assert.equal(hashes, 1);
  }
});

test('KeyGuard refuses a signature that is not genuine once it has verified it once', () => {
  const guard = newGuard(new Keys(stored));
  for (const signer of [
    { id: 'k1', key: `${text}x` },
    { id: 'unknown', key: text },
  ]) {
    const request = requestWith(signedKey(signer, { exp: inSeconds(60) }));
    const hmacs = countCalls('createHmac', () => {
      assert.equal(guard.likelyProject(request), undefined);
      for (let i = 0; i < 2; i++)
        assert.throws(() => guard.identify(request, undefined), { code: 'api_key_invalid' });
    });
    assert.equal(hmacs, 1);
  }
});

test('KeyGuard verifies again after a change of the stored key', () => {
  const keys = new Keys();
  const guard = newGuard(keys);
  const signed = requestWith(signedKey({ id: 'k1', key: text }, { exp: inSeconds(60) }));
  const plain = requestWith(text);
  const both = [signed, plain];
  for (const request of both) assert.equal(guard.likelyProject(request), undefined);
  keys.all[0] = stored;
  for (const request of both) assert.equal(guard.identify(request, undefined).id, 'k1', 'created elsewhere');
  keys.all[0] = { ...stored, projects: ['shop', 'other'] };
  for (const request of both) assert.equal(guard.likelyProject(request), undefined, 'of two projects now');
  keys.all[0] = { ...stored, revokedAt: 1 };
  for (const request of both)
    assert.throws(() => guard.identify(request, undefined), { code: 'api_key_invalid' });
});

test('KeyGuard asks a protocol once for the caller of a key that is not stored', () => {
  const guard = newGuard(new Keys());
  const derivedCaller = mock.fn(() => ({ ...stored, user: null, consoleUser: null }));
  const refusing = mock.fn((): never => {
    throw new VitrineError('api_key_invalid', 'The secured key is not valid');
  });
  for (const derive of [derivedCaller, refusing]) {
    const protocol = { deriveCaller: derive } as unknown as WireProtocol;
    const request = requestWith('derived');
    assert.equal(guard.likelyProject(request), undefined);
    for (let i = 0; i < 2; i++) {
      if (derive === refusing)
        assert.throws(() => guard.identify(request, protocol), { message: /secured key/ });
      else assert.equal(guard.identify(request, protocol).id, 'k1');
    }
    assert.equal(derive.mock.callCount(), 1);
  }
});
