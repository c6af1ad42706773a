import {
  actionCamera,
  camcorder,
  cameraLens,
  compactCamera,
  drone,
  instantCamera,
  photoFilm,
  projector,
  reflexCamera,
  remoteControl,
  retroTelevision,
  ringLight,
  securityCamera,
  television,
  tripod,
} from '../../drawings/electronics/photo.ts';
import { homeColors } from '../colors.ts';
import type { DemoProduct } from '../product.ts';

const brand = 'Optivue';
const cameras = 'Electronics > Photo and video > Cameras';
const accessories = 'Electronics > Photo and video > Accessories';
const screens = 'Electronics > TV and cinema';

/** Cameras, televisions and projectors. */
export const photoAndVideo: readonly DemoProduct[] = [
  {
    id: 'reflex-camera',
    name: 'Digital Camera with Zoom Lens',
    brand,
    category: cameras,
    price: 749,
    description:
      'A camera with exchangeable lenses for sharp pictures of animals, sport and holidays. 24 megapixels.',
    fields: { resolution: '24 MP' },
    draw: () => reflexCamera('#33373d'),
    translations: {
      de: {
        name: 'Digitalkamera mit Zoomobjektiv',
        description:
          'Kamera mit Wechselobjektiv für scharfe Bilder von Tieren, Sport und Reisen. 24 Megapixel.',
      },
      ja: {
        name: 'デジタル一眼カメラ ズームレンズ付き',
        description: '動物やスポーツ、旅行を鮮明に撮れるレンズ交換式カメラ。2400万画素。',
      },
      ar: {
        name: 'كاميرا رقمية بعدسة تقريب',
        description: 'كاميرا بعدسات قابلة للتبديل لصور حادة للحيوانات والرياضة والسفر، 24 ميغابكسل.',
      },
    },
  },
  {
    id: 'compact-camera',
    name: 'Compact Camera',
    brand,
    category: cameras,
    price: 399,
    description:
      'A small camera in the old style that fits into a coat pocket. For street photos and parties.',
    fields: { resolution: '20 MP' },
    colors: [homeColors.brown, homeColors.black],
    draw: (color) => compactCamera(color),
  },
  {
    id: 'instant-camera',
    name: 'Instant Camera',
    brand,
    category: cameras,
    price: 99,
    description:
      'Press, wait, and the picture comes out of the camera. A gift for parties, weddings and children from eight years.',
    fields: { age: '8+', tags: ['gift', 'party'] },
    colors: [homeColors.skyBlue, homeColors.pink],
    draw: (color) => instantCamera(color),
    translations: {
      de: {
        name: 'Sofortbildkamera',
        description:
          'Drücken, warten, und das Bild kommt heraus. Geschenk für Partys, Hochzeiten und Kinder ab acht Jahren.',
      },
      ja: {
        name: 'インスタントカメラ',
        description: '撮ったその場で写真が出てくるカメラ。パーティーや結婚式、8歳からの贈り物に。',
      },
      ar: {
        name: 'كاميرا فورية',
        description: 'اضغط وانتظر فتخرج الصورة من الكاميرا. هدية للحفلات والأعراس وللأطفال من عمر 8 سنوات.',
      },
    },
  },
  {
    id: 'action-camera',
    name: 'Action Camera with Dive Case',
    brand,
    category: cameras,
    price: 269,
    description: 'A tiny tough camera for surfing, skiing and cycling. In its case it dives to forty metres.',
    fields: { resolution: '4K', waterproof: true },
    draw: () => actionCamera(),
  },
  {
    id: 'camcorder',
    name: 'Camcorder',
    brand,
    category: cameras,
    price: 329,
    description: 'A video camera with a screen to fold out and a strong zoom for school plays and birthdays.',
    fields: { resolution: '4K' },
    draw: () => camcorder(),
  },
  {
    id: 'camera-drone',
    name: 'Drone with Camera',
    brand,
    category: cameras,
    price: 459,
    description: 'A quadcopter that films from above in 4K and comes home by itself. Flies for half an hour.',
    fields: { resolution: '4K', wireless: true },
    colors: [homeColors.grey, homeColors.orange],
    draw: (color) => drone(color),
    translations: {
      de: {
        name: 'Drohne mit Kamera',
        description:
          'Quadrokopter, der in 4K von oben filmt und von selbst zurückkehrt. Fliegt eine halbe Stunde.',
      },
      ja: {
        name: 'カメラ付きドローン',
        description: '上空から4K撮影でき、自動で戻ってくるドローン。飛行時間は約30分。',
      },
      ar: {
        name: 'طائرة درون بكاميرا',
        description: 'طائرة بأربع مراوح تصور من الأعلى بدقة 4K وتعود وحدها، تطير نصف ساعة.',
      },
    },
  },
  {
    id: 'security-camera',
    name: 'Outdoor Security Camera',
    brand,
    category: cameras,
    price: 89,
    description:
      'A camera that watches door and yard by day and night and reports to the phone. Rain cannot harm it.',
    fields: { waterproof: true, wireless: true },
    draw: () => securityCamera(),
    translations: {
      de: {
        name: 'Überwachungskamera für außen',
        description: 'Kamera, die Tür und Hof Tag und Nacht bewacht und ans Handy meldet. Regenfest.',
      },
      ja: {
        name: '屋外用防犯カメラ',
        description: '昼も夜も玄関や庭を見守り、スマホに通知する防水カメラです。',
      },
      ar: {
        name: 'كاميرا مراقبة خارجية',
        description: 'كاميرا تراقب الباب والفناء ليلاً ونهاراً وترسل إلى الهاتف، مقاومة للمطر.',
      },
    },
  },
  {
    id: 'zoom-lens',
    name: 'Zoom Lens 24-70 mm',
    brand,
    category: accessories,
    price: 549,
    description: 'A fast lens for portraits and landscapes. Glass elements in a metal tube.',
    fields: { material: 'glass' },
    draw: () => cameraLens(),
  },
  {
    id: 'photo-tripod',
    name: 'Tripod 160 cm',
    brand,
    category: accessories,
    price: 69,
    description:
      'A stand with three legs that holds camera or phone still, for night photos and group pictures.',
    fields: { material: 'aluminium', height: '160 cm' },
    draw: () => tripod(),
  },
  {
    id: 'ring-light',
    name: 'Ring Light with Phone Holder',
    brand,
    category: accessories,
    price: 45,
    description: 'A round lamp on a stand for videos, selfies and make-up. Holds a phone in its middle.',
    fields: { power: '10 W' },
    draw: () => ringLight(),
  },
  {
    id: 'colour-film',
    name: 'Colour Film 36 Pictures',
    brand,
    category: accessories,
    price: 13.9,
    description: 'A roll of 35 mm film for analogue cameras with warm colours. ISO 400.',
    fields: { sensitivity: 'ISO 400' },
    draw: () => photoFilm('#f0c53a'),
  },
  {
    id: 'television-55',
    name: 'Television 55 Inch',
    brand,
    category: screens,
    price: 699,
    description: 'A flat TV with a brilliant 4K picture for films, football and streaming.',
    fields: { screen: '55 inch', resolution: '4K' },
    draw: () => television('#8fd0f0'),
    translations: {
      de: {
        name: 'Fernseher 55 Zoll',
        description: 'Flacher Fernseher mit brillantem 4K-Bild für Filme, Fußball und Streaming.',
      },
      ja: { name: 'テレビ 55インチ', description: '映画もスポーツも配信も鮮やかに映る、薄型4Kテレビです。' },
      ar: { name: 'تلفاز 55 بوصة', description: 'تلفاز مسطح بصورة 4K زاهية للأفلام وكرة القدم والبث.' },
    },
  },
  {
    id: 'retro-television',
    name: 'Small Retro Television',
    brand,
    category: screens,
    price: 249,
    description: 'A TV with antennas and knobs that looks like 1965, but streams films from the internet.',
    fields: { screen: '24 inch' },
    draw: () => retroTelevision('#b5622f'),
  },
  {
    id: 'remote-control',
    name: 'Universal Remote Control',
    brand,
    category: screens,
    price: 19.9,
    description: 'One remote for television, soundbar and player. Learns the keys of the old ones.',
    fields: { power: 'battery' },
    draw: () => remoteControl(),
  },
  {
    id: 'home-projector',
    name: 'Home Cinema Projector',
    brand,
    category: screens,
    price: 449,
    description:
      'A projector that throws a picture three metres wide onto the wall, for film nights at home or in the garden.',
    fields: { resolution: 'Full HD' },
    draw: () => projector('#e3e6e8'),
    translations: {
      de: {
        name: 'Heimkino-Beamer',
        description:
          'Projektor, der ein drei Meter großes Bild an die Wand wirft, für Filmabende drinnen und im Garten.',
      },
      ja: {
        name: 'ホームシアタープロジェクター',
        description: '壁に3m級の映像を映し、家や庭で映画を楽しめるプロジェクターです。',
      },
      ar: {
        name: 'جهاز عرض سينما منزلية',
        description: 'بروجكتور يعرض صورة بثلاثة أمتار على الجدار لليالي الأفلام في البيت أو الحديقة.',
      },
    },
  },
];
