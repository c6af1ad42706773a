/**
 * Everyday words of each language of the multilingual model by ISO 639-1 code: the same concepts in the same order, of nature, body, people, society,
 * feelings, places, animals, tools, food, clothes, traffic, time and thought, art and science, actions and qualities.
 */
const lists: Readonly<Record<string, string>> = {
  en: `sun moon star sky cloud rain snow wind storm river lake sea island mountain valley forest desert stone sand fire ice water earth air tree flower grass leaf root season
head face eye ear nose mouth tooth tongue neck shoulder arm hand finger leg knee foot skin hair bone heart stomach blood brain back
man woman child baby mother father brother sister friend neighbour king queen teacher doctor soldier farmer lawyer student artist guest enemy stranger crowd uncle
work office factory boss employee salary contract meeting company bank money tax debt price market law court judge police prison government election president minister parliament war peace army border newspaper
love hate anger fear joy sadness hope shame pride jealousy boredom surprise courage loneliness trust doubt pain patience curiosity happiness desire regret
house door window roof wall floor kitchen bedroom garden street bridge city village school university hospital church museum library theatre station airport harbour hotel farm castle
dog cat horse cow pig sheep goat chicken duck bird eagle fish shark whale snake frog spider bee butterfly ant mouse rabbit bear wolf lion elephant
hammer saw nail screw ladder rope knife scissors needle key lock lamp candle bottle cup plate spoon bowl pot oven fridge clock mirror table chair bed carpet curtain pillow blanket
bread rice meat cheese butter egg milk honey sugar salt pepper oil soup salad potato tomato onion carrot apple banana orange grape lemon nut chocolate cake coffee tea wine beer
shirt trousers dress skirt coat jacket hat glove scarf sock shoe boot belt pocket button ring umbrella glasses
car bus train ship boat plane bicycle wheel engine road ticket telephone computer camera radio television battery cable paper pen book map
time day night week month year beginning end reason question answer truth lie idea plan dream memory history future freedom power order change problem solution success mistake luck rule language word number name half speed
illness medicine health sleep birth death age science experiment theory energy temperature light sound music song dance film poem picture colour game sport team
eat drink run swim read write speak listen buy sell build break open close teach learn travel wait laugh cry
big small new old hot cold fast slow strong weak rich poor beautiful ugly clean dirty heavy empty full easy difficult`,
  de: `Sonne Mond Stern Himmel Wolke Regen Schnee Wind Sturm Fluss See Meer Insel Berg Tal Wald Wüste Stein Sand Feuer Eis Wasser Erde Luft Baum Blume Gras Blatt Wurzel Jahreszeit
Kopf Gesicht Auge Ohr Nase Mund Zahn Zunge Hals Schulter Arm Hand Finger Bein Knie Fuß Haut Haar Knochen Herz Magen Blut Gehirn Rücken
Mann Frau Kind Baby Mutter Vater Bruder Schwester Freund Nachbar König Königin Lehrer Arzt Soldat Bauer Anwalt Student Künstler Gast Feind Fremder Menge Onkel
Arbeit Büro Fabrik Chef Angestellter Gehalt Vertrag Sitzung Firma Bank Geld Steuer Schulden Preis Markt Gesetz Gericht Richter Polizei Gefängnis Regierung Wahl Präsident Minister Parlament Krieg Frieden Armee Grenze Zeitung
Liebe Hass Wut Angst Freude Traurigkeit Hoffnung Scham Stolz Eifersucht Langeweile Überraschung Mut Einsamkeit Vertrauen Zweifel Schmerz Geduld Neugier Glück Wunsch Reue
Haus Tür Fenster Dach Wand Boden Küche Schlafzimmer Garten Straße Brücke Stadt Dorf Schule Universität Krankenhaus Kirche Museum Bibliothek Theater Bahnhof Flughafen Hafen Hotel Bauernhof Schloss
Hund Katze Pferd Kuh Schwein Schaf Ziege Huhn Ente Vogel Adler Fisch Hai Wal Schlange Frosch Spinne Biene Schmetterling Ameise Maus Kaninchen Bär Wolf Löwe Elefant
Hammer Säge Nagel Schraube Leiter Seil Messer Schere Nadel Schlüssel Vorhängeschloss Lampe Kerze Flasche Tasse Teller Löffel Schüssel Topf Ofen Kühlschrank Uhr Spiegel Tisch Stuhl Bett Teppich Vorhang Kissen Decke
Brot Reis Fleisch Käse Butter Ei Milch Honig Zucker Salz Pfeffer Öl Suppe Salat Kartoffel Tomate Zwiebel Karotte Apfel Banane Orange Traube Zitrone Nuss Schokolade Kuchen Kaffee Tee Wein Bier
Hemd Hose Kleid Rock Mantel Jacke Hut Handschuh Schal Socke Schuh Stiefel Gürtel Tasche Knopf Ring Regenschirm Brille
Auto Bus Zug Schiff Boot Flugzeug Fahrrad Rad Motor Landstraße Fahrkarte Telefon Computer Kamera Radio Fernseher Batterie Kabel Papier Stift Buch Landkarte
Zeit Tag Nacht Woche Monat Jahr Anfang Ende Grund Frage Antwort Wahrheit Lüge Idee Plan Traum Erinnerung Geschichte Zukunft Freiheit Macht Ordnung Veränderung Problem Lösung Erfolg Fehler Zufall Regel Sprache Wort Zahl Name Hälfte Geschwindigkeit
Krankheit Medizin Gesundheit Schlaf Geburt Tod Alter Wissenschaft Experiment Theorie Energie Temperatur Licht Klang Musik Lied Tanz Film Gedicht Bild Farbe Spiel Sport Mannschaft
essen trinken laufen schwimmen lesen schreiben sprechen zuhören kaufen verkaufen bauen brechen öffnen schließen unterrichten lernen reisen warten lachen weinen
groß klein neu alt heiß kalt schnell langsam stark schwach reich arm schön hässlich sauber schmutzig schwer leer voll einfach schwierig`,
  fr: `soleil lune étoile ciel nuage pluie neige vent tempête rivière lac mer île montagne vallée forêt désert pierre sable feu glace eau terre air arbre fleur herbe feuille racine saison
tête visage œil oreille nez bouche dent langue cou épaule bras main doigt jambe genou pied peau cheveux os cœur estomac sang cerveau dos
homme femme enfant bébé mère père frère sœur ami voisin roi reine professeur médecin soldat agriculteur avocat étudiant artiste invité ennemi étranger foule oncle
travail bureau usine patron employé salaire contrat réunion entreprise banque argent impôt dette prix marché loi tribunal juge police prison gouvernement élection président ministre parlement guerre paix armée frontière journal
amour haine colère peur joie tristesse espoir honte fierté jalousie ennui surprise courage solitude confiance doute douleur patience curiosité bonheur désir regret
maison porte fenêtre toit mur sol cuisine chambre jardin rue pont ville village école université hôpital église musée bibliothèque théâtre gare aéroport port hôtel ferme château
chien chat cheval vache cochon mouton chèvre poulet canard oiseau aigle poisson requin baleine serpent grenouille araignée abeille papillon fourmi souris lapin ours loup lion éléphant
marteau scie clou vis échelle corde couteau ciseaux aiguille clé serrure lampe bougie bouteille tasse assiette cuillère bol casserole four réfrigérateur horloge miroir table chaise lit tapis rideau oreiller couverture
pain riz viande fromage beurre œuf lait miel sucre sel poivre huile soupe salade patate tomate oignon carotte pomme banane orange raisin citron noix chocolat gâteau café thé vin bière
chemise pantalon robe jupe manteau veste chapeau gant écharpe chaussette chaussure botte ceinture poche bouton bague parapluie lunettes
voiture autobus train navire bateau avion vélo roue moteur route billet téléphone ordinateur caméra radio télévision batterie câble papier stylo livre carte
temps jour nuit semaine mois année début fin raison question réponse vérité mensonge idée plan rêve mémoire histoire avenir liberté pouvoir ordre changement problème solution succès erreur chance règle langage mot nombre nom moitié vitesse
maladie médicament santé sommeil naissance mort âge science expérience théorie énergie température lumière son musique chanson danse film poème image couleur jeu sport équipe
manger boire courir nager lire écrire parler écouter acheter vendre construire casser ouvrir fermer enseigner apprendre voyager attendre rire pleurer
grand petit nouveau vieux chaud froid rapide lent fort faible riche pauvre beau laid propre sale lourd vide plein facile difficile`,
  es: `sol luna estrella cielo nube lluvia nieve viento tormenta río lago mar isla montaña valle bosque desierto piedra arena fuego hielo agua tierra aire árbol flor hierba hoja raíz estación
cabeza cara ojo oreja nariz boca diente lengua cuello hombro brazo mano dedo pierna rodilla pie piel pelo hueso corazón estómago sangre cerebro espalda
hombre mujer niño bebé madre padre hermano hermana amigo vecino rey reina profesor médico soldado agricultor abogado estudiante artista invitado enemigo extraño multitud tío
trabajo oficina fábrica jefe empleado salario contrato reunión empresa banco dinero impuesto deuda precio mercado ley tribunal juez policía prisión gobierno elección presidente ministro parlamento guerra paz ejército frontera periódico
amor odio ira miedo alegría tristeza esperanza vergüenza orgullo celos aburrimiento sorpresa valor soledad confianza duda dolor paciencia curiosidad felicidad deseo arrepentimiento
casa puerta ventana techo pared suelo cocina dormitorio jardín calle puente ciudad pueblo escuela universidad hospital iglesia museo biblioteca teatro terminal aeropuerto puerto hotel granja castillo
perro gato caballo vaca cerdo oveja cabra pollo pato pájaro águila pez tiburón ballena serpiente rana araña abeja mariposa hormiga ratón conejo oso lobo león elefante
martillo sierra clavo tornillo escalera cuerda cuchillo tijeras aguja llave cerradura lámpara vela botella taza plato cuchara cuenco olla horno nevera reloj espejo mesa silla cama alfombra cortina almohada manta
pan arroz carne queso mantequilla huevo leche miel azúcar sal pimienta aceite sopa ensalada patata tomate cebolla zanahoria manzana plátano naranja uva limón nuez chocolate pastel café té vino cerveza
camisa pantalón vestido falda abrigo chaqueta sombrero guante bufanda calcetín zapato bota cinturón bolsillo botón anillo paraguas gafas
coche autobús tren buque barco avión bicicleta rueda motor carretera billete teléfono ordenador cámara radio televisión batería cable papel bolígrafo libro mapa
tiempo día noche semana mes año principio fin razón pregunta respuesta verdad mentira idea plan sueño memoria historia futuro libertad poder orden cambio problema solución éxito error suerte regla idioma palabra número nombre mitad velocidad
enfermedad medicina salud descanso nacimiento muerte edad ciencia experimento teoría energía temperatura luz sonido música canción baile película poema imagen color juego deporte equipo
comer beber correr nadar leer escribir hablar escuchar comprar vender construir romper abrir cerrar enseñar aprender viajar esperar reír llorar
grande pequeño nuevo viejo caliente frío rápido lento fuerte débil rico pobre hermoso feo limpio sucio pesado vacío lleno fácil difícil`,
  it: `sole luna stella cielo nuvola pioggia neve vento tempesta fiume lago mare isola montagna valle foresta deserto pietra sabbia fuoco ghiaccio acqua terra aria albero fiore erba foglia radice stagione
testa viso occhio orecchio naso bocca dente lingua collo spalla braccio mano dito gamba ginocchio piede pelle capelli osso cuore stomaco sangue cervello schiena
uomo donna bambino neonato madre padre fratello sorella amico vicino re regina insegnante medico soldato contadino avvocato studente artista ospite nemico straniero folla zio
lavoro ufficio fabbrica capo impiegato stipendio contratto riunione azienda banca denaro tassa debito prezzo mercato legge tribunale giudice polizia prigione governo elezione presidente ministro parlamento guerra pace esercito confine giornale
amore odio rabbia paura gioia tristezza speranza vergogna orgoglio gelosia noia sorpresa coraggio solitudine fiducia dubbio dolore pazienza curiosità felicità desiderio rimpianto
casa porta finestra tetto muro pavimento cucina camera giardino strada ponte città villaggio scuola università ospedale chiesa museo biblioteca teatro stazione aeroporto porto albergo fattoria castello
cane gatto cavallo mucca maiale pecora capra pollo anatra uccello aquila pesce squalo balena serpente rana ragno ape farfalla formica topo coniglio orso lupo leone elefante
martello sega chiodo vite scala corda coltello forbici ago chiave serratura lampada candela bottiglia tazza piatto cucchiaio ciotola pentola forno frigorifero orologio specchio tavolo sedia letto tappeto tenda cuscino coperta
pane riso carne formaggio burro uovo latte miele zucchero sale pepe olio zuppa insalata patata pomodoro cipolla carota mela banana arancia uva limone noce cioccolato torta caffè tè vino birra
camicia pantaloni vestito gonna cappotto giacca cappello guanto sciarpa calzino scarpa stivale cintura tasca bottone anello ombrello occhiali
automobile autobus treno nave barca aereo bicicletta ruota motore autostrada biglietto telefono computer fotocamera radio televisione batteria cavo carta penna libro mappa
tempo giorno notte settimana mese anno inizio fine ragione domanda risposta verità bugia idea piano sogno memoria storia futuro libertà potere ordine cambiamento problema soluzione successo errore fortuna regola linguaggio parola numero nome metà velocità
malattia medicina salute sonno nascita morte età scienza esperimento teoria energia temperatura luce suono musica canzone danza film poesia immagine colore gioco sport squadra
mangiare bere correre nuotare leggere scrivere parlare ascoltare comprare vendere costruire rompere aprire chiudere insegnare imparare viaggiare aspettare ridere piangere
grande piccolo nuovo vecchio caldo freddo veloce lento forte debole ricco povero bello brutto pulito sporco pesante vuoto pieno facile difficile`,
  nl: `zon maan ster hemel wolk regen sneeuw wind storm rivier meer zee eiland berg vallei bos woestijn steen zand vuur ijs water aarde lucht boom bloem gras blad wortel seizoen
hoofd gezicht oog oor neus mond tand tong nek schouder arm hand vinger been knie voet huid haar bot hart maag bloed hersenen rug
man vrouw kind baby moeder vader broer zus vriend buurman koning koningin leraar dokter soldaat boer advocaat student kunstenaar gast vijand vreemdeling menigte oom
werk kantoor fabriek baas werknemer salaris contract vergadering bedrijf bank geld belasting schuld prijs markt wet rechtbank rechter politie gevangenis regering verkiezing president minister parlement oorlog vrede leger grens krant
liefde haat woede angst vreugde verdriet hoop schaamte trots jaloezie verveling verrassing moed eenzaamheid vertrouwen twijfel pijn geduld nieuwsgierigheid geluk verlangen spijt
huis deur raam dak muur vloer keuken slaapkamer tuin straat brug stad dorp school universiteit ziekenhuis kerk museum bibliotheek theater station luchthaven haven hotel boerderij kasteel
hond kat paard koe varken schaap geit kip eend vogel adelaar vis haai walvis slang kikker spin bij vlinder mier muis konijn beer wolf leeuw olifant
hamer zaag spijker schroef ladder touw mes schaar naald sleutel slot lamp kaars fles kop bord lepel kom pan oven koelkast klok spiegel tafel stoel bed tapijt gordijn kussen deken
brood rijst vlees kaas boter ei melk honing suiker zout peper olie soep salade aardappel tomaat ui peen appel banaan sinaasappel druif citroen noot chocolade taart koffie thee wijn bier
overhemd broek jurk rok mantel jas hoed handschoen sjaal sok schoen laars riem zak knoop ring paraplu bril
auto bus trein schip boot vliegtuig fiets wiel motor weg kaartje telefoon computer camera radio televisie batterij kabel papier pen boek landkaart
tijd dag nacht week maand jaar begin einde reden vraag antwoord waarheid leugen idee plan droom herinnering geschiedenis toekomst vrijheid macht orde verandering probleem oplossing succes fout toeval regel taal woord getal naam helft snelheid
ziekte medicijn gezondheid slaap geboorte dood leeftijd wetenschap experiment theorie energie temperatuur licht geluid muziek lied dans film gedicht foto kleur spel sport team
eten drinken rennen zwemmen lezen schrijven spreken luisteren kopen verkopen bouwen breken openen sluiten onderwijzen leren reizen wachten lachen huilen
groot klein nieuw oud heet koud snel langzaam sterk zwak rijk arm mooi lelijk schoon vuil zwaar leeg vol makkelijk moeilijk`,
  pl: `słońce księżyc gwiazda niebo chmura deszcz śnieg wiatr burza rzeka jezioro morze wyspa góra dolina las pustynia kamień piasek ogień lód woda ziemia powietrze drzewo kwiat trawa liść korzeń sezon
głowa twarz oko ucho nos usta ząb język szyja ramię ręka dłoń palec noga kolano stopa skóra włosy kość serce żołądek krew mózg plecy
mężczyzna kobieta dziecko niemowlę matka ojciec brat siostra przyjaciel sąsiad król królowa nauczyciel lekarz żołnierz rolnik prawnik student artysta gość wróg obcy tłum wujek
praca biuro fabryka szef pracownik pensja umowa spotkanie firma bank pieniądze podatek dług cena rynek prawo sąd sędzia policja więzienie rząd wybory prezydent minister parlament wojna pokój armia granica gazeta
miłość nienawiść gniew strach radość smutek nadzieja wstyd duma zazdrość nuda niespodzianka odwaga samotność zaufanie wątpliwość ból cierpliwość ciekawość szczęście pragnienie żal
dom drzwi okno dach ściana podłoga kuchnia sypialnia ogród ulica most miasto wieś szkoła uniwersytet szpital kościół muzeum biblioteka teatr dworzec lotnisko port hotel gospodarstwo zamek
pies kot koń krowa świnia owca koza kurczak kaczka ptak orzeł ryba rekin wieloryb wąż żaba pająk pszczoła motyl mrówka mysz królik niedźwiedź wilk lew słoń
młotek piła gwóźdź śruba drabina lina nóż nożyczki igła klucz kłódka lampa świeca butelka filiżanka talerz łyżka miska garnek piekarnik lodówka zegar lustro stół krzesło łóżko dywan zasłona poduszka koc
chleb ryż mięso ser masło jajko mleko miód cukier sól pieprz olej zupa sałatka ziemniak pomidor cebula marchewka jabłko banan pomarańcza winogrono cytryna orzech czekolada ciasto kawa herbata wino piwo
koszula spodnie sukienka spódnica płaszcz kurtka kapelusz rękawiczka szalik skarpeta but kozak pasek kieszeń guzik pierścionek parasol okulary
samochód autobus pociąg statek łódź samolot rower koło silnik droga bilet telefon komputer aparat radio telewizja bateria kabel papier długopis książka mapa
czas dzień noc tydzień miesiąc rok początek koniec powód pytanie odpowiedź prawda kłamstwo pomysł plan sen pamięć historia przyszłość wolność władza porządek zmiana problem rozwiązanie sukces błąd los zasada mowa słowo liczba imię połowa prędkość
choroba lekarstwo zdrowie drzemka narodziny śmierć wiek nauka eksperyment teoria energia temperatura światło dźwięk muzyka piosenka taniec film wiersz obraz kolor gra sport drużyna
jeść pić biegać pływać czytać pisać mówić słuchać kupować sprzedawać budować łamać otwierać zamykać uczyć studiować podróżować czekać śmiać płakać
duży mały nowy stary gorący zimny szybki wolny silny słaby bogaty biedny piękny brzydki czysty brudny ciężki pusty pełny łatwy trudny`,
  pt: `sol lua estrela céu nuvem chuva neve vento tempestade rio lago mar ilha montanha vale floresta deserto pedra areia fogo gelo água terra ar árvore flor grama folha raiz estação
cabeça rosto olho orelha nariz boca dente língua pescoço ombro braço mão dedo perna joelho pé pele cabelo osso coração estômago sangue cérebro costas
homem mulher criança bebê mãe pai irmão irmã amigo vizinho rei rainha professor médico soldado agricultor advogado estudante artista convidado inimigo estranho multidão tio
trabalho escritório fábrica chefe empregado salário contrato reunião empresa banco dinheiro imposto dívida preço mercado lei tribunal juiz polícia prisão governo eleição presidente ministro parlamento guerra paz exército fronteira jornal
amor ódio raiva medo alegria tristeza esperança vergonha orgulho ciúme tédio surpresa coragem solidão confiança dúvida dor paciência curiosidade felicidade desejo arrependimento
casa porta janela telhado parede chão cozinha quarto jardim rua ponte cidade aldeia escola universidade hospital igreja museu biblioteca teatro terminal aeroporto porto hotel fazenda castelo
cachorro gato cavalo vaca porco ovelha cabra frango pato pássaro águia peixe tubarão baleia cobra sapo aranha abelha borboleta formiga rato coelho urso lobo leão elefante
martelo serra prego parafuso escada corda faca tesoura agulha chave fechadura lâmpada vela garrafa xícara prato colher tigela panela forno geladeira relógio espelho mesa cadeira cama tapete cortina travesseiro cobertor
pão arroz carne queijo manteiga ovo leite mel açúcar sal pimenta óleo sopa salada batata tomate cebola cenoura maçã banana laranja uva limão noz chocolate bolo café chá vinho cerveja
camisa calça vestido saia casaco jaqueta chapéu luva cachecol meia sapato bota cinto bolso botão anel guarda-chuva óculos
carro ônibus trem navio barco avião bicicleta roda motor estrada bilhete telefone computador câmera rádio televisão bateria cabo papel caneta livro mapa
tempo dia noite semana mês ano começo fim razão pergunta resposta verdade mentira ideia plano sonho memória história futuro liberdade poder ordem mudança problema solução sucesso erro sorte regra idioma palavra número nome metade velocidade
doença remédio saúde sono nascimento morte idade ciência experimento teoria energia temperatura luz som música canção dança filme poema imagem cor jogo esporte equipe
comer beber correr nadar ler escrever falar ouvir comprar vender construir quebrar abrir fechar ensinar aprender viajar esperar rir chorar
grande pequeno novo velho quente frio rápido lento forte fraco rico pobre bonito feio limpo sujo pesado vazio cheio fácil difícil`,
  ru: `солнце луна звезда небо облако дождь снег ветер буря река озеро море остров гора долина лес пустыня камень песок огонь лёд вода земля воздух дерево цветок трава лист корень сезон
голова лицо глаз ухо нос рот зуб язык шея плечо рука ладонь палец нога колено ступня кожа волосы кость сердце желудок кровь мозг спина
мужчина женщина ребёнок младенец мать отец брат сестра друг сосед король королева учитель врач солдат фермер юрист студент художник гость враг незнакомец толпа дядя
работа офис завод начальник сотрудник зарплата договор собрание компания банк деньги налог долг цена рынок закон суд судья полиция тюрьма правительство выборы президент министр парламент война мир армия граница газета
любовь ненависть гнев страх радость грусть надежда стыд гордость ревность скука сюрприз мужество одиночество доверие сомнение боль терпение любопытство счастье желание сожаление
дом дверь окно крыша стена пол кухня спальня сад улица мост город деревня школа университет больница церковь музей библиотека театр вокзал аэропорт порт гостиница ферма крепость
собака кошка лошадь корова свинья овца коза курица утка птица орёл рыба акула кит змея лягушка паук пчела бабочка муравей мышь кролик медведь волк лев слон
молоток пила гвоздь винт лестница верёвка нож ножницы игла ключ замок лампа свеча бутылка чашка тарелка ложка миска кастрюля печь холодильник часы зеркало стол стул кровать ковёр занавеска подушка одеяло
хлеб рис мясо сыр масло яйцо молоко мёд сахар соль перец жир суп салат картофель помидор лук морковь яблоко банан апельсин виноград лимон орех шоколад торт кофе чай вино пиво
рубашка брюки платье юбка пальто куртка шляпа перчатка шарф носок туфля сапог ремень карман пуговица кольцо зонт очки
машина автобус поезд корабль лодка самолёт велосипед колесо двигатель дорога билет телефон компьютер камера радио телевизор батарея кабель бумага ручка книга карта
время день ночь неделя месяц год начало конец причина вопрос ответ правда ложь идея план мечта память история будущее свобода власть порядок изменение проблема решение успех ошибка удача правило речь слово число имя половина скорость
болезнь лекарство здоровье сон рождение смерть возраст наука эксперимент теория энергия температура свет звук музыка песня танец фильм стихотворение картина цвет игра спорт команда
есть пить бежать плавать читать писать говорить слушать покупать продавать строить ломать открывать закрывать учить изучать путешествовать ждать смеяться плакать
большой маленький новый старый горячий холодный быстрый медленный сильный слабый богатый бедный красивый уродливый чистый грязный тяжёлый пустой полный лёгкий трудный`,
  tr: `güneş ay yıldız gökyüzü bulut yağmur kar rüzgar fırtına nehir göl deniz ada dağ vadi orman çöl taş kum ateş buz su toprak hava ağaç çiçek çimen yaprak kök mevsim
baş yüz göz kulak burun ağız diş dil boyun omuz kol el parmak bacak diz ayak cilt saç kemik kalp mide kan beyin sırt
adam kadın çocuk bebek anne baba erkek kardeş arkadaş komşu kral kraliçe öğretmen doktor asker çiftçi avukat öğrenci sanatçı misafir düşman yabancı kalabalık amca
iş ofis fabrika patron çalışan maaş sözleşme toplantı şirket banka para vergi borç fiyat pazar yasa mahkeme yargıç polis hapishane hükümet seçim başkan bakan meclis savaş barış ordu sınır gazete
sevgi nefret öfke korku sevinç üzüntü umut utanç gurur kıskançlık sıkıntı sürpriz cesaret yalnızlık güven şüphe acı sabır merak mutluluk arzu pişmanlık
ev kapı pencere çatı duvar zemin mutfak oda bahçe sokak köprü şehir köy okul üniversite hastane kilise müze kütüphane tiyatro istasyon havaalanı liman otel çiftlik kale
köpek kedi at inek domuz koyun keçi tavuk ördek kuş kartal balık köpekbalığı balina yılan kurbağa örümcek arı kelebek karınca fare tavşan ayı kurt aslan fil
çekiç testere çivi vida merdiven halat bıçak makas iğne anahtar kilit lamba mum şişe fincan tabak kaşık kase tencere fırın buzdolabı saat ayna masa sandalye yatak halı perde yastık battaniye
ekmek pirinç et peynir tereyağı yumurta süt bal şeker tuz biber yağ çorba salata patates domates soğan havuç elma muz portakal üzüm limon ceviz çikolata pasta kahve çay şarap bira
gömlek pantolon elbise etek palto ceket şapka eldiven atkı çorap ayakkabı bot kemer cep düğme yüzük şemsiye gözlük
araba otobüs tren gemi tekne uçak bisiklet tekerlek motor yol bilet telefon bilgisayar kamera radyo televizyon pil kablo kağıt kalem kitap harita
zaman gün gece hafta yaz yıl başlangıç son neden soru cevap gerçek yalan fikir plan rüya hafıza tarih gelecek özgürlük güç düzen değişim sorun çözüm başarı hata şans kural konuşma kelime sayı isim yarım hız
hastalık ilaç sağlık uyku doğum ölüm yaş bilim deney teori enerji sıcaklık ışık ses müzik şarkı dans film şiir resim renk oyun spor takım
yemek içmek koşmak yüzmek okumak yazmak söylemek dinlemek almak satmak inşa kırmak açmak kapatmak öğretmek öğrenmek seyahat beklemek gülmek ağlamak
büyük küçük yeni eski sıcak soğuk hızlı yavaş güçlü zayıf zengin fakir güzel çirkin temiz kirli ağır boş dolu kolay zor`,
  ar: `شمس قمر نجم سماء غيمة مطر ثلج ريح عاصفة نهر بحيرة بحر جزيرة جبل وادي غابة صحراء حجر رمل نار جليد ماء أرض هواء شجرة زهرة عشب ورقة جذر موسم
رأس وجه عين أذن أنف فم سن لسان رقبة كتف ذراع يد إصبع ساق ركبة قدم جلد شعر عظم قلب معدة دم دماغ ظهر
رجل امرأة طفل رضيع أم أب أخ أخت صديق جار ملك ملكة معلم طبيب جندي مزارع محام طالب فنان ضيف عدو غريب حشد عم
عمل مكتب مصنع مدير موظف راتب عقد اجتماع شركة بنك مال ضريبة دين سعر سوق قانون محكمة قاض شرطة سجن حكومة انتخاب رئيس وزير برلمان حرب سلام جيش حدود جريدة
حب كراهية غضب خوف فرح حزن أمل خجل فخر غيرة ملل مفاجأة شجاعة وحدة ثقة شك ألم صبر فضول سعادة رغبة ندم
بيت باب نافذة سقف جدار أرضية مطبخ غرفة حديقة شارع جسر مدينة قرية مدرسة جامعة مستشفى كنيسة متحف مكتبة مسرح محطة مطار ميناء فندق مزرعة قلعة
كلب قطة حصان بقرة خنزير خروف ماعز دجاجة بطة طائر نسر سمكة قرش حوت أفعى ضفدع عنكبوت نحلة فراشة نملة فأر أرنب دب ذئب أسد فيل
مطرقة منشار مسمار برغي سلم حبل سكين مقص إبرة مفتاح قفل مصباح شمعة زجاجة كوب طبق ملعقة وعاء قدر فرن ثلاجة ساعة مرآة طاولة كرسي سرير سجادة ستارة وسادة بطانية
خبز أرز لحم جبن زبدة بيضة حليب عسل سكر ملح فلفل زيت حساء سلطة بطاطا طماطم بصل جزر تفاح موز برتقال عنب ليمون جوز شوكولاتة كعكة قهوة شاي نبيذ بيرة
قميص بنطلون فستان تنورة معطف سترة قبعة قفاز وشاح جورب حذاء جزمة حزام جيب زر خاتم مظلة نظارات
سيارة حافلة قطار سفينة قارب طائرة دراجة عجلة محرك طريق تذكرة هاتف حاسوب كاميرا راديو تلفزيون بطارية كابل ورق قلم كتاب خريطة
وقت يوم ليل أسبوع شهر سنة بداية نهاية سبب سؤال جواب حقيقة كذبة فكرة خطة حلم ذاكرة تاريخ مستقبل حرية قوة نظام تغيير مشكلة حل نجاح خطأ حظ قاعدة لغة كلمة رقم اسم نصف سرعة
مرض دواء صحة نوم ولادة موت عمر علم تجربة نظرية طاقة حرارة ضوء صوت موسيقى أغنية رقص فيلم قصيدة صورة لون لعبة رياضة فريق
يأكل يشرب يركض يسبح يقرأ يكتب يتكلم يستمع يشتري يبيع يبني يكسر يفتح يغلق يدرس يتعلم يسافر ينتظر يضحك يبكي
كبير صغير جديد قديم حار بارد سريع بطيء قوي ضعيف غني فقير جميل قبيح نظيف قذر ثقيل فارغ ممتلئ سهل صعب`,
  ja: `太陽 月 星 空 雲 雨 雪 風 嵐 川 湖 海 島 山 谷 森 砂漠 石 砂 火 氷 水 大地 空気 木 花 草 葉 根 季節
頭 顔 目 耳 鼻 口 歯 舌 首 肩 腕 手 指 脚 膝 足 皮膚 髪 骨 心臓 胃 血 脳 背中
男性 女性 子供 赤ちゃん 母 父 兄弟 姉妹 友達 隣人 王 女王 先生 医者 兵士 農家 弁護士 学生 芸術家 客 敵 他人 群衆 叔父
仕事 事務所 工場 上司 従業員 給料 契約 会議 会社 銀行 お金 税金 借金 値段 市場 法律 裁判所 裁判官 警察 刑務所 政府 選挙 大統領 大臣 議会 戦争 平和 軍隊 国境 新聞
愛 憎しみ 怒り 恐怖 喜び 悲しみ 希望 恥 誇り 嫉妬 退屈 驚き 勇気 孤独 信頼 疑い 痛み 忍耐 好奇心 幸福 欲望 後悔
家 ドア 窓 屋根 壁 床 台所 寝室 庭 通り 橋 都市 村 学校 大学 病院 教会 博物館 図書館 劇場 駅 空港 港 ホテル 農場 城
犬 猫 馬 牛 豚 羊 ヤギ 鶏 アヒル 鳥 鷲 魚 サメ クジラ 蛇 カエル 蜘蛛 蜂 蝶 蟻 ネズミ うさぎ 熊 狼 ライオン 象
ハンマー のこぎり 釘 ねじ はしご ロープ ナイフ はさみ 針 鍵 錠 ランプ ろうそく 瓶 カップ 皿 スプーン 茶碗 鍋 オーブン 冷蔵庫 時計 鏡 テーブル 椅子 ベッド カーペット カーテン 枕 毛布
パン 米 肉 チーズ バター 卵 牛乳 蜂蜜 砂糖 塩 胡椒 油 スープ サラダ じゃがいも トマト 玉ねぎ にんじん りんご バナナ オレンジ ぶどう レモン ナッツ チョコレート ケーキ コーヒー お茶 ワイン ビール
シャツ ズボン ドレス スカート コート ジャケット 帽子 手袋 マフラー 靴下 靴 ブーツ ベルト ポケット ボタン 指輪 傘 眼鏡
車 バス 電車 船 ボート 飛行機 自転車 車輪 エンジン 道路 切符 電話 コンピューター カメラ ラジオ テレビ 電池 ケーブル 紙 ペン 本 地図
時間 日 夜 週 月曜日 年 始まり 終わり 理由 質問 答え 真実 嘘 考え 計画 夢 記憶 歴史 未来 自由 力 秩序 変化 問題 解決 成功 間違い 運 規則 言語 言葉 数 名前 半分 速度
病気 薬 健康 睡眠 誕生 死 年齢 科学 実験 理論 エネルギー 温度 光 音 音楽 歌 ダンス 映画 詩 絵 色 ゲーム スポーツ チーム
食べる 飲む 走る 泳ぐ 読む 書く 話す 聞く 買う 売る 建てる 壊す 開ける 閉める 教える 学ぶ 旅行 待つ 笑う 泣く
大きい 小さい 新しい 古い 熱い 寒い 速い 遅い 強い 弱い 金持ち 貧しい 美しい 醜い きれい 汚い 重い 空っぽ いっぱい 簡単 難しい`,
  ko: `태양 달 별 하늘 구름 비 눈 바람 폭풍 강 호수 바다 섬 산 계곡 숲 사막 돌 모래 불 얼음 물 땅 공기 나무 꽃 풀 잎 뿌리 계절
머리 얼굴 눈동자 귀 코 입 이빨 혀 목 어깨 팔 손 손가락 다리 무릎 발 피부 머리카락 뼈 심장 위장 피 뇌 등
남자 여자 아이 아기 어머니 아버지 형제 자매 친구 이웃 왕 여왕 선생님 의사 군인 농부 변호사 학생 예술가 손님 적 낯선사람 군중 삼촌
일 사무실 공장 사장 직원 월급 계약 회의 회사 은행 돈 세금 빚 가격 시장 법 법원 판사 경찰 감옥 정부 선거 대통령 장관 국회 전쟁 평화 군대 국경 신문
사랑 미움 분노 두려움 기쁨 슬픔 희망 부끄러움 자부심 질투 지루함 놀라움 용기 외로움 신뢰 의심 고통 인내 호기심 행복 욕망 후회
집 문 창문 지붕 벽 바닥 부엌 침실 정원 거리 교량 도시 마을 학교 대학교 병원 교회 박물관 도서관 극장 역 공항 항구 호텔 농장 성
개 고양이 말 소 돼지 양 염소 닭 오리 새 독수리 물고기 상어 고래 뱀 개구리 거미 벌 나비 개미 쥐 토끼 곰 늑대 사자 코끼리
망치 톱 못 나사 사다리 밧줄 칼 가위 바늘 열쇠 자물쇠 램프 양초 병 컵 접시 숟가락 그릇 냄비 오븐 냉장고 시계 거울 탁자 의자 침대 카펫 커튼 베개 담요
빵 쌀 고기 치즈 버터 달걀 우유 꿀 설탕 소금 후추 기름 수프 샐러드 감자 토마토 양파 당근 사과 바나나 오렌지 포도 레몬 견과 초콜릿 케이크 커피 차 와인 맥주
셔츠 바지 드레스 치마 코트 재킷 모자 장갑 목도리 양말 신발 부츠 벨트 주머니 단추 반지 우산 안경
자동차 버스 기차 배 보트 비행기 자전거 바퀴 엔진 도로 표 전화 컴퓨터 카메라 라디오 텔레비전 배터리 케이블 종이 펜 책 지도
시간 날 밤 주 월 년 시작 끝 이유 질문 대답 진실 거짓말 생각 계획 꿈 기억 역사 미래 자유 힘 질서 변화 문제 해결 성공 실수 운 규칙 언어 단어 숫자 이름 절반 속도
질병 약 건강 잠 탄생 죽음 나이 과학 실험 이론 에너지 온도 빛 소리 음악 노래 춤 영화 시 그림 색 게임 스포츠 팀
먹다 마시다 달리다 수영하다 읽다 쓰다 말하다 듣다 사다 팔다 짓다 부수다 열다 닫다 가르치다 배우다 여행하다 기다리다 웃다 울다
크다 작다 새로운 오래된 뜨거운 차가운 빠른 느린 강한 약한 부유한 가난한 아름다운 못생긴 깨끗한 더러운 무거운 빈 가득한 쉬운 어려운`,
  th: `ดวงอาทิตย์ ดวงจันทร์ ดาว ท้องฟ้า เมฆ ฝน หิมะ ลม พายุ แม่น้ำ ทะเลสาบ ทะเล เกาะ ภูเขา หุบเขา ป่า ทะเลทราย หิน ทราย ไฟ น้ำแข็ง น้ำ โลก อากาศ ต้นไม้ ดอกไม้ หญ้า ใบไม้ ราก ฤดูกาล
หัว ใบหน้า ตา หู จมูก ปาก ฟัน ลิ้น คอ ไหล่ แขน มือ นิ้ว ขา เข่า เท้า ผิวหนัง ผม กระดูก หัวใจ ท้อง เลือด สมอง หลัง
ผู้ชาย ผู้หญิง เด็ก ทารก แม่ พ่อ พี่ชาย พี่สาว เพื่อน เพื่อนบ้าน กษัตริย์ ราชินี ครู หมอ ทหาร ชาวนา ทนายความ นักเรียน ศิลปิน แขก ศัตรู คนแปลกหน้า ฝูงชน ลุง
งาน สำนักงาน โรงงาน หัวหน้า พนักงาน เงินเดือน สัญญา ประชุม บริษัท ธนาคาร เงิน ภาษี หนี้ ราคา ตลาด กฎหมาย ศาล ผู้พิพากษา ตำรวจ คุก รัฐบาล การเลือกตั้ง ประธานาธิบดี รัฐมนตรี รัฐสภา สงคราม สันติภาพ กองทัพ ชายแดน หนังสือพิมพ์
ความรัก ความเกลียด ความโกรธ ความกลัว ความยินดี ความเศร้า ความหวัง ความอับอาย ความภูมิใจ ความหึงหวง ความเบื่อ ความประหลาดใจ ความกล้า ความเหงา ความไว้วางใจ ความสงสัย ความเจ็บปวด ความอดทน ความอยากรู้ ความสุข ความปรารถนา ความเสียใจ
บ้าน ประตู หน้าต่าง หลังคา กำแพง พื้น ห้องครัว ห้องนอน สวน ถนน สะพาน เมือง หมู่บ้าน โรงเรียน มหาวิทยาลัย โรงพยาบาล โบสถ์ พิพิธภัณฑ์ ห้องสมุด โรงละคร สถานี สนามบิน ท่าเรือ โรงแรม ฟาร์ม ปราสาท
สุนัข แมว ม้า วัว หมู แกะ แพะ ไก่ เป็ด นก อินทรี ปลา ฉลาม วาฬ งู กบ แมงมุม ผึ้ง ผีเสื้อ มด หนู กระต่าย หมี หมาป่า สิงโต ช้าง
ค้อน เลื่อย ตะปู สกรู บันได เชือก มีด กรรไกร เข็ม กุญแจ แม่กุญแจ โคมไฟ เทียน ขวด ถ้วย จาน ช้อน ชาม หม้อ เตาอบ ตู้เย็น นาฬิกา กระจก โต๊ะ เก้าอี้ เตียง พรม ม่าน หมอน ผ้าห่ม
ขนมปัง ข้าว เนื้อ ชีส เนย ไข่ นม น้ำผึ้ง น้ำตาล เกลือ พริกไทย น้ำมัน ซุป สลัด มันฝรั่ง มะเขือเทศ หัวหอม แครอท แอปเปิ้ล กล้วย ส้ม องุ่น มะนาว ถั่ว ช็อกโกแลต เค้ก กาแฟ ชา ไวน์ เบียร์
เสื้อเชิ้ต กางเกง ชุดเดรส กระโปรง เสื้อโค้ท แจ็คเก็ต หมวก ถุงมือ ผ้าพันคอ ถุงเท้า รองเท้า บูท เข็มขัด กระเป๋า กระดุม แหวน ร่ม แว่นตา
รถยนต์ รถบัส รถไฟ เรือเดินสมุทร เรือ เครื่องบิน จักรยาน ล้อ เครื่องยนต์ ทางหลวง ตั๋ว โทรศัพท์ คอมพิวเตอร์ กล้อง วิทยุ โทรทัศน์ แบตเตอรี่ สายเคเบิล กระดาษ ปากกา หนังสือ แผนที่
เวลา วัน กลางคืน สัปดาห์ เดือน ปี เริ่มต้น สิ้นสุด เหตุผล คำถาม คำตอบ ความจริง คำโกหก ความคิด แผน ความฝัน ความทรงจำ ประวัติศาสตร์ อนาคต เสรีภาพ อำนาจ ระเบียบ การเปลี่ยนแปลง ปัญหา วิธีแก้ ความสำเร็จ ความผิดพลาด โชค กฎ ภาษา คำ ตัวเลข ชื่อ ครึ่ง ความเร็ว
ความเจ็บป่วย ยา สุขภาพ การนอน การเกิด ความตาย อายุ วิทยาศาสตร์ การทดลอง ทฤษฎี พลังงาน อุณหภูมิ แสง เสียง ดนตรี เพลง เต้นรำ ภาพยนตร์ บทกวี รูปภาพ สี เกม กีฬา ทีม
กิน ดื่ม วิ่ง ว่ายน้ำ อ่าน เขียน พูด ฟัง ซื้อ ขาย สร้าง ทำลาย เปิด ปิด สอน เรียน เดินทาง รอ หัวเราะ ร้องไห้
ใหญ่ เล็ก ใหม่ เก่า ร้อน หนาว เร็ว ช้า แข็งแรง อ่อนแอ รวย จน สวย น่าเกลียด สะอาด สกปรก หนัก ว่างเปล่า เต็ม ง่าย ยาก`,
  zh: `太阳 月亮 星星 天空 云 雨 雪 风 暴风雨 河流 湖 大海 岛屿 山 山谷 森林 沙漠 石头 沙子 火 冰 水 土地 空气 树 花 草 叶子 根 季节
头 脸 眼睛 耳朵 鼻子 嘴 牙齿 舌头 脖子 肩膀 手臂 手 手指 腿 膝盖 脚 皮肤 头发 骨头 心脏 胃 血 大脑 背部
男人 女人 孩子 婴儿 母亲 父亲 兄弟 姐妹 朋友 邻居 国王 女王 老师 医生 士兵 农民 律师 学生 艺术家 客人 敌人 陌生人 人群 叔叔
工作 办公室 工厂 老板 员工 工资 合同 会议 公司 银行 钱 税 债务 价格 市场 法律 法院 法官 警察 监狱 政府 选举 总统 部长 议会 战争 和平 军队 边界 报纸
爱 恨 愤怒 恐惧 快乐 悲伤 希望 羞耻 骄傲 嫉妒 无聊 惊喜 勇气 孤独 信任 怀疑 疼痛 耐心 好奇 幸福 欲望 后悔
房子 门 窗户 屋顶 墙 地板 厨房 卧室 花园 街道 桥 城市 村庄 学校 大学 医院 教堂 博物馆 图书馆 剧院 车站 机场 港口 酒店 农场 城堡
狗 猫 马 牛 猪 羊 山羊 鸡 鸭 鸟 鹰 鱼 鲨鱼 鲸鱼 蛇 青蛙 蜘蛛 蜜蜂 蝴蝶 蚂蚁 老鼠 兔子 熊 狼 狮子 大象
锤子 锯子 钉子 螺丝 梯子 绳子 刀 剪刀 针 钥匙 锁 灯 蜡烛 瓶子 杯子 盘子 勺子 碗 锅 烤箱 冰箱 时钟 镜子 桌子 椅子 床 地毯 窗帘 枕头 毯子
面包 米饭 肉 奶酪 黄油 鸡蛋 牛奶 蜂蜜 糖 盐 胡椒 油 汤 沙拉 土豆 西红柿 洋葱 胡萝卜 苹果 香蕉 橙子 葡萄 柠檬 坚果 巧克力 蛋糕 咖啡 茶 葡萄酒 啤酒
衬衫 裤子 连衣裙 裙子 大衣 夹克 帽子 手套 围巾 袜子 鞋子 靴子 腰带 口袋 纽扣 戒指 雨伞 眼镜
汽车 公共汽车 火车 轮船 小船 飞机 自行车 轮子 发动机 道路 车票 电话 电脑 相机 收音机 电视 电池 电缆 纸 钢笔 书 地图
时间 白天 夜晚 星期 月份 年 开始 结束 原因 问题 答案 真相 谎言 想法 计划 梦想 记忆 历史 未来 自由 权力 秩序 变化 难题 解决 成功 错误 运气 规则 语言 单词 数字 名字 一半 速度
疾病 药 健康 睡眠 出生 死亡 年龄 科学 实验 理论 能量 温度 光 声音 音乐 歌曲 舞蹈 电影 诗歌 图片 颜色 游戏 运动 团队
吃 喝 跑步 游泳 阅读 写作 说话 听 买 卖 建造 打破 打开 关闭 教 学习 旅行 等待 笑 哭
大 小 新 旧 热 冷 快 慢 强壮 虚弱 富有 贫穷 美丽 丑陋 干净 肮脏 沉重 空 满 容易 困难`,
};

/** Distinct words by language. */
export const baselineWords: ReadonlyMap<string, readonly string[]> = new Map(
  Object.entries(lists).map(([language, text]) => [language, [...new Set(text.split(/\s+/))]]),
);
