import { outdoorFootwear } from './outdoor/footwear.ts';
import type { DemoProduct } from './product.ts';

/** All drawn products of the demo shop, in the order of their departments. */
export const drawnProducts: readonly DemoProduct[] = [...outdoorFootwear];
