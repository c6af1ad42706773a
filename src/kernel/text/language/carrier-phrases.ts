/** The carrier phrases of a language: the words of a request around the product. */
export interface CarrierPhrases {
  /** Phrases before the product. */
  readonly before: readonly string[];
  /** Phrases after the product. */
  readonly after: readonly string[];
  /** Words that may occur between a phrase before the product and the product. */
  readonly articles: readonly string[];
  /** Pronouns, auxiliary verbs, question words and verbs of asking. A free-form request has at least one. */
  readonly functionWords: readonly string[];
  /** Further words of free-form requests, besides those of the phrases of several words before the product. */
  readonly requestWords: readonly string[];
}

const splitPhrases = (lines: string): readonly string[] =>
  lines.split(/[,\n]/).map((phrase) => phrase.trim());

/**
 * The carrier phrases of the twelve largest languages of online shops, by language code. A phrase of one word must not name a kind of
 * product, as "top" and "shop" do, or say anything about its price or state, as "cheap", "new" and "used" do.
 */
export const carrierPhrases: Readonly<Record<string, CarrierPhrases>> = {
  en: {
    before:
      splitPhrases(`where can i buy, where can i get, where can i find, where can i order, where could i buy, where do i buy
      where do i find, where do i get, where do you sell, where to buy, where to get, where to find, where to order
      how can i buy, can i buy, can i get, can i order, could i get, can you show me, could you show me, please show me
      can you find me, help us find, help us choose, who sells, who has, help me find, do you have, do you sell, do you stock
      have you got, have you, is there, are there
      i want, i want to buy, i want to get, i want to order, i would like, i would like to buy, i would like to order
      i'd like, i'd like to buy, i wanna buy, i need, i need to buy, i am looking for, i'm looking for, im looking for
      i am searching for, i'm searching for, i am interested in, i'm interested in, i am trying to find
      i'm trying to find, we need, we are looking for, we're looking for, looking for, looking to buy, searching for
      search for, interested in, show me, show me all, find me, give me, get me, recommend me, can you recommend
      what is the best, what's the best, what are the best, which is the best, which are the best, the best, best
      buy, buy me, purchase, please, price of, prices of, price for, prices for, the price of, cost of, the cost of
      what is the price of, what's the price of`),
    after:
      splitPhrases(`for sale, for sale online, on line, online, online shop, online store, online shopping, online sale
      to buy, to buy online, to order, to purchase, buy online, buy now, order online, shop online, near me, nearby
      please, pls, plz, thanks, thank you, price, prices, price online, best price, best prices, for the best price
      available, in stock, at a good price, at the best price, with free shipping, with free delivery, free shipping
      free delivery, do you have, do you sell`),
    articles: splitPhrases('a, an, the, some, any, your, my'),
    functionWords:
      splitPhrases(`i, i'd, i'm, me, my, we, our, you, your, could, should, shall, would, do, does, is, are, what
      which, where, how, anyone, anybody, someone, somebody, might, were, it's, got, please, need, want
      looking, searching, hunting, they, he, she, whats, wheres, whos, wouldn't, don't, doesn't, isn't, aren't, haven't
      couldn't, ya, y'all`),
    requestWords:
      splitPhrases(`choose, pick, suggest, suggestion, suggestions, recommendation, recommendations, advice, think, thinking, about
      getting, buying, purchase, purchasing, urgently, asap, really, wanted, wants, hoping, hope, kindly, currently, just
      also, maybe, perhaps, possibly, has, know, tell, see, after, carry, offer, hi, hello, hey, here, around, chance
      possible, anywhere, wondering, if, guys, folks, something, anything, wanting, needed, ordering, finding, want
      somewhere, today, so, that, it, this, should, take, with, at, on, in, send, bring, search, shopping, kind, sort, much
      cost, costs, available, help, order, question, ask, ideas, long, still, ever, able, sure, wonder, make, point, info
      information, bet, everything, show, every, list, happen, us, can, will, am, who, may, was, u`),
  },
  de: {
    before:
      splitPhrases(`wo kann ich, wo kann man, wo bekomme ich, wo bekommt man, wo finde ich, wo gibt es, wo gibts, wo kaufe ich
      wo kauft man, kann ich, kann man, habt ihr, haben sie, gibt es, gibt es bei euch, verkauft ihr, verkaufen sie
      führt ihr, führen sie, ich suche, ich suche nach, wir suchen, suche nach, suche, ich brauche, wir brauchen, ich möchte
      ich möchte gerne, ich möchte kaufen, ich will, ich will kaufen, ich hätte gerne, ich hätte gern, ich würde gerne
      ich interessiere mich für, auf der suche nach, ich bin auf der suche nach, wer verkauft, zeig mir, zeige mir, zeigen sie mir
      bitte zeig mir, such mir
      finde mir, was ist der beste, was ist die beste, was ist das beste, was sind die besten, welcher ist der beste
      welche sind die besten, der beste, die beste, das beste, die besten, beste, bester, bestes, besten, kaufe, kaufen
      preis von, preis für, preise für, preise von, was kostet, was kosten, wie viel kostet, wie viel kosten, wieviel kostet`),
    after:
      splitPhrases(`kaufen, online kaufen, bestellen, online bestellen, im online shop, im onlineshop, im internet, online, onlineshop
      online shop, zu verkaufen, zum kaufen, günstig kaufen, günstig online kaufen, kaufen online, kaufen günstig, kaufen bitte
      zu kaufen, online zu kaufen, zum besten preis, zum kleinen preis, finden, bekommen, in meiner nähe, bitte, danke, preis
      preise, preisvergleich, auf lager, versandkostenfrei`),
    articles: splitPhrases(
      `ein, eine, einen, einem, einer, eines, der, die, das, den, dem, nach, gute, guten, gutes, guter, paar, ein paar`,
    ),
    functionWords:
      splitPhrases(`ich, mir, mich, mein, meine, meinen, wir, uns, unser, du, dir, dich, ihr, euch, ihnen, man, kann, kannst, können
      könnt, könnte, könntest, könnten, könntet, darf, dürfte, würde, würden, würdest, möchte, möchten, hätte, hätten
      hättet, hast, habt, haben, habe, gibt, gibts, wo, was, welche, welcher, welches, welchen, wer, wie, soll, sollte
      sollten, bitte, suche, suchen, sucht, brauche, brauchen, kostet, kosten, jemand, irgendwer, einer`),
    requestWords:
      splitPhrases(`bitte, mal, gern, gerne, eigentlich, vielleicht, dringend, unbedingt, zeigen, empfehlen, empfehlt, empfiehlst
      empfehlung, empfehlungen, helfen, hilf, helft, finden, suchen, bestellen, brauchen, brauche, bekommen, holen, nehmen
      auch, noch, irgendwo, jemand, hallo, hi, guten tag, bei, im, sortiment, wissen, weiß, denke, überlege, zu, auswählen
      aussuchen, heute, jetzt, gerade, anbieten, bieten, hier, es, so, wohl, am, besten, da, für, teuer, viel, verfügbar
      lieferbar, vorrätig, frage, schicken, schickt, tipp, tipps, ideen, wirklich, welches, eventuell, evtl, kennt, kennst
      kenne, lohnt, sich, sie, würd, euer, eure, eurem, nicht, schon, denn, doch, gut`),
  },
  fr: {
    before:
      splitPhrases(`où acheter, où puis-je acheter, où peut-on acheter, où trouver, où puis-je trouver, où peut-on trouver
      où commander, avez-vous, est-ce que vous avez, vous avez, vendez-vous, est-ce que vous vendez, je cherche
      je recherche, je suis à la recherche de, je suis à la recherche d', je voudrais, je voudrais acheter, j'aimerais
      j'aimerais acheter, je veux, je veux acheter, j'ai besoin de, j'ai besoin d', il me faut, nous cherchons
      on cherche, à la recherche de, qui vend, montrez-moi, montre-moi, trouvez-moi, trouve-moi, donnez-moi, quel est le meilleur
      quelle est la meilleure, quels sont les meilleurs, quelles sont les meilleures, le meilleur, la meilleure, les meilleurs
      les meilleures, meilleur, meilleure, meilleurs, meilleures, acheter, achat, commander
      prix de, prix du, prix des, prix d'un, prix d'une, combien coûte, combien coûtent`),
    after:
      splitPhrases(`à vendre, en vente, en ligne, acheter en ligne, à acheter, à acheter en ligne, à commander, à commander en ligne
      en stock, près de chez moi, s'il vous plaît
      s'il te plaît, svp, stp, merci, prix, au meilleur prix, meilleur prix, à bon prix, à petit prix, livraison gratuite
      boutique en ligne`),
    articles: splitPhrases(
      `un, une, des, le, la, les, l', du, de la, de l', de, d', mon, ma, mes, vos, votre, nos`,
    ),
    functionWords:
      splitPhrases(`je, j', j'ai, me, m', moi, mon, ma, mes, nous, notre, on, tu, toi, vous, votre, puis, peux, peut, pouvez, pourriez
      pourrais, peut-on, dois, devrais, voudrais, voudrait, aimerais, aimerait, avez, ai, est, sont, où, quel, quelle, quels
      quelles, qui, comment, que, quoi, qu'est-ce, qu'avez, auriez, aurait, souhaite, souhaiterais, cherche, recherche
      combien, svp, quelqu'un, faudrait, serait`),
    requestWords:
      splitPhrases(`comme, quelque chose, comme, quelque chose, conseiller, conseillez, conseil, conseils, recommander, recommandez, aider
      aidez, aide, choisir, trouver, acheter, vouloir, besoin, urgent, urgence, vraiment, bonjour, salut, svp, il, y, si
      ici, chez, dans, votre magasin, montrer, savoir, dire, pour, aujourd'hui, maintenant, aussi, peut-être, envie, prendre
      proposez, proposer, à, coûte, coûtent, disponible, disponibles, possible, possibilité, avoir, envoyer, envoyez, encore
      genre, sorte, stock, idée, idées, hasard, par, connait, connaît, connaissez, sait, savez, d'avoir, bon, bonne, bien`),
  },
  es: {
    before:
      splitPhrases(`dónde comprar, dónde puedo comprar, dónde se puede comprar, dónde puedo encontrar, dónde encontrar
      dónde venden, dónde hay, quién vende, tienen, tenéis, tienes, venden, vendéis, hay, busco, estoy buscando, ando buscando
      estamos buscando, buscamos, buscar, quiero, quiero comprar, quisiera, quisiera comprar, me gustaría
      me gustaría comprar, necesito, necesito comprar, necesitamos, muéstrame, muéstreme, enséñame, dame, deme
      encuéntrame, cuál es el mejor, cuál es la mejor, cuáles son los mejores, cuáles son las mejores, el mejor, la mejor
      los mejores, las mejores, mejor, mejores, comprar, compro, compra
      precio de, precio del, precios de, cuánto cuesta, cuánto cuestan`),
    after:
      splitPhrases(`en venta, a la venta, en línea, online, comprar online, comprar, para comprar, para comprar online, en stock
      cerca de mí, por favor
      porfa, gracias, precio, precios, al mejor precio, mejor precio, a buen precio, envío gratis, con envío gratis, tienda online`),
    articles: splitPhrases('un, una, unos, unas, el, la, los, las, algún, alguna, algunos, algunas'),
    functionWords:
      splitPhrases(`yo, me, mí, mi, mis, nos, nosotros, tú, usted, ustedes, vosotros, os, puedo, puedes, puede, pueden, podéis, podría
      podrías, podrían, podemos, debo, debería, quiero, quisiera, gustaría, tiene, tienen, tenéis, hay, está, dónde, qué
      cuál, cuáles, quién, cómo, alguien, cuánto, cuánta, busco, buscando, necesito, interesa, interesaría, tendrían
      tendrán, quería, alguno, habrá, había`),
    requestWords:
      splitPhrases(`recomendar, recomienda, recomiendas, recomiendan, recomendación, aconsejar, ayudar, ayuda, ayúdame, elegir, escoger
      encontrar, conseguir, mostrar, enseñar, decir, saber, necesito, urgente, urgentemente, hola, buenas, por favor, aquí
      en, su, tienda, ahora, hoy, también, quizás, ganas, de, que, a, algo, si, se, cuesta, cuestan, vale, disponible
      disponibles, posible, tipo, clase, todavía, aún, pregunta, idea, ideas, ver, saben, sabéis, sabe, conoce, conocen
      recomendáis, compro, encuentro, consigo`),
  },
  it: {
    before:
      splitPhrases(`dove comprare, dove posso comprare, dove si può comprare, dove acquistare, dove posso acquistare, dove trovare
      dove posso trovare, dove trovo, chi vende, avete, vendete, c'è, ci sono, cerco, sto cercando, stiamo cercando, cerchiamo
      vorrei, vorrei comprare, vorrei acquistare, voglio, voglio comprare, ho bisogno di, mi serve, mi servono
      abbiamo bisogno di, mostrami, mi mostri, fammi vedere, trovami, dammi, qual è il miglior, qual è il migliore
      qual è la migliore, quali sono i migliori, quali sono le migliori, il miglior, il migliore, la migliore, i migliori
      le migliori, miglior, migliore, migliori, comprare, compro, acquistare, acquisto
      prezzo di, prezzo del, prezzo della, prezzi di, quanto costa, quanto costano`),
    after:
      splitPhrases(`in vendita, online, comprare online, acquistare online, da comprare, da comprare online, da acquistare
      da acquistare online, disponibile, vicino a me
      per favore, per piacere, grazie, prezzo, prezzi, al miglior prezzo, miglior prezzo, a buon prezzo, spedizione gratuita, negozio online
      vendita online`),
    articles: splitPhrases(
      `un, uno, una, un', il, lo, la, l', i, gli, le, dei, degli, delle, del, della, di`,
    ),
    functionWords:
      splitPhrases(`io, mi, me, mio, mia, noi, ci, tu, ti, voi, vi, posso, puoi, può, potete, potrei, potresti, potrebbe, potreste
      possiamo, devo, dovrei, vorrei, vorremmo, avete, hai, ho, c'è, dove, cosa, quale, quali, qual, chi, come, che
      qualcuno, quanto, quanta, cerco, cercando, serve, servirebbe, interessa, avreste, avrebbe, volevo, sapreste, saprebbe
      trovo`),
    requestWords:
      splitPhrases(`consigliare, consigliate, consigli, consiglio, consigliarmi, raccomandare, aiutare, aiutarmi, aiutami, aiuto
      scegliere, trovare, mostrare, mostrarmi, dire, dirmi, sapere, bisogno, urgente, urgentemente, ciao, salve, buongiorno
      qui, da, in, nel, vostro, negozio, adesso, oggi, anche, forse, voglia, per, se, prendere, costa, costano, caso
      disponibile, disponibili, possibile, tipo, genere, ancora, idea, idee, avere, vedere, sapete, sa, conosce, conoscete
      indicare, indicarmi, posso, prendo, lei`),
  },
  pt: {
    before:
      splitPhrases(`onde comprar, onde posso comprar, onde eu compro, onde compro, onde encontrar, onde posso encontrar, onde encontro
      onde acho, onde tem, quem vende, vocês têm, vocês vendem, tem, têm, vendem, procuro, estou procurando, estou à procura de
      estamos procurando, à procura de, busco, quero, quero comprar, queria, queria comprar, gostaria de comprar
      eu gostaria de, gostaria de, preciso de, preciso comprar, eu preciso de, eu quero, eu quero comprar, mostre-me
      me mostre, me mostra, mostra-me, me dê, encontre, qual é o melhor, qual o melhor, qual é a melhor, qual a melhor
      quais são os melhores, quais os melhores, quais são as melhores, o melhor, a melhor, os melhores, as melhores, melhor
      melhores, comprar, compro
      preço de, preço do, preço da, preços de, quanto custa, quanto custam`),
    after:
      splitPhrases(`à venda, online, on-line, comprar online, pela internet, na internet, para comprar, para comprar online, em estoque, em stock
      perto de mim, por favor, pfv, obrigado, obrigada, preço, preços, melhor preço, ao melhor preço, pelo melhor preço, a bom preço
      frete grátis, com frete grátis, loja online`),
    articles: splitPhrases('um, uma, uns, umas, o, a, os, as, algum, alguma, alguns, algumas'),
    functionWords:
      splitPhrases(`eu, me, mim, meu, minha, nós, nos, tu, você, vocês, posso, pode, podem, podes, poderia, poderiam, podemos, devo
      deveria, queria, gostaria, tem, têm, há, está, onde, que, qual, quais, quem, como, alguém, quanto, procuro, procurando
      preciso, interessa, teriam, teria, fica, haveria`),
    requestWords:
      splitPhrases(`recomendar, recomenda, recomendam, recomendação, aconselhar, ajudar, ajuda, ajude, ajudem, escolher, achar, encontrar
      conseguir, mostrar, dizer, saber, preciso, urgente, urgentemente, olá, oi, bom dia, boa tarde, aqui, em, na, sua, loja
      agora, hoje, também, talvez, vontade, se, algo, comprar, pegar, custa, custam, disponível, disponíveis, possível, tipo
      ainda, ideia, ideias, ver, acaso, sabem, sabe, conhece, conhecem, indicar, indica, acho, encontro`),
  },
  nl: {
    before:
      splitPhrases(`waar kan ik, waar kan ik kopen, waar koop ik, waar koop je, waar vind ik, waar kan je, hebben jullie
      heeft u, verkopen jullie, verkoopt u, wie verkoopt, is er, zijn er, ik zoek, ik zoek naar, ik ben op zoek naar, wij zoeken
      we zoeken, op zoek naar, zoek, ik wil, ik wil graag, ik wil kopen, ik zou graag, ik heb nodig, wij hebben nodig
      laat me zien, laat zien, toon mij, toon me, geef me, wat is de beste, wat is het beste, wat zijn de beste
      welke is de beste, de beste, het beste, beste, koop
      prijs van, prijzen van, wat kost, wat kosten, hoeveel kost, hoeveel kosten`),
    after:
      splitPhrases(`kopen, online kopen, te koop, bestellen, online bestellen, online, in de buurt, op voorraad, alstublieft, alsjeblieft
      aub, bedankt, prijs, prijzen, beste prijs, voor de beste prijs, voor een goede prijs, online te koop, gratis verzending
      webshop, online shop, vinden`),
    articles: splitPhrases('een, de, het, wat, enkele, naar, goede'),
    functionWords:
      splitPhrases(`ik, mij, me, mijn, wij, we, ons, jij, je, jou, jullie, u, kun, kunt, kunnen, zou, zouden, zal, mag, moet, wil
      heb, hebt, hebben, heeft, is, zijn, waar, wat, welke, welk, wie, hoe, iemand, hoeveel, zoek, zoeken, zoekt`),
    requestWords:
      splitPhrases(`aanraden, raad, adviseren, advies, aanbevelen, helpen, help, kiezen, uitkiezen, zoeken, zoek, krijgen, tonen, laten
      zien, weten, nodig, dringend, graag, even, misschien, hallo, hoi, goedendag, hier, in, bij, ook, nog, nu, vandaag
      ergens, willen, vinden, kopen, mogen, zeggen, het, te, kost, kosten, beschikbaar, leverbaar, mogelijk, soort
      toevallig, idee, bestellen, weet, kent, kennen, eventueel`),
  },
  pl: {
    before:
      splitPhrases(`gdzie kupić, gdzie kupię, gdzie mogę kupić, gdzie można kupić, gdzie znajdę, gdzie znaleźć, gdzie dostanę
      czy macie, czy mają państwo, czy jest, czy są, czy sprzedajecie, sprzedajecie, kto sprzedaje, macie, szukam, szukamy
      poszukuję, chcę, chcę kupić, chciałbym
      chciałbym kupić, chciałabym, chciałabym kupić, potrzebuję, potrzebujemy, pokaż mi, pokaż, proszę pokazać, daj mi
      znajdź mi, jaki jest najlepszy, jaka jest najlepsza, jakie są najlepsze, najlepszy, najlepsza, najlepsze, kupić, kupię
      ile kosztuje, ile kosztują`),
    after:
      splitPhrases(`na sprzedaż, do kupienia, kupić, kupić online, online, przez internet, w sklepie internetowym
      sklep internetowy, w pobliżu, na stanie, proszę, poproszę, dziękuję, cena, ceny, w dobrej cenie, najlepsza cena
      darmowa dostawa, z darmową dostawą`),
    articles: splitPhrases('jakiś, jakąś, jakieś, dobry, dobrą, dobre'),
    functionWords:
      splitPhrases(`ja, mi, mnie, mój, moja, my, nam, nas, ty, ci, wy, wam, państwo, mogę, możesz, możecie, możemy, można, mógłbym
      mogłabym, mógłbyś, moglibyście, czy, macie, jest, są, gdzie, co, jaki, jaka, jakie, jakiego, który, która, które
      kto, jak, ktoś, ile, szukam, potrzebuję, chcę, chciałbym, chciałabym, ktokolwiek`),
    requestWords:
      splitPhrases(`polecić, polecacie, polecasz, poleci, doradzić, pomóc, pomóż, pomożecie, wybrać, znaleźć, kupić, dostać, pokazać
      powiedzieć, wiedzieć, potrzebuję, pilnie, dzień dobry, cześć, tutaj, u, w, ofercie, teraz, dziś, dzisiaj, też, może
      chętnie, dla, się, na, kosztuje, kosztują, dostępny, dostępna, dostępne, możliwe, rodzaj, jeszcze, przypadkiem
      zamówić, wie, zna, was, znajdę, dostanę, mam`),
  },
  ru: {
    before:
      splitPhrases(`где купить, где можно купить, где я могу купить, где найти, где можно найти, где заказать, у вас есть, есть ли у вас
      есть ли, вы продаете, кто продает, я ищу, ищу, мы ищем, ищем, я хочу, хочу, хочу купить, я хочу купить, хотел бы купить
      хотела бы купить, мне нужен, мне нужна, мне нужно, мне нужны, нам нужен, нам нужны, нужен, нужна, нужно, нужны
      покажи мне, покажите мне, покажи, покажите, дайте мне, найди мне, найдите мне, какой лучший, какая лучшая
      какие лучшие, самый лучший, самая лучшая, самые лучшие, лучший, лучшая, лучшее, лучшие, купить, куплю, заказать
      цена на, цены на, сколько стоит, сколько стоят`),
    after:
      splitPhrases(`купить, купить онлайн, купить в интернет магазине, купить недорого, в интернет магазине, интернет магазин
      в интернете, онлайн, заказать, заказать онлайн, на продажу, в продаже, в наличии, рядом со мной, рядом, пожалуйста
      спасибо, цена, цены, по лучшей цене, лучшая цена, с бесплатной доставкой, с доставкой`),
    articles: splitPhrases('какой-нибудь, какую-нибудь, хороший, хорошую, хорошие'),
    functionWords:
      splitPhrases(`я, мне, меня, мой, моя, мы, нам, нас, ты, тебе, вы, вам, вас, могу, можешь, можете, можно, могли, мог, могла, бы, есть
      где, что, какой, какая, какое, какие, какую, кто, как, кто-нибудь, ли, у, сколько, ищу, ищем, нужен, нужна, нужны
      хочу`),
    requestWords:
      splitPhrases(`посоветовать, посоветуйте, посоветуй, порекомендовать, порекомендуйте, помочь, помогите, помоги, выбрать, подобрать
      подберите, найти, достать, показать, сказать, подскажите, подскажи, знать, нужно, срочно, очень, здравствуйте, привет
      добрый день, здесь, тут, сейчас, сегодня, тоже, может, хотелось, для, в, вашем, магазине, а, себе, стоит, стоят
      наличии, возможно, ещё, еще, случайно, подскажете, продаете, продаёте, знает, не, посоветуете, продается, продаётся`),
  },
  tr: {
    before:
      splitPhrases(`nereden alabilirim, nereden satın alabilirim, nerede bulabilirim, nerede satılıyor, nereden, nerede, kim satıyor
      sizde var mı, bana göster
      bana gösterin, bana, arıyorum, istiyorum, satın almak istiyorum, en iyi, en iyisi`),
    after:
      splitPhrases(`satın al, satın almak istiyorum, almak istiyorum, istiyorum, arıyorum, lazım, nereden alabilirim
      nereden satın alabilirim, satın alabilirim, alabilirim, nerede bulabilirim, bulabilirim, nerede satılıyor, nereden alınır
      satıyor musunuz, var mı, sizde var mı, satılık, online
      sipariş, online satın al, internetten, lütfen, teşekkürler, fiyat, fiyatı, fiyatları, en uygun fiyat, kargo bedava
      göster, gösterin`),
    articles: splitPhrases('bir, iyi bir'),
    functionWords:
      splitPhrases(`ben, bana, beni, benim, biz, bize, sen, sana, siz, size, sizde, misiniz, mısınız, musunuz, müsünüz, misin, mısın, var
      mı, mi, mu, mü, nerede, nereden, ne, hangi, hangisi, kim, nasıl, hangisini, kaç, arıyorum, istiyorum, lazım, biri
      kimse, varmı`),
    requestWords:
      splitPhrases(`önerir, öneri, öneriniz, önerirsiniz, tavsiye, eder, edersiniz, yardım, yardımcı, olur, seçmek, bulmak, almak, satın
      acil, acilen, merhaba, selam, burada, şimdi, bugün, de, da, belki, için, alabilir, miyim, almalıyım, göstermek
      gösterir, lütfen, kadar, para, fiyat, fiyatı, acaba, mevcut, stokta, hala, sipariş, bilen, biliyor, alınır, bulunur
      satılır`),
  },
  ja: {
    before: splitPhrases(
      'どこで買える, どこで買えますか, 一番いい, 一番良い, 最高の, おすすめの, オススメの',
    ),
    after:
      splitPhrases(`はどこで買えますか, はどこで買える, はどこで買えます, どこで買える, どこで買えますか, どこで売ってる, はどこで売っていますか
      を買いたい, を買いたいです, が欲しい, が欲しいです, がほしい, がほしいです, を探しています, を探している, を探してます
      はありますか, ありますか, を見せて, を見せてください, をください, ください, お願いします, をお願いします, 通販, オンライン, 購入
      販売, 値段, 価格, おすすめ, オススメ`),
    articles: [],
    functionWords: [],
    requestWords: [],
  },
  zh: {
    before:
      splitPhrases(`哪里可以买到, 哪里可以买, 哪里能买到, 哪里能买, 哪里买, 哪里有卖, 在哪里买, 在哪里可以买到, 去哪里买, 你们有, 有没有
      我想买, 我要买, 我想要, 我需要, 我在找, 我正在找, 想买, 请给我看, 给我看, 给我, 请给我, 最好的, 什么是最好的, 购买, 买`),
    after: splitPhrases(
      '哪里买, 在哪里买, 哪里有卖, 多少钱, 价格, 网购, 在线购买, 出售, 谢谢, 吗, 有吗, 有卖吗, 请',
    ),
    articles: splitPhrases('一个, 一台, 一件, 一双, 一些, 个, 台, 件, 双'),
    functionWords: [],
    requestWords: [],
  },
};
