/** Minimum share of words with the letters of another language, where those of the identified language never have them. */
const foreignShareMin = 0.01;
/** The minimum of words that tell one of two languages, and by how many times they must exceed those of the other. */
const tellingWordsMin = 3;
const tellingRatio = 2;
/** In Nepali a seventh of the words end so, of Hindi and Marathi one in sixty. */
const nepaliShareMin = 0.07;

/** Letters, or parts of words, that languages unknown to eld have, and that those which eld takes them for have not. */
const foreignLetters: readonly (readonly [languages: readonly string[], letters: RegExp])[] = [
  // Kazakh, Kyrgyz, Mongolian, Tajik, Tatar, Chuvash, Bashkir.
  [['ru', 'uk', 'be', 'bg', 'sr'], /[әғқңөұүһӣӯҳҷӑӗҫҙҡӳ]/u],
  // Macedonian.
  [['bg', 'sr'], /[ѓќѕ]|^(?:што|со|часот)$/u],
  // Assamese.
  [['bn'], /[ৰৱ]/u],
  // Pashto, Sindhi, Uyghur, Sorani, Punjabi.
  [['ar', 'fa', 'ur'], /[ټځڅډړږښېۍڼٻڀٺٽڦڄڃڇڌڏڊڍڙڪڳڱۇۆۈۋڭەڵڕ]/u],
  // Luxembourgish.
  [['de'], /ë/u],
  // Konkani.
  [['mr'], /चो$|चें$/u],
  // Afrikaans.
  [['nl'], /^(?:vir|wat|oop|rooi|swart|nuwe|sonder|kos|gebruik|skoen\w*|vrou(?:e|ens)|groot\w*te)$/u],
];

/** Everyday words that Indonesian and Malay do not share. */
const indonesian = readWords(`
  sepatu tas celana pria handuk mobil listrik kulkas gelas sendok garpu kue es sapi apel jeruk wortel kantor kacamata kado obat uang karena
  bisa gorden kursi lemari televisi telepon ponsel colokan toko kotak amplop boneka kalender musik film polisi bus jepang cokelat cabai
  permen stoples wajah pohon salju kartu loyang wajan panci rok kaos kaus dasi baterai senter selimut bantal sprei laki`);
const malay = readWords(`
  kasut beg seluar lelaki tuala kereta elektrik peti cawan sudu garfu kuih ais lembu epal oren lobak pejabat hadiah ubat wang kerana boleh
  langsir kerusi almari televisyen telefon bimbit palam kedai sampul patung kalendar muzik filem polis bas jepun coklat cili tukul
  balang muka pokok salji kad kuali periuk leher stoking bateri lampu cadar kanak pukul`);

/**
 * The language of words that eld takes for those of `identified`, with what eld does not know: `identified` itself, a similar language, or
 * null for a similar one that has no clear signs.
 */
export function resolveSimilarLanguage(identified: string, words: readonly string[]): string | null {
  const measureShare = (pattern: RegExp): number =>
    words.filter((word) => pattern.test(word)).length / words.length;
  if (
    foreignLetters.some(
      ([languages, letters]) => languages.includes(identified) && measureShare(letters) >= foreignShareMin,
    )
  )
    return null;
  if (identified === 'ms') return tellIndonesian(words);
  // Nepali adjectives end in -o, and "of" is joined to its noun.
  if ((identified === 'hi' || identified === 'mr') && measureShare(/..ो$/u) >= nepaliShareMin) return 'ne';
  return identified;
}

function tellIndonesian(words: readonly string[]): string | null {
  const counts = [indonesian, malay].map((list) => words.filter((word) => list.has(word)).length);
  const [ofIndonesian, ofMalay] = counts as [number, number];
  if (ofIndonesian >= Math.max(tellingWordsMin, tellingRatio * ofMalay)) return 'id';
  return ofMalay >= Math.max(tellingWordsMin, tellingRatio * ofIndonesian) ? 'ms' : null;
}

function readWords(text: string): ReadonlySet<string> {
  return new Set(text.trim().split(/\s+/));
}
