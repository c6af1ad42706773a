// A reporter of Node's test runner: appends the failed tests to the file that VITRINE_FAILURES names, for a summary.
import { appendFileSync } from 'node:fs';
import { relative } from 'node:path';

export default async function* failures(events) {
  for await (const { type, data } of events) {
    const isParent = data.details?.error?.failureType === 'subtestsFailed';
    if (type !== 'test:fail' || isParent || data.todo !== undefined) continue;
    const { file = '', name, details } = data;
    const message = String(details.error.cause?.message ?? details.error.message)
      .replaceAll(/\s+/g, ' ')
      .slice(0, 300);
    appendFileSync(process.env.VITRINE_FAILURES, `${relative('', file)}: ${name}: ${message}\n`);
  }
  // A reporter must be an iterable of output.
  yield '';
}
