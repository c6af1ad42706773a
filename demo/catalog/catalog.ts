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
import { audio } from './electronics/audio.ts';
import { personalCare } from './electronics/care.ts';
import { computers } from './electronics/computers.ts';
import { homeDevices } from './electronics/devices.ts';
import { gaming } from './electronics/gaming.ts';
import { instruments } from './electronics/instruments.ts';
import { phones } from './electronics/phones.ts';
import { photoAndVideo } from './electronics/photo.ts';
import { bakery } from './grocery/bakery.ts';
import { drinks } from './grocery/drinks.ts';
import { pantry } from './grocery/pantry.ts';
import { appliances } from './home/appliances.ts';
import { cookware } from './home/cookware.ts';
import { decoration } from './home/decoration.ts';
import { furniture } from './home/furniture.ts';
import { household } from './home/household.ts';
import { kitchenTools } from './home/kitchen-tools.ts';
import { lighting } from './home/lighting.ts';
import { pets } from './home/pets.ts';
import { plants } from './home/plants.ts';
import { seating } from './home/seating.ts';
import { tableware } from './home/tableware.ts';
import { textiles } from './home/textiles.ts';
import { tools } from './home/tools.ts';
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
import { toyFigures } from './toys/figures.ts';
import { games } from './toys/games.ts';
import { playAndGifts } from './toys/play.ts';
import { toyVehicles } from './toys/vehicles.ts';
import { woodenToys } from './toys/wooden.ts';
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
  ...audio,
  ...personalCare,
  ...computers,
  ...homeDevices,
  ...gaming,
  ...instruments,
  ...phones,
  ...photoAndVideo,
  ...bakery,
  ...drinks,
  ...pantry,
  ...appliances,
  ...cookware,
  ...decoration,
  ...furniture,
  ...household,
  ...kitchenTools,
  ...lighting,
  ...pets,
  ...plants,
  ...seating,
  ...tableware,
  ...textiles,
  ...tools,
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
  ...toyFigures,
  ...games,
  ...playAndGifts,
  ...toyVehicles,
  ...woodenToys,
];
