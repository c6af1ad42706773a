import { placed } from '../compose.ts';
import * as accessories from './accessories.ts';
import * as bags from './bags.ts';
import * as boots from './boots.ts';
import * as jackets from './jackets.ts';
import * as knitwear from './knitwear.ts';
import * as legwear from './legwear.ts';
import * as shirts from './shirts.ts';
import * as shoes from './shoes.ts';
import * as underwear from './underwear.ts';

const { prints } = shirts;

/** Clothes with a print, a pattern or a second colour that depends on the first. */
type Drawing = (color: string) => string;

export const leafTote: Drawing = (color) => bags.toteBag(color, bags.leafPrint('#2f7d57'));
export const catTote: Drawing = (color) => bags.toteBag(color, placed(prints.cat('#25252b'), 0, 54));
export const umbrella: Drawing = (color) => accessories.umbrella([color, '#3d3f46']);
export const ladybirdBoots: Drawing = (color) => boots.wellington(color, boots.ladybird());
export const tartanScarf: Drawing = (color) =>
  accessories.scarf(color, accessories.tartan('#1f2a44', '#f4c534'));
export const stripedScarf: Drawing = (color) => accessories.scarf(color, accessories.broadStripes('#fafafa'));
export const mittens: Drawing = (color) =>
  accessories.mittens(color, color === '#a9cbe8' ? '#26344f' : '#fdf7ec');
export const stripedTie: Drawing = (color) =>
  accessories.tie(color, accessories.tiePatterns.stripes('#d9c7a3'));
export const dottedTie: Drawing = (color) =>
  accessories.boxedTie(color, accessories.tiePatterns.dots('#fafafa'));
export const tweedJacket: Drawing = (color) =>
  jackets.blazer(color, undefined, jackets.checks('#d8b98a', '#4a2c18'));
export const heartSweatshirt: Drawing = (color) => knitwear.sweatshirt(color, knitwear.heart('#d8343f'));
export const mountainSweatshirt: Drawing = (color) => knitwear.sweatshirt(color, prints.mountain('#2f5d45'));
export const flannelShirt: Drawing = (color) => shirts.shirt(color, shirts.flannel('#1d1d22', '#f4e4c4'));
export const hawaiianShirt: Drawing = (color) =>
  shirts.shirt(color, shirts.tropical('#f6d27a', '#f47c8c'), 'short');
export const stripedShirt: Drawing = (color) =>
  shirts.shirt(color, shirts.pinstripes('#3f6fb5'), 'long', '#26344f');
export const whiteTrainers: Drawing = (color) =>
  shoes.trainer(color, color === '#f4f3f0' ? '#2f7d57' : '#e8c24a');
export const checkerboardSlipOns: Drawing = (color) => shoes.slipOn(color, shoes.checkerboard('#1f1f22'));
export const mountainTShirt: Drawing = (color) => shirts.tShirt(color, prints.mountain('#26344f'));
export const catTShirt: Drawing = (color) => shirts.tShirt(color, prints.cat('#25252b'));
export const surfTShirt: Drawing = (color) => shirts.tShirt(color, prints.wave('#2f6fc0'));
export const raglanShirt: Drawing = (color) => shirts.raglanShirt(color, '#c8352f', prints.wave('#26344f'));
export const rocketTShirt: Drawing = (color) => shirts.tShirt(color, prints.rocket());
export const dinosaurTShirt: Drawing = (color) => shirts.tShirt(color, prints.dinosaur('#3f9a5a'));
export const rippedJeans: Drawing = (color) => legwear.jeans(color, 'slim', legwear.rips());
export const patchedJeans: Drawing = (color) => legwear.jeans(color, 'straight', legwear.kneePatches());
export const stripedSocks: Drawing = (color) =>
  underwear.socks(color, '#c8352f', underwear.sockPatterns.stripes('#26344f'));
export const avocadoSocks: Drawing = (color) =>
  underwear.socks(color, '#4f9a52', underwear.sockPatterns.avocados());
export const hikingSocks: Drawing = (color) =>
  underwear.socks(color, '#5f6540', underwear.sockPatterns.knit('#7d838c'));
export const starPyjamas: Drawing = (color) => underwear.pyjamas(color, underwear.pyjamaPrints.moon);
export const sheepPyjamas: Drawing = (color) => underwear.pyjamas(color, underwear.pyjamaPrints.sheep);
