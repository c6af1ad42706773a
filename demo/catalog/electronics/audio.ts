import {
  boombox,
  cassette,
  earbuds,
  earphones,
  headphones,
  hifiSpeakers,
  megaphone,
  portableSpeaker,
  retroRadio,
  smartSpeaker,
  soundbar,
  stageMicrophone,
  studioMicrophone,
  turntable,
  vinylRecord,
} from '../../drawings/electronics/audio.ts';
import { homeColors } from '../colors.ts';
import type { DemoProduct } from '../product.ts';

const brand = 'Hearo';
const headphonesCategory = 'Electronics > Audio > Headphones';
const speakers = 'Electronics > Audio > Speakers';
const players = 'Electronics > Audio > Radios and record players';
const microphones = 'Electronics > Audio > Microphones';

/** Things to hear and to be heard with. */
export const audio: readonly DemoProduct[] = [
  {
    id: 'over-ear-headphones',
    name: 'Headphones with Noise Cancelling',
    brand,
    category: headphonesCategory,
    price: 199,
    description:
      'Soft wireless headphones that shut out the noise of trains, planes and open-plan offices. The battery lasts thirty hours.',
    fields: { wireless: true },
    colors: [homeColors.black, homeColors.cream],
    draw: (color) => headphones(color),
    translations: {
      de: {
        name: 'Kopfhörer mit Geräuschunterdrückung',
        description: 'Weiche kabellose Kopfhörer, die Bahn, Flugzeug und Büro ausblenden. 30 Stunden Akku.',
      },
      ja: {
        name: 'ノイズキャンセリングヘッドホン',
        description: '電車や飛行機の騒音を抑える、30時間使えるワイヤレスヘッドホンです。',
      },
      ar: {
        name: 'سماعات رأس بعزل الضوضاء',
        description: 'سماعات لاسلكية ناعمة تعزل ضجيج القطار والطائرة والمكتب، تدوم 30 ساعة.',
      },
    },
  },
  {
    id: 'wireless-earbuds',
    name: 'Wireless Earbuds',
    brand,
    category: headphonesCategory,
    price: 89,
    description: 'Small wireless earphones in a case that charges them. For sport, calls and music.',
    fields: { wireless: true, waterproof: true },
    colors: [homeColors.white, homeColors.black],
    draw: (color) => earbuds(color),
    translations: {
      de: {
        name: 'Kabellose Ohrhörer',
        description: 'Kleine Ohrhörer ohne Kabel im Ladeetui für Sport, Anrufe und Musik.',
      },
      ja: {
        name: 'ワイヤレスイヤホン',
        description: '充電ケース付きの小さな完全ワイヤレスイヤホン。運動や通話、音楽に。',
      },
      ar: {
        name: 'سماعات أذن لاسلكية',
        description: 'سماعات صغيرة بلا سلك في علبة تشحنها، للرياضة والمكالمات والموسيقى.',
      },
    },
  },
  {
    id: 'wired-earphones',
    name: 'Earphones with Cable',
    brand,
    category: headphonesCategory,
    price: 17.9,
    description: 'In-ear headphones with a cable and a plug. They never need charging.',
    fields: { wireless: false },
    colors: [homeColors.white, homeColors.red],
    draw: (color) => earphones(color),
  },
  {
    id: 'portable-speaker',
    name: 'Portable Bluetooth Speaker',
    brand,
    category: speakers,
    price: 99,
    description: 'A loud speaker for the beach, the park and the shower. Waterproof, plays for twenty hours.',
    fields: { wireless: true, waterproof: true, power: '30 W', tags: ['party'] },
    colors: [homeColors.orange, homeColors.navy],
    draw: (color) => portableSpeaker(color),
    translations: {
      de: {
        name: 'Tragbarer Bluetooth-Lautsprecher',
        description: 'Lauter Lautsprecher für Strand, Park und Dusche. Wasserdicht, spielt zwanzig Stunden.',
      },
      ja: {
        name: 'ポータブルBluetoothスピーカー',
        description: '海や公園、お風呂で使える防水スピーカー。20時間再生できます。',
      },
      ar: {
        name: 'مكبر صوت بلوتوث محمول',
        description: 'مكبر صوت قوي للشاطئ والحديقة والحمام، مقاوم للماء ويعمل عشرين ساعة.',
      },
    },
  },
  {
    id: 'bookshelf-speakers',
    name: 'Hi-Fi Speakers, Pair',
    brand,
    category: speakers,
    price: 349,
    description: 'Two wooden loudspeakers with clear highs and deep bass for the living room.',
    fields: { power: '80 W', material: 'walnut' },
    draw: () => hifiSpeakers('#8a5a30'),
  },
  {
    id: 'smart-speaker',
    name: 'Smart Speaker',
    brand,
    category: speakers,
    price: 79,
    description: 'A speaker with a voice assistant that plays music, sets timers and switches the lights.',
    fields: { wireless: true },
    colors: [homeColors.graphite, homeColors.terracotta],
    draw: (color) => smartSpeaker(color),
  },
  {
    id: 'soundbar-subwoofer',
    name: 'Soundbar with Subwoofer',
    brand,
    category: speakers,
    price: 229,
    description: 'A slim bar and a bass box that give a television the sound of a cinema.',
    fields: { power: '300 W', wireless: true },
    draw: () => soundbar('#3a3f45'),
  },
  {
    id: 'megaphone',
    name: 'Megaphone',
    brand,
    category: speakers,
    price: 34.9,
    description: 'A loudhailer with a siren for sports days, demonstrations and rescue teams.',
    fields: { power: 'battery' },
    draw: () => megaphone('#c8383d'),
  },
  {
    id: 'retro-radio',
    name: 'Retro Radio',
    brand,
    category: players,
    price: 89,
    description: 'A kitchen radio in the style of the sixties with a handle, FM, DAB and Bluetooth.',
    fields: { power: 'mains', wireless: true },
    colors: [homeColors.mint, homeColors.red],
    draw: (color) => retroRadio(color),
    translations: {
      de: {
        name: 'Retro-Radio',
        description: 'Küchenradio im Stil der Sechziger mit Griff, UKW, DAB und Bluetooth.',
      },
      ja: {
        name: 'レトロラジオ',
        description: '60年代風デザインの取っ手付きラジオ。FM、DAB、Bluetoothに対応します。',
      },
      ar: { name: 'راديو بطراز قديم', description: 'راديو مطبخ بطراز الستينيات بمقبض مع FM وبلوتوث.' },
    },
  },
  {
    id: 'boombox',
    name: 'Boombox with Cassette Player',
    brand,
    category: players,
    price: 79,
    description: 'A portable stereo from the eighties: two speakers, radio, tape deck and a handle.',
    fields: { power: 'battery' },
    draw: () => boombox('#aab2ba'),
  },
  {
    id: 'record-player',
    name: 'Record Player',
    brand,
    category: players,
    price: 179,
    description: 'A turntable for vinyl records with a wooden case. Connects to speakers or headphones.',
    fields: { material: 'walnut' },
    draw: () => turntable('#9a6236'),
    translations: {
      de: {
        name: 'Plattenspieler',
        description: 'Plattenspieler für Schallplatten im Holzgehäuse, für Lautsprecher oder Kopfhörer.',
      },
      ja: {
        name: 'レコードプレーヤー',
        description: '木製キャビネットのアナログターンテーブル。スピーカーやヘッドホンにつなげます。',
      },
      ar: {
        name: 'مشغل أسطوانات',
        description: 'جهاز لتشغيل أسطوانات الفينيل بهيكل خشبي، يوصل بالمكبرات أو السماعات.',
      },
    },
  },
  {
    id: 'vinyl-record',
    name: 'Vinyl Record “Evening Coast”',
    brand,
    category: players,
    price: 24.9,
    description: 'An LP with quiet guitar music for late evenings, on heavy black vinyl.',
    fields: { tags: ['gift'] },
    draw: () => vinylRecord('#b5506a'),
  },
  {
    id: 'blank-cassettes',
    name: 'Music Cassettes, 5 Pieces',
    brand,
    category: players,
    price: 12.5,
    description: 'Five blank tapes of 60 minutes for mixtapes and old recorders.',
    fields: { length: '60 min' },
    draw: () => cassette('#e3782f'),
  },
  {
    id: 'studio-microphone',
    name: 'Studio Microphone',
    brand,
    category: microphones,
    price: 119,
    description: 'A microphone with a stand for podcasts, streams and songs at home. Plugs into USB.',
    fields: { wireless: false },
    draw: () => studioMicrophone('#33373d'),
    translations: {
      de: {
        name: 'Studiomikrofon',
        description: 'Mikrofon mit Ständer für Podcast, Stream und Gesang zu Hause. Anschluss per USB.',
      },
      ja: {
        name: 'スタジオマイク',
        description: 'ポッドキャストや配信、歌の録音に使えるスタンド付きUSBマイクです。',
      },
      ar: {
        name: 'ميكروفون استوديو',
        description: 'ميكروفون بحامل للبودكاست والبث والغناء في البيت، يوصل عبر USB.',
      },
    },
  },
  {
    id: 'stage-microphone',
    name: 'Vocal Microphone',
    brand,
    category: microphones,
    price: 69,
    description: 'A strong handheld microphone for singers, karaoke and speeches.',
    fields: { wireless: true, tags: ['party'] },
    draw: () => stageMicrophone(),
  },
];
