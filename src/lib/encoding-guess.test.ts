import assert from 'node:assert/strict';
import { test } from 'node:test';
import { rankEncodings } from './encoding-guess.ts';
import type { TextEncoding } from './text-encodings.ts';

/** Names of products in their bytes. */
const foreign: readonly (readonly [encoding: TextEncoding, bytes: string, text: string])[] = [
  [
    'shift_jis',
    '97e291a08cc92091e58c5e2097e293808eba957482ab8142834a83818389977082cc8e4f8b7282c68350815b83588141936493ae8ea9935d8ed482cc836f83628365838a815b8142',
    '冷蔵庫 大型 冷凍室付き。カメラ用の三脚とケース、電動自転車のバッテリー。',
  ],
  [
    'euc-jp',
    'cee4c2a2b8cb20c2e7b7bf20cee4c5e0bcbcc9d5a4ada1a3a5aba5e1a5e9cdd1a4cebbb0b5d3a4c8a5b1a1bca5b9a1a2c5c5c6b0bcabc5bebcd6a4cea5d0a5c3a5c6a5eaa1bca1a3',
    '冷蔵庫 大型 冷凍室付き。カメラ用の三脚とケース、電動自転車のバッテリー。',
  ],
  [
    'euc-kr',
    'bfa9bcbabfeb20b0a1c1d720b0a1b9e62c20b9e6bcf620b5eebbeac8adbfcd20b0dcbfef20c0e7c5b62e20b9abbcb120c0ccbeeec6f9',
    '여성용 가죽 가방, 방수 등산화와 겨울 재킷. 무선 이어폰',
  ],
  [
    'gbk',
    'c5aecabfd5e6c6a4cad6cce1b0fca3acb7c0cbaeb5c7c9bdd0acbacdb6acbcbebcd0bfcba3accedecfdfc0b6d1c0b6fabbfaa3acb1cabcc7b1beb5e7c4d4d6a7bcdc',
    '女士真皮手提包，防水登山鞋和冬季夹克，无线蓝牙耳机，笔记本电脑支架',
  ],
  [
    'big5',
    'a46ba468af75a5d6a4e2b4a3a55da141a8bea4f4b56ea473be63a94da556a975a7a8a74aa141b54cbd75c2c5a4faa6d5bef7a141b5a7b04fabacb971b8a3a4e4ac5b',
    '女士真皮手提包，防水登山鞋和冬季夾克，無線藍牙耳機，筆記型電腦支架',
  ],
  [
    'windows-1251',
    'caeee6e0ede0ff20f1f3eceae020e6e5edf1eae0ff3b20c1eef2e8edeae820e7e8ecede8e53b20d7e0e9ede8ea20fdebe5eaf2f0e8f7e5f1eae8e92c20ede5f0e6e0e2e5fef9e0ff20f1f2e0ebfc',
    'Кожаная сумка женская; Ботинки зимние; Чайник электрический, нержавеющая сталь',
  ],
  [
    'koi8-r',
    'ebcfd6c1cec1d120d3d5cdcbc120d6c5ced3cbc1d13b20e2cfd4c9cecbc920dac9cdcec9c53b20fec1cacec9cb20dcccc5cbd4d2c9dec5d3cbc9ca2c20cec5d2d6c1d7c5c0ddc1d120d3d4c1ccd8',
    'Кожаная сумка женская; Ботинки зимние; Чайник электрический, нержавеющая сталь',
  ],
  [
    'iso-8859-5',
    'baded6d0ddd0ef20e1e3dcdad020d6d5dde1dad0ef3b20b1dee2d8dddad820d7d8dcddd8d53b20c7d0d9ddd8da20eddbd5dae2e0d8e7d5e1dad8d92c20ddd5e0d6d0d2d5eee9d0ef20e1e2d0dbec',
    'Кожаная сумка женская; Ботинки зимние; Чайник электрический, нержавеющая сталь',
  ],
  [
    'ibm866',
    '8aaea6a0ada0ef20e1e3acaaa020a6a5ade1aaa0ef3b2081aee2a8adaaa820a7a8acada8a53b2097a0a9ada8aa20edaba5aae2e0a8e7a5e1aaa8a92c20ada5e0a6a0a2a5eee9a0ef20e1e2a0abec',
    'Кожаная сумка женская; Ботинки зимние; Чайник электрический, нержавеющая сталь',
  ],
  [
    'windows-1253',
    'c4e5f1ecdcf4e9ede720f4f3dcedf4e120e3f5ede1e9eae5dfe13b20ccf0fcf4e5f220f7e5e9ece5f1e9edddf23b20c2f1e1f3f4def1e1f220e7ebe5eaf4f1e9eafcf2',
    'Δερμάτινη τσάντα γυναικεία; Μπότες χειμερινές; Βραστήρας ηλεκτρικός',
  ],
  [
    'windows-1255',
    'fae9f720f2e5f820ecf0f9e9ed3b20eee2f4e920e7e5f8f33b20f7e5eef7e5ed20e7f9eeece9',
    'תיק עור לנשים; מגפי חורף; קומקום חשמלי',
  ],
  [
    'windows-1256',
    'cddeedc8c920cce1cfedc920e4d3c7c6edc9ba20c3cdd0edc920d4cae6edc9ba20dbe1c7edc920dfe5d1c8c7c6edc9',
    'حقيبة جلدية نسائية؛ أحذية شتوية؛ غلاية كهربائية',
  ],
  [
    'windows-874',
    'a1c3d0e0bbebd2cbb9d1a7bcd9e9cbadd4a720c3cda7e0b7e9d2bad9b7a1d1b9cbb9d2c720a1d2b5e9c1b9e9d3e4bfbfe9d2',
    'กระเป๋าหนังผู้หญิง รองเท้าบูทกันหนาว กาต้มน้ำไฟฟ้า',
  ],
  [
    'windows-1250',
    '546f7265626b6120736bf3727a616e612064616d736b613b208c6e6965676f776365207a696d6f77653b20af656c617a6b6f207061726f77652c20b3f3649f2c209f72f364b36f2c206b7369b9bf6b61',
    'Torebka skórzana damska; Śniegowce zimowe; Żelazko parowe, łódź, źródło, książka',
  ],
  [
    'windows-1250',
    '4b6f9e656ee1206b6162656c6b612064e16d736be13b205a696d6eed20626f74793b20527963686c6f7661726ee1206b6f6e766963652c209e6c7574fd2073766574722c2064ec74736be9206bf865736c6f2c20e865726efd207374f96c',
    'Kožená kabelka dámská; Zimní boty; Rychlovarná konvice, žlutý svetr, dětské křeslo, černý stůl',
  ],
  [
    'windows-1250',
    '42f572206ef5692074e1736b613b2054e96c6920636970f53b2056ed7a666f7272616cf32c2068fb74f5737a656b72e96e792c20666568e97220737ae96b2c206779fb72fb',
    'Bőr női táska; Téli cipő; Vízforraló, hűtőszekrény, fehér szék, gyűrű',
  ],
  [
    'windows-1254',
    '4b6164fd6e206465726920e7616e74613b204bfdfe6cfd6b20626f743b20537520fd73fd74fd63fd2c2067fc6dfcfe2079fc7afc6b2c20e7616cfdfe6d61206d61736173fd2c207961f06d75726c756b',
    'Kadın deri çanta; Kışlık bot; Su ısıtıcı, gümüş yüzük, çalışma masası, yağmurluk',
  ],
  [
    'windows-1257',
    '4d6f74657269f06b61206f64696eeb2072616e6b696eeb3b20de69656d696e6961692062617461693b2056697264756c79732c20e0fe756f6c696e6973207374616c61732c20f0766965737475766173',
    'Moteriška odinė rankinė; Žieminiai batai; Virdulys, ąžuolinis stalas, šviestuvas',
  ],
  [
    'macintosh',
    '4c6564657274617363686520669f722044616d656e3b2047729aa7652033383b205761737365726b6f636865722c207363689a6e652053749f686c652c20776569a7',
    'Ledertasche für Damen; Größe 38; Wasserkocher, schöne Stühle, weiß',
  ],
];
const western: readonly (readonly [bytes: string, text: string])[] = [
  [
    '4c656465727461736368652066fc722044616d656e2096204772f6df652033383b20736368f66e65205374fc686c652c20776569df2c20d820323020636d2c20323020b0432c203520b56d2c2031302080',
    'Ledertasche für Damen – Größe 38; schöne Stühle, weiß, Ø 20 cm, 20 °C, 5 µm, 10 €',
  ],
  [
    '53616320e0206d61696e20656e20637569722c207472e87320e96ce967616e743b20426f74746573206492686976657220666f757272e965733b209c757672652c20676172e76f6e2c20666f72ea742c204e6feb6c',
    'Sac à main en cuir, très élégant; Bottes d’hiver fourrées; œuvre, garçon, forêt, Noël',
  ],
  [
    '426f6c736f206465207069656c206465207365f16f72613b20bf5175e92074616d61f16f3f20426f746173206465206d6f6e7461f1612c2063616d69f36e3b206eba20352c2031aa',
    'Bolso de piel de señora; ¿Qué tamaño? Botas de montaña, camión; nº 5, 1ª',
  ],
  [
    '48e56e647461736b652069206ce66465723b2076696e7465727374f8766c65722074696c2062f8726e3b206bf86c656265686f6c6465722070e520686a756c',
    'Håndtaske i læder; vinterstøvler til børn; kølebeholder på hjul',
  ],
  [
    '4c656476e4736b612066f672206b76696e6e6f723b2076696e7465727374f6766c61723b207472e46467e57264736df6626c65722070e5207265612c2068f66a64',
    'Ledväska för kvinnor; vinterstövlar; trädgårdsmöbler på rea, höjd',
  ],
  [
    '4c65f075727461736b61206679726972206b6f6e75723b207665747261727374ed6776e96c3b20fefd736b7572207374f36c6c2c2068e667696e64617374f36c6c2c206efd747420626f72f0',
    'Leðurtaska fyrir konur; vetrarstígvél; þýskur stóll, hægindastóll, nýtt borð',
  ],
  [
    '426f6c736120646520636f75726f2066656d696e696e613b20626f74617320646520696e7665726e6f3b206f70e7e36f2c2070e36f2c206d61e7e32c207472ea732c206ee36f',
    'Bolsa de couro feminina; botas de inverno; opção, pão, maçã, três, não',
  ],
  [
    '4e61686b616c61756b6b75206e616973696c6c653b206ce46d6d696e2073e46e6b792c2070f67974e42c20687976e4e42079f674e42c207479f670f67974e4',
    'Nahkalaukku naisille; lämmin sänky, pöytä, hyvää yötä, työpöytä',
  ],
  ['802031302096204272616e6499209350726f9420ae20a920bd206c', '€ 10 – Brand™ “Pro” ® © ½ l'],
  ['436166e9', 'Café'],
  ['4752d653534520dc42455220414c4c45532c20d64c202620c45046454c', 'GRÖSSE ÜBER ALLES, ÖL & ÄPFEL'],
];

test('rankEncodings() tells the encoding of texts that look wrong in Windows-1252', () => {
  for (const [encoding, hex, text] of foreign) {
    const bytes = Buffer.from(hex, 'hex');
    assert.equal(new TextDecoder(encoding).decode(bytes), text);
    const found = rankEncodings(bytes);
    assert.equal(found[0], encoding, `${text}: ${found.join()}`);
  }
});

test('rankEncodings() finds nothing wrong in texts of Western languages', () => {
  for (const [hex, text] of western) {
    const bytes = Buffer.from(hex, 'hex');
    assert.equal(new TextDecoder('windows-1252').decode(bytes), text);
    assert.deepEqual(rankEncodings(bytes), [], text);
  }
});
