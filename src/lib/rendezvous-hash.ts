import { hash } from 'node:crypto';

/**
 * The `count` nodes with the highest hashes for a key, the highest first (Thaler and Ravishankar, "Using name-based mappings to
 * increase hit rates", 1998). Each key ranks the nodes by itself: a node that is added takes over only the keys for which it ranks
 * among the first, and those of a removed node go to the next in their order.
 */
export function rankNodes(nodes: readonly string[], key: string, count: number): string[] {
  const ranked = nodes.map((node) => ({ node, score: hash('sha256', `${node}\0${key}`) }));
  ranked.sort((a, b) => (a.score < b.score ? 1 : -1));
  return ranked.slice(0, count).map(({ node }) => node);
}
