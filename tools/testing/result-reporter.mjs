// A reporter of Node's test runner: appends each failed, passed and skipped test to the file that TEST_RESULTS names, for a summary.
// Each line is JSON, and written at once: a worker ends before the last event is read.
import { appendFileSync } from 'node:fs';
import { relative } from 'node:path';

export default async function* results(events) {
  for await (const { type, data } of events) {
    if (type === 'test:fail' && data.todo === undefined) {
      const isParent = data.details?.error?.failureType === 'subtestsFailed';
      if (!isParent) write({ failed: describe(data), file: findFile(data) });
    } else if (type === 'test:pass' && data.details?.type !== 'suite') {
      write(data.skip === undefined ? { passed: 1 } : { skipped: reasonOf(data.skip) });
    }
  }
  // A reporter must be an iterable of output.
  yield '';
}

const reasonOf = (skip) => (typeof skip === 'string' && skip !== '' ? skip : 'without a reason');

/** The path of the test file from the root. The suite of a whole file belongs to the worker, and has the path as its name. */
const findFile = ({ file = '', name }) => (/\.(?:test|fuzz)\.ts$/.test(name) ? name : relative('', file));

function describe({ file = '', name, details }) {
  const message = String(details.error.cause?.message ?? details.error.message)
    .replaceAll(/\s+/g, ' ')
    .slice(0, 300);
  return `${relative('', file)}: ${name}: ${message}`;
}

function write(line) {
  appendFileSync(process.env.TEST_RESULTS, `${JSON.stringify(line)}\n`);
}
