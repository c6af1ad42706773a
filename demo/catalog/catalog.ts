import { mensJackets } from './clothes/jackets-men.ts';
import { otherJackets } from './clothes/jackets-women-kids.ts';
import { outdoorFootwear } from './outdoor/footwear.ts';
import type { DemoProduct } from './product.ts';

/** All drawn products of the demo shop, in the order of their departments. */
export const drawnProducts: readonly DemoProduct[] = [...mensJackets, ...otherJackets, ...outdoorFootwear];
