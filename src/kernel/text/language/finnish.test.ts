import assert from 'node:assert/strict';
import { test } from 'node:test';
import { defaultTextSettings } from '../schema/settings.ts';
import { createAnalyzer } from './analyzer.ts';

const { stem } = createAnalyzer({ ...defaultTextSettings, languages: ['fi'] });

test('both grades of Finnish words have one stem', () => {
  const forms =
    'saapas saappaat saappaita saappaiden, kenkä kengät kenkiä kengillä, kukka kukat kukan, takki takit takkeja, sukka sukat, ' +
    'lamppu lamput, matto matot mattoja, hattu hatut, kampa kammat, ranta rannat, ilta illat, parta parrat, pöytä pöydät pöytiä, ' +
    'paita paidat, sänky sängyt, lanka langat, puku puvut, leipä leivät, rapu ravut, jalka jalat, nahka nahat, halko halot, ' +
    'rengas renkaat renkaita, hammas hampaat, kangas kankaat, hansikas hansikkaat, allas altaat, varvas varpaat, kinnas kintaat, ' +
    'vaate vaatteet vaatteita, vuode vuoteet, tarvike tarvikkeet, lehti lehdet, solki soljet, kylki kyljet, vesi vedet, ' +
    'keitin keittimet, paahdin paahtimet, puhelin puhelimet, käsine käsineet, sormus sormukset, lautanen lautaset lautasia, ' +
    'veitsi veitset, silkki silkit, laukku laukut, kaappi kaapit, housut housuja, huivi huivit, kello kellot, tuoli tuolit';
  for (const group of forms.split(', ')) {
    const stems = new Set(group.split(' ').map(stem));
    assert.equal(stems.size, 1, `${group}: ${[...stems].join(' ')}`);
  }
});

test('Finnish words of other meanings keep their stems', () => {
  const words =
    'kuva kuppi laukku lautanen lauta matto mekko hame hammas laiva laippa sukka sormus sänky puku pyörä kenkä kello kannu';
  const stems = new Map<string, string>();
  for (const word of words.split(' ')) {
    assert.equal(stems.get(stem(word)), undefined, `${word} and ${stems.get(stem(word))}`);
    stems.set(stem(word), word);
  }
});
