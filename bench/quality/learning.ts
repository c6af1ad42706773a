// What an order learned from clicks gains in simulated shops whose relevance is known, and that it loses nothing on placebos:
// `npm run bench:learning`. Takes two minutes.
import {
  SimulatedShop,
  type SimulationOptions,
} from '../../src/kernel/click-model/simulated-shop.fixture.ts';

const seeds = 10;
const steps = [300, 700, 2_000, 7_000];
const shops: readonly (readonly [string, Partial<SimulationOptions>])[] = [
  ['as set', {}],
  ['no filters: items never move', { filteredShare: 0 }],
  ['attention position^-0.3', { examination: (position) => position ** -0.3 }],
  ['attention position^-1.5', { examination: (position) => position ** -1.5 }],
  ['attention by rows of four', { examination: (position) => 0.6 ** Math.floor((position - 1) / 4) }],
  ['good order already', { scoreNoise: 0.2 }],
  ['poor order', { scoreNoise: 2 }],
  ['ten times the noise in clicks', { clickNoise: 0.3 }],
  ['placebo: items at the same position', { placebo: 'position' }],
  ['placebo: any items of the list', { placebo: 'list' }],
];

console.log(`max 0.2, ${seeds} seeds; gain in NDCG@10 after ${steps.join(' + ')} clicks; worst of all`);
for (const [name, options] of shops) {
  const gains = steps.map(() => 0);
  let base = 0;
  let worst = Infinity;
  for (let seed = 1; seed <= seeds; seed++) {
    const shop = new SimulatedShop({ max: 0.2, ...options, seed });
    base += shop.ndcg(false) / seeds;
    for (const [i, clicks] of steps.entries()) {
      shop.run(clicks);
      const gain = shop.ndcg(true) - shop.ndcg(false);
      gains[i]! += gain / seeds;
      worst = Math.min(worst, gain);
    }
  }
  const figures = [base, ...gains, worst].map((figure) => figure.toFixed(4)).join('  ');
  console.log(`${name.padEnd(38)} ${figures}`);
}
