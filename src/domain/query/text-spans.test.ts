import assert from 'node:assert/strict';
import { test } from 'node:test';
import { applyEdits, blankOut, haveOverlap } from './text-spans.ts';

test('blankOut() keeps the other words where they are', () => {
  const text = 'show me a red dress, please';
  const left = blankOut(text, [
    { start: 0, end: 9 },
    { start: 21, end: 27 },
  ]);
  assert.equal(left, '          red dress,       ');
  assert.equal(left.indexOf('red'), text.indexOf('red'));
});

test('applyEdits() replaces the spans of a text and keeps all between', () => {
  const edits = [
    { start: 4, end: 8, text: 'mouse pad' },
    { start: 12, end: 15, text: '' },
  ];
  assert.equal(applyEdits('my  maus for x  you', edits), 'my  mouse pad for you');
  assert.equal(applyEdits('as typed', []), 'as typed');
});

test('haveOverlap() is about common characters, not about neighbours', () => {
  assert.equal(haveOverlap({ start: 0, end: 2 }, { start: 1, end: 3 }), true);
  assert.equal(haveOverlap({ start: 0, end: 2 }, { start: 2, end: 3 }), false);
});
