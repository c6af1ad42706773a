/** Word lists of a language: its closed classes, and words that all shops use. */
export interface WordLists {
  /** Words without information about a product. They are indexed, and searched if the query has no other word. */
  stopWords: readonly string[];
  /** Words after which a name describes the purpose, features or material of the product. */
  prepositions: readonly string[];
  /** Prepositions that precede a purpose or a user in a query. */
  purposes: readonly string[];
  /** Words next to the head noun of a name that are not nouns. */
  qualifiers: readonly string[];
  /** Common first parts of compounds, with linking letters: a small catalog may not contain them as words. */
  firstParts: readonly string[];
}

const list = (words: string): readonly string[] => words.trim().split(/\s+/);

const english: WordLists = {
  stopWords: list(`
    a an and are as at be by for from has have i in into is it its my of on or our that the their this to was we were
    will with you your`),
  prepositions: list('for with without by from in on of to at w incl including compatible'),
  purposes: list('for'),
  qualifiers: list(`
    black white grey gray silver gold red blue green yellow orange pink purple brown beige cyan magenta clear
    transparent multicolor multicolour original new small medium large mini pack set pair pc piece`),
  firstParts: [],
};

const german: WordLists = {
  stopWords: list(`
    aber als am an auch auf aus bei beim das dass dem den der des die dies diese dieser dieses doch du durch ein eine
    einem einen einer eines er es für hat ich ihr im in ins ist ja mein meine mit nach oder sein seine sich sie sind so
    über um und uns unser unsere unter vom von vor war was wenn wie wir zu zum zur`),
  prepositions: list(`
    für mit ohne aus von vom in im auf an am zum zur bei inkl inklusive passend geeignet kompatibel nach gegen unter`),
  purposes: list('für'),
  qualifiers: list(`
    schwarz weiß grau silber gold rot blau grün gelb orange rosa pink lila violett braun beige türkis bunt klar
    transparent schwarze schwarzer schwarzes weiße weißer weißes rote roter rotes blaue blauer blaues original neu klein
    mittel groß mini set paar stück stk pack packung`),
  firstParts: list(`
    kinder baby babys damen herren mädchen jungen jugend familien hunde katzen tier vogel pferde haus haushalts garten
    küchen bad bade badezimmer wohn wohnzimmer schlaf schlafzimmer ess esszimmer büro schreib kleider kleiderschrank
    wander lauf lauf renn turn sport fitness fuß fußball hand tennis golf reit tauch schwimm ski schnee berg camping
    reise urlaubs strand sommer winter frühlings herbst weihnachts oster geburtstags hochzeits arbeits sicherheits
    schutz berufs werk werkzeug bau holz metall stahl edelstahl glas kunststoff gummi leder kunstleder stoff woll
    wolle baumwoll seiden leinen jeans papier karton strom akku elektro solar led batterie lade lade netz licht decken
    wand boden tisch steh stand nacht tages spiegel auto kfz fahrrad motorrad motor reifen dach fenster tür schrank
    regal bett sofa kissen matratzen kaffee tee wasser wein bier milch obst gemüse brot fleisch fisch käse zucker salz
    gewürz grill back brat koch mikrowellen kühl gefrier gefrier wasch wäsche trocken spül staub dampf bügel näh haar
    zahn gesichts körper haut augen lippen nagel rasier parfüm dusch sonnen regen wind arm armband finger hals ohr kopf
    brillen uhren schuh hosen taschen gürtel rucksack hand handy computer laptop bild bildschirm fernseh radio musik
    kopf spiel spiele puppen lego bücher buch schul bastel mal zeichen kugel blei filz`),
};

const dutch: WordLists = {
  stopWords: list(`
    aan al als bij dat de den der deze die dit door een en er haar heeft het hij hun ik in is je jouw maar me met mijn
    na naar niet nog nu of om ons onze ook op over te tot u uit uw van voor wat we wij zijn zo`),
  prepositions: list(
    'voor met zonder van uit in op aan bij incl inclusief geschikt compatibel te tegen onder',
  ),
  purposes: list('voor'),
  qualifiers: list(`
    zwart wit grijs zilver goud rood blauw groen geel oranje roze paars bruin beige zwarte witte grijze rode blauwe
    groene gele bruine doorzichtig transparant origineel nieuw klein middel groot mini set paar stuk stuks pak`),
  firstParts: list(`
    kinder baby dames heren meisjes jongens honden katten dieren vogel paarden huis tuin keuken bad badkamer woon
    woonkamer slaap slaapkamer eet bureau kantoor schrijf kleding wandel loop hardloop ren sport voetbal hand tennis
    golf zwem ski sneeuw berg kampeer reis strand zomer winter lente herfst kerst verjaardags bruids trouw werk
    veiligheids bescherm bouw hout houten metaal staal glas kunststof rubber leer leren stof wol katoen zijde linnen
    papier stroom accu elektro batterij laad licht plafond wand vloer tafel sta staande nacht dag spiegel auto fiets
    motor dak raam deur kast bed bank kussen matras koffie thee water wijn bier melk fruit groente brood vlees vis kaas
    suiker zout grill bak braad kook koel vries was droog vaat stof stoom strijk naai haar tand gezichts lichaams huid
    oog lip nagel scheer douche zonne regen wind arm polshorloge hals oor hoofd schoenen broeken tassen riem rug rugzak
    telefoon computer laptop beeld beeldscherm muziek speel poppen boeken school knutsel schilder teken`),
};

const swedish: WordLists = {
  stopWords: list(`
    alla att av bara de dem den denna deras dess det detta din ditt du där efter ej eller en er ett från för han har
    hon i in inte är jag kan man med men min mitt mot och om oss på sig sin sitt som så till under upp ur ut var vi vid
    vår vårt`),
  prepositions: list('för med utan av från i på till vid inkl inklusive kompatibel mot under'),
  purposes: list('för'),
  qualifiers: list(`
    svart vit grå silver guld röd blå grön gul orange rosa lila brun beige svarta vita röda blå gröna original ny liten
    mellan stor mini set par st styck pack`),
  firstParts: list(`
    barn baby dam herr flick pojk hund katt djur fågel häst hus trädgårds köks bad badrums vardagsrums sov sovrums
    kontors skriv vandrings löpar spring sport fotbolls hand tennis golf sim skid snö berg camping rese strand sommar
    vinter jul arbets skydds bygg trä metall stål glas plast gummi läder ull bomulls siden linne pappers el batteri
    laddnings tak vägg golv bord natt spegel bil cykel motor fönster dörr säng soff kudd kaffe te vatten vin öl mjölk
    grill stek kyl frys tvätt disk damm ång stryk hår tand ansikts kropps hud ögon nagel rak dusch sol regn vind arm
    hals öron huvud sko ryggsäcks mobil dator bild musik spel dock skol`),
};

const danish: WordLists = {
  stopWords: list(`
    af alle at blev da de dem den denne der deres det dette din dit du efter eller en er et for fra ham han har hun i
    ikke ind jeg kan man med men min mit mod ned nu og om op os over på sig sin sit som så til ud under var ved vi
    vores`),
  prepositions: list('til for med uden af fra i på ved inkl inklusive kompatibel mod under'),
  purposes: list('til for'),
  qualifiers: list(`
    sort hvid grå sølv guld rød blå grøn gul orange lyserød lilla brun beige sorte hvide røde grønne original ny lille
    mellem stor mini sæt par stk styk pakke`),
  firstParts: list(`
    børne baby dame herre pige drenge hunde katte dyre fugle heste hus have køkken bade badeværelses stue sove soveværelses
    kontor skrive vandre løbe sports fodbold hånd tennis golf svømme ski sne bjerg camping rejse strand sommer vinter jule
    arbejds sikkerheds bygge træ metal stål glas plast gummi læder uld bomulds silke papir el batteri lade loft væg gulv
    bord nat spejl bil cykel motor vindues dør seng sofa pude kaffe te vand vin øl mælke grill stege køle fryse vaske
    opvaske støv damp stryge hår tand ansigts krops hud øjen negle barber bruse sol regn vind arm hals øre hoved sko
    mobil computer billed musik spille dukke skole`),
};

const norwegian: WordLists = {
  stopWords: list(`
    alle at av ble da de dem den denne der deres det dette din ditt du eller en er et etter for fra ham han har hun i
    ikke inn jeg kan man med men min mitt mot ned nå og om opp oss over på seg sin sitt som så til under ut var ved vi
    vår vårt`),
  prepositions: list('til for med uten av fra i på ved inkl inklusive kompatibel mot under'),
  purposes: list('til for'),
  qualifiers: list(`
    svart hvit grå sølv gull rød blå grønn gul oransje rosa lilla brun beige svarte hvite røde grønne original ny liten
    medium stor mini sett par stk pakke`),
  firstParts: list(`
    barne baby dame herre jente gutte hunde katte dyre fugle heste hus hage kjøkken bade baderoms stue sove soveroms
    kontor skrive tur vandre løpe joggesko sports fotball hånd tennis golf svømme ski snø fjell camping reise strand
    sommer vinter jule arbeids sikkerhets bygge tre metall stål glass plast gummi lær ull bomulls silke papir el batteri
    lade tak vegg gulv bord natt speil bil sykkel motor vindus dør seng sofa pute kaffe te vann vin øl melke grill
    steke kjøle fryse vaske oppvask støv damp stryke hår tann ansikts kropps hud øye negle barber dusj sol regn vind arm
    hals øre hode sko mobil data bilde musikk spill dukke skole`),
};

const finnish: WordLists = {
  stopWords: list(`
    että ei ja jos joka jotka kun mutta myös ne niin nämä on oli ovat se sekä sen siis tai tämä tässä vai`),
  prepositions: list('ilman kanssa varten sis sisältää yhteensopiva'),
  purposes: [],
  qualifiers: list(`
    musta valkoinen harmaa hopea kulta punainen sininen vihreä keltainen oranssi pinkki violetti ruskea beige kirkas
    alkuperäinen uusi pieni keskikokoinen suuri iso mini setti pari kpl pakkaus`),
  firstParts: list(`
    lasten vauvan naisten miesten tyttöjen poikien koiran kissan talvi kesä syksy kevät joulu matka ranta ulkoilu juoksu
    vaellus urheilu jalkapallo tennis golf uima hiihto lumi työ turva puu metalli teräs lasi muovi kumi nahka villa
    puuvilla silkki paperi sähkö akku katto seinä lattia pöytä yö auto pyörä moottori ikkuna ovi sohva kahvi tee vesi
    viini olut maito grilli paisto jää pyykki tiski pöly höyry hius hammas kasvo vartalo iho silmä kynsi suihku aurinko
    sade tuuli ranne kaula korva pää kenkä puhelin tietokone kuva musiikki peli nukke koulu keittiö kylpy piha`),
};

const french: WordLists = {
  stopWords: list(`
    à au aux avec c ce ces cette d dans de des du elle elles en est et eux il ils j je l la le les leur leurs lui m ma
    mais me mes mon n ne nos notre nous on ou où par pas plus pour qu que qui s sa se ses son sont sur t ta te tes toi
    ton tu un une vos votre vous y`),
  prepositions: list('pour avec sans de du des en à au aux par sur dans d compatible incl inclus'),
  purposes: list('pour'),
  qualifiers: list(`
    noir noire blanc blanche gris grise argent or rouge bleu bleue vert verte jaune orange rose violet violette marron
    beige transparent original nouveau nouvelle petit petite moyen grand grande mini lot set paire pièce pièces pack`),
  firstParts: [],
};

const spanish: WordLists = {
  stopWords: list(`
    a al como con cual cuando de del desde donde e el ella ellas ellos en entre era es esa ese eso esta este esto estos
    ha la las le les lo los me mi mis muy nos nuestra nuestro o os para pero por que quien se ser si sobre son su sus
    también te tu tus u un una unas uno unos y ya yo`),
  prepositions: list('para con sin de del en a al por sobre desde compatible incl incluye'),
  purposes: list('para'),
  qualifiers: list(`
    negro negra blanco blanca gris plata plateado oro dorado rojo roja azul verde amarillo amarilla naranja rosa morado
    morada marrón beige transparente original nuevo nueva pequeño pequeña mediano mediana grande mini juego set par
    pieza piezas pack`),
  firstParts: [],
};

const italian: WordLists = {
  stopWords: list(`
    a ad agli ai al alla alle allo anche c che chi ci col come con cui d da dagli dai dal dalla dalle dallo degli dei
    del della delle dello di e ed è era gli ha i il in io l la le lei li lo loro lui ma mi mia mio ne nei nel nella
    nelle nello noi nostra nostro o per più quale questa queste questi questo se si sono su sua sue sugli sui sul sulla
    suo ti tra tu tua tuo un una uno vi voi`),
  prepositions: list(`
    per con senza di del della dei delle da dal dalla in nel nella su a al alla compatibile incl incluso`),
  purposes: list('per'),
  qualifiers: list(`
    nero nera bianco bianca grigio grigia argento oro rosso rossa blu azzurro azzurra verde giallo gialla arancione rosa
    viola marrone beige trasparente originale nuovo nuova piccolo piccola medio media grande mini set paio pezzo pezzi
    confezione`),
  firstParts: [],
};

const portuguese: WordLists = {
  stopWords: list(`
    a ao aos as à às com como da das de dela dele do dos e ela elas ele eles em entre era essa esse esta este eu foi há
    isso isto já lhe mais mas me meu minha muito na nas nem no nos nós não o os ou para pela pelas pelo pelos por qual
    que quem se ser seu sua são também te tem um uma uns você`),
  prepositions: list('para com sem de do da dos das em no na por a ao à compatível incl inclui'),
  purposes: list('para'),
  qualifiers: list(`
    preto preta branco branca cinza cinzento prata prateado ouro dourado vermelho vermelha azul verde amarelo amarela
    laranja rosa roxo roxa marrom castanho bege transparente original novo nova pequeno pequena médio média grande mini
    conjunto kit par peça peças pack`),
  firstParts: [],
};

/** Lists by language code. A language without lists is still stemmed. */
export const wordLists: Readonly<Record<string, WordLists>> = {
  da: danish,
  de: german,
  en: english,
  es: spanish,
  fi: finnish,
  fr: french,
  it: italian,
  nl: dutch,
  no: norwegian,
  pt: portuguese,
  sv: swedish,
};
