import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { runTask } from './program-task.ts';

/** A program of tests: does what its task says. */
interface Task {
  readonly action: 'double' | 'throw' | 'exit' | 'wait' | 'environment' | 'scheduling' | 'removeFolder';
  readonly numbers?: Float64Array;
  /** Gets the process id. */
  readonly path?: string;
}

await runTask(({ action, numbers, path }: Task): unknown => {
  if (path !== undefined) writeFileSync(path, `${process.pid}`);
  switch (action) {
    case 'double':
      return numbers!.map((number) => 2 * number);
    case 'throw':
      throw new Error('as asked');
    case 'exit':
      return process.exit(7);
    case 'removeFolder':
      return rmSync(dirname(process.argv.at(-1)!), { recursive: true });
    case 'environment':
      return readFileSync('/proc/self/environ', 'utf8');
    case 'scheduling':
      return { stat: readFileSync('/proc/self/stat', 'utf8'), autogroup: autogroup() };
    case 'wait':
      // As training does: a loop that never returns to the event loop.
      for (;;);
  }
});

/** Empty where the kernel has no autogroups. */
function autogroup(): string {
  return existsSync('/proc/self/autogroup') ? readFileSync('/proc/self/autogroup', 'utf8') : '';
}
