// A reporter of Node's test runner: appends the failed tests, and the number of others, to the file that VITRINE_TEST_RESULTS names, for a
// summary. Each line is JSON.
import { appendFileSync } from 'node:fs';
import { relative } from 'node:path';

export default async function* results(events) {
  let passed = 0;
  const skipped = {};
  for await (const { type, data } of events) {
    if (type === 'test:fail' && data.todo === undefined) {
      const isParent = data.details?.error?.failureType === 'subtestsFailed';
      if (!isParent) write({ failed: describe(data) });
    } else if (type === 'test:pass' && data.details?.type !== 'suite') {
      if (data.skip === undefined) passed += 1;
      else {
        const reason = typeof data.skip === 'string' ? data.skip : 'without a reason';
        skipped[reason] = (skipped[reason] ?? 0) + 1;
      }
    }
  }
  write({ passed, skipped });
  // A reporter must be an iterable of output.
  yield '';
}

function describe({ file = '', name, details }) {
  const message = String(details.error.cause?.message ?? details.error.message)
    .replaceAll(/\s+/g, ' ')
    .slice(0, 300);
  return `${relative('', file)}: ${name}: ${message}`;
}

function write(line) {
  appendFileSync(process.env.VITRINE_TEST_RESULTS, `${JSON.stringify(line)}\n`);
}
