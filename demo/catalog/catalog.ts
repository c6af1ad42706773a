import { bags } from './clothes/bags.ts';
import { boots } from './clothes/boots.ts';
import { dresses } from './clothes/dresses.ts';
import { hatsScarvesGloves } from './clothes/hats-scarves-gloves.ts';
import { mensJackets } from './clothes/jackets-men.ts';
import { otherJackets } from './clothes/jackets-women-kids.ts';
import { jewellery } from './clothes/jewellery.ts';
import { knitwear } from './clothes/knitwear.ts';
import { shirts } from './clothes/shirts.ts';
import { shoes } from './clothes/shoes.ts';
import { swimAndSuits } from './clothes/swim-and-suits.ts';
import { tShirts } from './clothes/t-shirts.ts';
import { trousers } from './clothes/trousers.ts';
import { underwear } from './clothes/underwear.ts';
import { balls } from './outdoor/balls.ts';
import { camping } from './outdoor/camping.ts';
import { climbing } from './outdoor/climbing.ts';
import { cycling } from './outdoor/cycling.ts';
import { fitness } from './outdoor/fitness.ts';
import { outdoorFootwear } from './outdoor/footwear.ts';
import { garden } from './outdoor/garden.ts';
import { outdoorKitchen } from './outdoor/kitchen.ts';
import { rackets } from './outdoor/rackets.ts';
import { terrace } from './outdoor/terrace.ts';
import { water } from './outdoor/water.ts';
import { wheels } from './outdoor/wheels.ts';
import { winter } from './outdoor/winter.ts';
import type { DemoProduct } from './product.ts';

/** All drawn products of the demo shop, in the order of their departments. */
export const drawnProducts: readonly DemoProduct[] = [
  ...bags,
  ...boots,
  ...dresses,
  ...hatsScarvesGloves,
  ...mensJackets,
  ...otherJackets,
  ...jewellery,
  ...knitwear,
  ...shirts,
  ...shoes,
  ...swimAndSuits,
  ...tShirts,
  ...trousers,
  ...underwear,
  ...balls,
  ...camping,
  ...climbing,
  ...cycling,
  ...fitness,
  ...outdoorFootwear,
  ...garden,
  ...outdoorKitchen,
  ...rackets,
  ...terrace,
  ...water,
  ...wheels,
  ...winter,
];
