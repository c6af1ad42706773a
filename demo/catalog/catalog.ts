import { appliances } from './home/appliances.ts';
import { cookware } from './home/cookware.ts';
import { kitchenTools } from './home/kitchen-tools.ts';
import { tableware } from './home/tableware.ts';
import { outdoorFootwear } from './outdoor/footwear.ts';
import type { DemoProduct } from './product.ts';

/** All drawn products of the demo shop, in the order of their departments. */
export const drawnProducts: readonly DemoProduct[] = [
  ...appliances,
  ...cookware,
  ...kitchenTools,
  ...tableware,
  ...outdoorFootwear,
];
