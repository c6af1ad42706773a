import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { ConsentGate } from './consent-gate.ts';

suite('ConsentGate', () => {
  const create = (isRequired = false) => {
    const told: string[] = [];
    return { gate: new ConsentGate(isRequired, (state) => told.push(state)), told };
  };

  test('grants where the page has no Consent Mode, once it is read', () => {
    const { gate, told } = create();
    assert.equal(gate.isGranted, false);
    gate.endReading();
    assert.deepEqual([gate.isGranted, told], [true, ['granted']]);
  });

  test('grants a default that grants, also where consent is required', () => {
    const { gate, told } = create(true);
    gate.followConsentMode('default', { analytics_storage: 'granted' });
    assert.deepEqual(told, []);
    gate.endReading();
    assert.deepEqual(told, ['granted']);
  });

  test('waits where consent is required', () => {
    const { gate, told } = create(true);
    gate.endReading();
    assert.deepEqual(told, []);
    gate.call('granted');
    assert.deepEqual(told, ['granted']);
  });

  test('follows Consent Mode: a default that denies waits, and an update decides', () => {
    const { gate, told } = create();
    gate.followConsentMode('default', { analytics_storage: 'denied', ad_storage: 'denied' });
    gate.endReading();
    assert.deepEqual(told, []);
    gate.followConsentMode('update', { ad_storage: 'granted' });
    assert.deepEqual(told, []);
    gate.followConsentMode('update', { analytics_storage: 'granted' });
    gate.followConsentMode('update', { analytics_storage: 'denied' });
    assert.deepEqual(told, ['granted', 'denied']);
  });

  test('takes a default for regions as one for all if it denies', () => {
    const denied = { analytics_storage: 'denied', region: ['DE'] };
    for (const defaults of [
      [denied, { analytics_storage: 'granted' }],
      [{ analytics_storage: 'granted' }, denied],
    ]) {
      const { gate, told } = create();
      for (const values of defaults) gate.followConsentMode('default', values);
      gate.endReading();
      assert.deepEqual(told, []);
    }
  });

  test('a call of the shop decides, whatever Consent Mode says', () => {
    const { gate, told } = create();
    gate.call('denied');
    gate.followConsentMode('update', { analytics_storage: 'granted' });
    gate.endReading();
    assert.deepEqual(told, ['denied']);
  });

  test('ignores values that are none', () => {
    const { gate, told } = create(true);
    for (const values of [null, 'granted', {}, { analytics_storage: 'yes' }])
      gate.followConsentMode('update', values);
    assert.deepEqual(told, []);
  });
});
