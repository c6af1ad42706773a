const splitWords = (words: string): string[] => words.split(' ');

const units = new Set(
  splitWords(
    'mm cm dm km ml cl dl kg mg lb lbs oz ft inch inches gb tb mb kb mah wh kwh mhz ghz khz hz kw mw mp ' +
      'fps dpi rpm lm btu psi yd pcs pc pk ct ah kva kwp mbar kpa mpa mbps gbps dba ' +
      // Cyrillic.
      'мм см дм км мл кг мг гб тб мб кб вт квт ач мач гц кгц мгц ггц шт',
  ),
);

/** Whether the word is a unit of measure, which may follow its number without a space. */
export function isUnit(word: string): boolean {
  return units.has(word);
}

/** Units only directly after a number, as they have other meanings elsewhere. */
const attachedUnits = new Set(
  splitWords(
    'l v w g in m k a ma mv kv va wp kn nm um μm hp ps cv cc ccm bar pa hpa db cal kcal kj mj gsm den ppi ' +
      'nf pf μf uf mh μh ohm kohm ω kω zoll amp amps volt volts watt watts lumen lumens lux ' +
      'mm2 cm2 dm2 m2 km2 mm3 cm3 dm3 m3 qm sqm sqft cbm м л г в а',
  ),
);

/** Minimum numbers of ambiguous units: "5g" is no weight, "4k" no colour temperature, "3m" a brand. */
const leastNumbers: Readonly<Record<string, number>> = { g: 10, г: 10, k: 1_500 };
/** Units only of decimal numbers: "26a" is a part number, "1.5a" a current. */
const decimalsOnly = new Set(['a', 'а']);

/** Whether the word is the unit of the number that it follows without a space. */
export function canFollowNumber(word: string, number: string): boolean {
  if (units.has(word)) return true;
  if (!attachedUnits.has(word)) return false;
  if (decimalsOnly.has(word)) return number.includes('.');
  if (word === 'm' && number === '3') return false;
  const least = leastNumbers[word];
  return least === undefined || Number(number) >= least;
}

/** Whether the word is a unit, after a blank too. */
export function canBeUnit(word: string): boolean {
  return units.has(word) || attachedUnits.has(word);
}

/** Units in which a number with three decimals is more likely than thousands: "1.375 in", "2.500 kg". */
const smallNumberUnits = new Set(
  splitWords(
    'in inch inches ft yd mm cm m km kg lb lbs oz l v a ah kw kwh ghz gb tb mp zoll мм см м км кг л в',
  ),
);

/** Whether a number of this unit may have three decimals. */
export function hasSmallNumbers(unit: string): boolean {
  return smallNumberUnits.has(unit);
}
