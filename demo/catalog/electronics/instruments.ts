import {
  accordion,
  acousticGuitar,
  drumKit,
  electricGuitar,
  grandPiano,
  guitarAmplifier,
  harmonica,
  keyboardPiano,
  metronome,
  recorder,
  saxophone,
  trumpet,
  violin,
} from '../../drawings/electronics/instruments.ts';
import { homeColors } from '../colors.ts';
import type { DemoProduct } from '../product.ts';

const brand = 'Cadenza';
const stringsCategory = 'Electronics > Music > Guitars and strings';
const keys = 'Electronics > Music > Pianos and keyboards';
const winds = 'Electronics > Music > Wind instruments';
const accessories = 'Electronics > Music > Drums and accessories';

/** Musical instruments. */
export const instruments: readonly DemoProduct[] = [
  {
    id: 'electric-guitar',
    name: 'Electric Guitar',
    brand,
    category: stringsCategory,
    price: 329,
    description:
      'A guitar with two pickups for rock, blues and pop. Play it over an amplifier or headphones.',
    fields: { material: 'alder' },
    colors: [homeColors.red, homeColors.skyBlue],
    draw: (color) => electricGuitar(color),
    translations: {
      de: {
        name: 'E-Gitarre',
        description: 'Gitarre mit zwei Tonabnehmern für Rock, Blues und Pop, über Verstärker oder Kopfhörer.',
      },
      ja: {
        name: 'エレキギター',
        description: 'ロックやブルースに合う、ピックアップ2基のエレキギターです。',
      },
      ar: { name: 'غيتار كهربائي', description: 'غيتار بلاقطين للروك والبلوز والبوب، عبر مضخم أو سماعات.' },
    },
  },
  {
    id: 'acoustic-guitar',
    name: 'Acoustic Guitar',
    brand,
    category: stringsCategory,
    price: 179,
    description: 'A wooden guitar with a warm sound for camp fires and first lessons. With a bag.',
    fields: { material: 'spruce' },
    draw: () => acousticGuitar('#d99a4e'),
    translations: {
      de: {
        name: 'Akustikgitarre',
        description: 'Gitarre aus Holz mit warmem Klang für Lagerfeuer und erste Stunden. Mit Tasche.',
      },
      ja: {
        name: 'アコースティックギター',
        description: 'キャンプファイヤーや初めてのレッスンに。温かい音色の木製ギター、バッグ付き。',
      },
      ar: { name: 'غيتار أكوستيك', description: 'غيتار خشبي بصوت دافئ للسهرات والدروس الأولى، مع حقيبة.' },
    },
  },
  {
    id: 'ukulele',
    name: 'Ukulele',
    brand,
    category: stringsCategory,
    price: 49,
    description:
      'A small guitar from Hawaii with four strings, easy to learn. A gift for a child from six years.',
    fields: { age: '6+', material: 'mahogany', tags: ['gift for a child'] },
    colors: [homeColors.teal, homeColors.yellow],
    draw: (color) => acousticGuitar(color, true),
    translations: {
      de: {
        name: 'Ukulele',
        description:
          'Kleine Gitarre aus Hawaii mit vier Saiten, leicht zu lernen. Geschenk für Kinder ab sechs Jahren.',
      },
      ja: {
        name: 'ウクレレ',
        description: '弦が4本で覚えやすいハワイの楽器。6歳からの子どもへのプレゼントにも。',
      },
      ar: {
        name: 'يوكوليلي',
        description: 'غيتار صغير من هاواي بأربعة أوتار سهل التعلم، هدية للطفل من عمر 6 سنوات.',
      },
    },
  },
  {
    id: 'violin',
    name: 'Violin with Bow',
    brand,
    category: stringsCategory,
    price: 249,
    description: 'A violin of spruce and maple with its bow and a case, for pupils and orchestras.',
    fields: { material: 'maple' },
    draw: () => violin(),
  },
  {
    id: 'keyboard-61',
    name: 'Keyboard with 61 Keys',
    brand,
    category: keys,
    price: 199,
    description: 'A portable piano keyboard with two hundred sounds, drums and a lesson mode.',
    fields: { power: 'mains' },
    draw: () => keyboardPiano(),
    translations: {
      de: {
        name: 'Keyboard mit 61 Tasten',
        description: 'Tragbares Keyboard mit zweihundert Klängen, Schlagzeug und Lernfunktion.',
      },
      ja: {
        name: '電子キーボード 61鍵',
        description: '200音色とリズム、レッスン機能を備えた持ち運べるキーボードです。',
      },
      ar: { name: 'كيبورد بـ 61 مفتاحاً', description: 'بيانو كهربائي محمول بمئتي صوت وإيقاعات ووضع تعليمي.' },
    },
  },
  {
    id: 'grand-piano',
    name: 'Digital Grand Piano',
    brand,
    category: keys,
    price: 3490,
    description: 'A black piano with a lid, weighted keys and the sound of a concert hall. With a bench.',
    fields: { power: 'mains' },
    draw: () => grandPiano(),
  },
  {
    id: 'accordion',
    name: 'Accordion',
    brand,
    category: keys,
    price: 459,
    description: 'A squeeze box with piano keys and buttons for folk music and dancing.',
    fields: { material: 'wood' },
    draw: () => accordion('#a8343a'),
  },
  {
    id: 'alto-saxophone',
    name: 'Alto Saxophone',
    brand,
    category: winds,
    price: 549,
    description: 'A saxophone of brass for jazz, brass bands and beginners. With a mouthpiece and a case.',
    fields: { material: 'brass' },
    draw: () => saxophone(),
    translations: {
      de: {
        name: 'Altsaxofon',
        description: 'Saxofon aus Messing für Jazz, Blasorchester und Anfänger. Mit Mundstück und Koffer.',
      },
      ja: {
        name: 'アルトサックス',
        description: 'ジャズや吹奏楽、初心者にも。マウスピースとケース付きの真鍮製サックスです。',
      },
      ar: { name: 'ساكسفون ألتو', description: 'ساكسفون نحاسي للجاز والفرق والمبتدئين، مع مبسم وحقيبة.' },
    },
  },
  {
    id: 'trumpet',
    name: 'Trumpet',
    brand,
    category: winds,
    price: 289,
    description: 'A brass trumpet with three valves for school bands and orchestras.',
    fields: { material: 'brass' },
    draw: () => trumpet(),
  },
  {
    id: 'recorder',
    name: 'Recorder',
    brand,
    category: winds,
    price: 22.9,
    description: 'A flute of pear wood on which children learn their first tunes at school.',
    fields: { age: '6+', material: 'pear wood' },
    draw: () => recorder('#a8562a'),
  },
  {
    id: 'harmonica',
    name: 'Harmonica',
    brand,
    category: winds,
    price: 19.9,
    description: 'A mouth organ with ten holes for blues and songs by the fire. Fits into a pocket.',
    fields: { material: 'steel', tags: ['gift'] },
    colors: [homeColors.red, homeColors.black],
    draw: (color) => harmonica(color),
  },
  {
    id: 'drum-kit',
    name: 'Drum Kit',
    brand,
    category: accessories,
    price: 499,
    description: 'Five drums and two cymbals for the band and the cellar. With sticks and a stool.',
    fields: { material: 'birch' },
    colors: [homeColors.red, homeColors.navy],
    draw: (color) => drumKit(color),
    translations: {
      de: {
        name: 'Schlagzeug',
        description: 'Fünf Trommeln und zwei Becken für Band und Keller. Mit Stöcken und Hocker.',
      },
      ja: {
        name: 'ドラムセット',
        description: 'ドラム5点とシンバル2枚、スティックと椅子付きのバンド用セットです。',
      },
      ar: { name: 'طقم درامز', description: 'خمسة طبول وصنجان للفرقة، مع عصي وكرسي.' },
    },
  },
  {
    id: 'guitar-amplifier',
    name: 'Guitar Amplifier 20 W',
    brand,
    category: accessories,
    price: 149,
    description: 'A combo amplifier with a loudspeaker for practice at home and small stages.',
    fields: { power: '20 W' },
    draw: () => guitarAmplifier(),
  },
  {
    id: 'metronome',
    name: 'Metronome',
    brand,
    category: accessories,
    price: 39,
    description: 'A mechanical metronome with a swinging arm that keeps the beat while you practise.',
    fields: { material: 'wood' },
    draw: () => metronome('#7b3f2a'),
  },
];
