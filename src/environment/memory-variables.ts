import { totalmem } from 'node:os';
import { choose, type Environment } from './values.ts';

export const memoryVariables = { VITRINE_MEMORY: 'auto' } as const;

/** What the service may keep in memory. */
export interface MemoryProfile {
  readonly name: 'small' | 'normal';
  /** Serving threads, unless VITRINE_THREADS has a number; null means by the number of cores. */
  readonly threads: number | null;
  /** The idle time of models in seconds, unless VITRINE_MODEL_IDLE_SECONDS is set. */
  readonly modelIdleSeconds: number;
  /** The events of a training, unless VITRINE_LEARNING_EVENTS is set. */
  readonly learningEvents: number;
  /** Whether at most one process with a model exists at a time. */
  readonly oneModelAtATime: boolean;
  /** Bytes of the items of a project that are cached. */
  readonly itemCacheBytesMax: number;
  /** Kilobytes of the pages that the writing connection of a database caches. */
  readonly pageCacheKilobytes: number;
  /** The share of the limits of bytes in flight and of waiting photos that holds. */
  readonly bytesInFlightShare: number;
}

const profiles: Readonly<Record<MemoryProfile['name'], MemoryProfile>> = {
  normal: {
    name: 'normal',
    threads: null,
    modelIdleSeconds: 90,
    learningEvents: 1_000_000,
    oneModelAtATime: false,
    itemCacheBytesMax: 256 * 1024 * 1024,
    pageCacheKilobytes: 16_384,
    bytesInFlightShare: 1,
  },
  small: {
    name: 'small',
    threads: 0,
    modelIdleSeconds: 20,
    learningEvents: 100_000,
    oneModelAtATime: true,
    itemCacheBytesMax: 16 * 1024 * 1024,
    pageCacheKilobytes: 2_048,
    // With less, the largest body of an import, 64 MB, would exceed the limit of one visitor.
    bytesInFlightShare: 0.5,
  },
};
/** A machine that is sold with 1 GB has less, as the system keeps a part. */
const smallBytesMax = 1024 * 1024 * 1024;

/** The memory of the machine, or less where the cgroup of this process has a limit. */
export function readMemoryBytes(): number {
  // Without a limit, Node returns 0 or more than the machine has.
  const limit = process.constrainedMemory();
  return limit > 0 ? Math.min(limit, totalmem()) : totalmem();
}

/** The profile of VITRINE_MEMORY; by itself the one for this many bytes of memory. @throws ConfigError */
export function readMemoryProfile(
  environment: Environment,
  memoryBytes: number = readMemoryBytes(),
): MemoryProfile {
  const value = environment['VITRINE_MEMORY']?.trim() || memoryVariables.VITRINE_MEMORY;
  const name = choose('VITRINE_MEMORY', value, ['auto', 'small', 'normal'] as const);
  if (name !== 'auto') return profiles[name];
  return memoryBytes < smallBytesMax ? profiles.small : profiles.normal;
}
