import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pythonWith } from '../../python-venv.ts';
import type { Split } from './logs.ts';

/** The lists of a trained model for the split's queries, and their cost. */
export interface PeerRun {
  readonly lists: readonly (readonly string[])[];
  readonly buildSeconds: number;
  readonly askSeconds: number;
  readonly bytes: number;
}

const pythonPackages = { als: 'implicit==0.7.3', ease: 'scipy', sansa: 'sansa' } as const;
export type Peer = keyof typeof pythonPackages;
export const peerNames = Object.keys(pythonPackages) as readonly Peer[];

/** Cached for the run, because a failed installation takes minutes. */
const pythons = new Map<Peer, string | null>();

/** Runs a model in its own Python environment; null, with the reason printed, if it cannot be installed. */
export function askPeer(peer: Peer, split: Split): PeerRun | null {
  const python = pythons.has(peer) ? pythons.get(peer)! : pythonOf(peer);
  pythons.set(peer, python);
  if (python === null) {
    console.log(`skipped: the Python package ${pythonPackages[peer]} is not available`);
    return null;
  }
  const folder = mkdtempSync(join(tmpdir(), 'vitrine-bench-peers-'));
  try {
    const [input, output] = ['split.json', 'lists.json'].map((name) => join(folder, name));
    const { text, ids } = numbered(split);
    writeFileSync(input!, text);
    const driver = join(import.meta.dirname, 'peers.py');
    const { status, stderr } = spawnSync(python, [driver, peer, input!, output!], { encoding: 'utf8' });
    if (status !== 0) {
      console.log(`skipped: ${peer} failed with ${stderr.trim().split('\n').at(-1)}`);
      return null;
    }
    const answered = JSON.parse(readFileSync(output!, 'utf8')) as Omit<PeerRun, 'lists'> & {
      lists: number[][];
    };
    return { ...answered, lists: answered.lists.map((list) => list.map((item) => ids[item]!)) };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** The split with numbered items: the histories of all users, and of each query. */
function numbered(split: Split): { text: string; ids: readonly string[] } {
  const numbers = new Map<string, number>();
  const numberOf = (id: string): number => {
    const known = numbers.get(id);
    if (known !== undefined) return known;
    numbers.set(id, numbers.size);
    return numbers.size - 1;
  };
  const owners = Map.groupBy(split.events, ({ user, session }) => user ?? session ?? '');
  const train = Array.from(owners.values(), (events) => {
    return [...new Set(events.flatMap(({ items }) => items.map(numberOf)))];
  });
  const queries = split.queries.map(({ history }) => [...new Set(history.map(numberOf))]);
  const { limit, repeats } = split;
  const text = JSON.stringify({ train, queries, limit, repeats, items: numbers.size });
  return { text, ids: [...numbers.keys()] };
}

function pythonOf(peer: Peer): string | null {
  const module = { als: 'implicit', ease: 'scipy', sansa: 'sansa' }[peer];
  return pythonWith(peer, [pythonPackages[peer], 'numpy'], [module, 'numpy']);
}
