import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { deserialize, serialize } from 'node:v8';
import type { TaskOutcome } from './program-runner.ts';

/** The body of a program that `ProgramRunner` runs: `handle` gets the task, and its result is the reply. */
export async function runTask(handle: (task: never) => unknown): Promise<void> {
  const [taskPath = '', outcomePath = ''] = process.argv.slice(2);
  let result: { readonly reply: unknown } | { readonly error: string };
  try {
    result = { reply: await handle(deserialize(readFileSync(taskPath)) as never) };
  } catch (error) {
    result = { error: error instanceof Error ? (error.stack ?? error.message) : String(error) };
  }
  const { user, system } = process.cpuUsage();
  const outcome: TaskOutcome = { ...result, cpuSeconds: (user + system) / 1e6 };
  // The rename makes the outcome complete or absent, even if the process is killed.
  const partial = `${outcomePath}.partial`;
  writeFileSync(partial, serialize(outcome));
  renameSync(partial, outcomePath);
}
