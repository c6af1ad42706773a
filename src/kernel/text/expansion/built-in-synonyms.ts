import type { SynonymEntry } from '../schema/settings.ts';

/**
 * Words with the same meaning in every shop that sells in English, from general knowledge of retail. A line lists equivalent words;
 * `a > b, c` is a one-way rule, for words whose synonyms have further meanings. Words with another meaning in some trade are left out: a
 * torch also welds, a jumper is also a cable, a tap also cuts threads.
 */
const english = `
trousers, pants, slacks
sweater, pullover
hoodie, hooded sweatshirt
t-shirt, tee shirt, tee
sneakers, trainers
swimsuit, bathing suit, swimming costume, bathing costume
swim trunks, swimming trunks, swim shorts, swimming shorts
bathrobe, bath robe, dressing gown
panties, knickers
bra, brassiere
tights, pantyhose
pajamas, pyjamas, pjs
nightgown, nightdress, nightie
baseball cap, ball cap
sunglasses, sun glasses
eyeglasses, eye glasses, spectacles
handbag, hand bag
backpack, back pack, rucksack, knapsack
suitcase, suit case
luggage, baggage
fanny pack, bum bag, waist pack, waist bag
duffel bag, duffle bag, holdall
wristwatch, wrist watch
earrings, ear rings
jewelry, jewellery
necktie, neck tie
wellies, wellingtons, wellington boots, rain boots
flip flops, flipflops
slippers, house shoes
sweatpants, sweat pants, jogging bottoms, jogging pants
tracksuit, track suit, jogging suit
sweatshirt, sweat shirt
turtleneck, polo neck, roll neck
tuxedo, dinner jacket
onesie, one piece pajamas
ladies, women
kids, children
xl, extra large, x large
xxl, 2xl
xxxl, 3xl
xs, extra small, x small
faux leather, artificial leather, imitation leather, fake leather, vegan leather, pu leather
faux fur, fake fur
fleece jacket, polar fleece jacket
sofa, couch, settee
sofa bed, sleeper sofa, sofabed
armchair, arm chair
nightstand, night stand, bedside table, bedside cabinet
wardrobe, armoire
bookcase, bookshelf, book shelf
bunk bed, bunkbed
bar stool, barstool
bean bag, beanbag
pouf, pouffe
footstool, foot stool, foot rest, footrest
coat rack, coat stand
shoe rack, shoe stand
dining table, dinner table
office chair, desk chair, computer chair
filing cabinet, file cabinet
curtains, drapes
window blind, window shade
pillowcase, pillow case
bedspread, bed cover, coverlet
duvet cover, quilt cover
bed linen > bedding
washcloth, wash cloth, face cloth, facecloth
bath mat, bathmat
doormat, door mat
tablecloth, table cloth
placemat, place mat
coat hanger, clothes hanger
clothes airer, clothes horse, clothes drying rack
laundry basket, laundry hamper, washing basket
photo frame, picture frame
tv, television, telly
laptop, notebook computer
desktop computer, desktop pc
tablet computer, tablet pc
mobile phone, cell phone, cellphone, cellular phone
mobile phone > smartphone
cell phone > smartphone
smartphone, smart phone
smartwatch, smart watch
headphones, head phones
earphones, earbuds, ear buds, ear phones
phone case, phone cover
screen protector, screen guard
adapter, adaptor
ac adapter, power adapter
power bank, powerbank, portable charger
extension cord, extension lead, extension cable
usb stick, flash drive, thumb drive, pen drive
hard drive, hard disk, hdd
ssd, solid state drive
graphics card, video card, gpu
motherboard, mainboard, mother board
cpu > processor
computer monitor, computer screen
mouse pad, mouse mat, mousepad
webcam, web cam, web camera
wifi, wi-fi, wlan
ethernet cable, lan cable, network cable
camcorder, video camera
game console, gaming console
gamepad, game pad, game controller, joypad
video game, videogame
loudspeaker, speaker
soundbar, sound bar
turntable, record player
remote control, remote controller
ebook reader, e-reader, ereader
satnav, sat nav, gps navigator
dashcam, dash cam, dash camera
walkie talkie, two way radio
photocopier, copier
doorbell, door bell
air conditioner, aircon, air con
washing machine, clothes washer
tumble dryer, clothes dryer, tumble drier
hair dryer, hairdryer, hair drier, blow dryer, hairdrier
fridge, refrigerator
microwave oven, microwave
dishwasher, dish washer
ice maker, ice machine
hob, cooktop
cooker hood, extractor hood, range hood
coffee maker, coffee machine
espresso machine, espresso maker
cafetiere, french press
hand blender, stick blender, immersion blender
blender, liquidiser, liquidizer
air fryer, airfryer
deep fryer, deep fat fryer
waffle maker, waffle iron
light bulb, lightbulb
floor lamp, standard lamp, standing lamp
ceiling light, ceiling lamp
wall light, wall lamp
fairy lights, string lights
night light, nightlight
smoke alarm, smoke detector
frying pan, fry pan, frypan, skillet
saucepan, sauce pan
stockpot, stock pot
cutlery, flatware, silverware
dinnerware, crockery
tea towel, dish towel
dish soap, washing up liquid, dishwashing liquid
baking sheet, baking tray, cookie sheet
muffin tin, muffin pan
cake tin, cake pan
loaf tin, loaf pan
cling film, clingfilm, plastic wrap
aluminium foil, tin foil, tinfoil
baking paper, parchment paper, baking parchment
can opener, tin opener
corkscrew, cork screw
cutting board, chopping board
oven glove, oven mitt
pot holder, potholder
lunch box, lunchbox
vacuum flask, thermos flask
wine glass, wineglass
water jug, water pitcher
pepper mill, pepper grinder
salt mill, salt grinder
teapot, tea pot
trash can, garbage can, rubbish bin, waste bin, dustbin, trash bin, garbage bin
trash bag, garbage bag, bin bag, bin liner, rubbish bag
paper towel, kitchen roll
toilet paper, toilet roll, toilet tissue, bath tissue, loo roll
serviette, napkin
diaper, nappy
pacifier, soother
pacifier > dummy
stroller, pushchair, push chair, baby buggy
pram, baby carriage
baby crib, baby cot
cot bed, cotbed
high chair, highchair
playpen, play pen
baby bottle, feeding bottle, nursing bottle
changing mat, changing pad
diaper bag, nappy bag, changing bag
car seat, carseat
soft toy, stuffed animal, stuffed toy, plush toy, cuddly toy
dollhouse, doll house
building blocks, building bricks
board game, boardgame
play dough, playdough
rc car, remote control car, radio controlled car
bicycle, bike
motorcycle, motorbike, motor cycle, motor bike
dumbbell, dumb bell
kettlebell, kettle bell
treadmill, running machine
exercise bike, stationary bike
elliptical trainer, cross trainer
skipping rope, jump rope
yoga mat, exercise mat
sleeping mat, sleeping pad
head torch > headlamp
cool box, coolbox, cooler box, ice chest
life jacket, lifejacket, life vest
swimming goggles, swim goggles
fishing rod, fishing pole
trekking poles, hiking poles, walking poles
hiking boots, walking boots
table tennis, ping pong
surfboard, surf board
mouthguard, mouth guard
shin guards, shin pads
wrench, spanner
screwdriver, screw driver
hex key, allen key, allen wrench, hex wrench
tape measure, measuring tape
spirit level, bubble level
masking tape, painters tape
utility knife, box cutter
stepladder, step ladder
toolbox, tool box
sandpaper, sand paper, abrasive paper
cable tie, zip tie
super glue, superglue
adhesive tape, sticky tape
packing tape, packaging tape, parcel tape
caulking gun, caulk gun, sealant gun
crowbar, pry bar
padlock, pad lock
doorknob, door knob
plasterboard, drywall, gypsum board
skirting board, baseboard
wallpaper, wall paper
power outlet, electrical outlet, wall socket, plug socket
wall plugs, wall anchors
hard hat, safety helmet
safety goggles, protective goggles
ear defenders, ear protectors
hi vis, high visibility, high vis
faucet, water tap
washbasin, wash basin, bathroom sink
bathtub, bath tub
shower head, showerhead
toilet, lavatory
lawn mower, lawnmower, mower
garden hose, hosepipe, hose pipe
grass trimmer, string trimmer, strimmer, weed trimmer
secateurs, pruning shears, hand pruners
leaf blower, leafblower
flowerpot, flower pot, plant pot
parasol, patio umbrella, garden umbrella, sun umbrella
barbecue, bbq, barbeque
sun lounger, sunlounger
garden furniture, outdoor furniture, patio furniture
pressure washer, power washer, jet washer
weed killer, weedkiller, herbicide
insect repellent, bug repellent, bug spray
mousetrap, mouse trap
fertilizer, fertiliser
dog lead, dog leash
cat litter, kitty litter
cat tree, cat tower
fish tank, aquarium
birdseed, bird seed
birdhouse, bird house
tyre, tire
number plate, license plate, licence plate
windscreen, windshield
jump leads, jumper cables, booster cables
petrol, gasoline
motor oil, engine oil
antifreeze, anti freeze
spark plug, sparkplug
tow bar, towbar, trailer hitch
nail polish, nail varnish, nail lacquer
lip balm, lip salve
eau de toilette, edt
eau de parfum, edp
perfume, parfum
aftershave, after shave
sunscreen, sun screen, sun cream, suncream, sunblock, sun lotion
moisturizer, moisturiser
makeup, make-up
eyeshadow, eye shadow
eyeliner, eye liner
hair straightener, straightening iron
curling iron, curling tongs, curling wand
hair tie, hair elastic
cotton swab, cotton bud
cotton pads, cotton rounds
adhesive bandage, sticking plaster
sanitary pads, sanitary towels, sanitary napkins
toothbrush, tooth brush
toothpaste, tooth paste
mouthwash, mouth wash
shower gel, body wash
shaving foam, shaving cream
hand sanitizer, hand sanitiser
face mask, facemask
painkiller, pain killer, pain reliever
crisps, potato chips
french fries, fries
soft drink, fizzy drink
yogurt, yoghurt
ketchup, catsup
aubergine, eggplant
courgette, zucchini
coriander, cilantro
arugula > rocket
beetroot, beet
spring onion, scallion, green onion
sweetcorn, sweet corn
prawn, shrimp
ground beef, minced beef, beef mince
chickpea, chick pea, garbanzo
bell pepper, capsicum
cornstarch, corn starch, cornflour
icing sugar, powdered sugar, confectioners sugar
caster sugar, castor sugar, superfine sugar
baking soda, bicarbonate of soda, bicarb
plain flour, all purpose flour
wholemeal, whole wheat, wholewheat
soy sauce, soya sauce
soy milk, soya milk
soybean, soya bean
chili, chilli, chile
whisky, whiskey
donut, doughnut
licorice, liquorice
popsicle, ice lolly
cotton candy, candy floss
lollipop, lollypop
tinned, canned
decaf, decaffeinated
skimmed milk, skim milk
sparkling water, carbonated water, fizzy water
alcohol free, non alcoholic, nonalcoholic
ballpoint pen, ball point pen, biro
felt tip pen, felt pen
drawing pin, thumbtack, push pin
paper clip, paperclip
whiteboard, white board, dry erase board
blackboard, chalkboard
wrapping paper, gift wrap, giftwrap
gift card, gift voucher, gift certificate
color, colour
multicolor, multicolour, multicolored, multicoloured
gray, grey
aluminum, aluminium
fiber, fibre
liter, litre
metre > meter
center, centre
theater, theatre
mold, mould
organizer, organiser
sterilizer, steriliser
flavor, flavour
favorite, favourite
odor, odour
armor, armour
woolen, woollen
disc, disk
axe, ax
cozy, cosy
license, licence
stainless steel, inox
xmas, christmas
kilogram, kg
gigabyte, gb
terabyte, tb
centimeter, centimetre, cm
millimeter, millimetre, mm
milliliter, millilitre, ml
`;

let rules: readonly SynonymEntry[] | null = null;

/** The English synonyms that `builtInSynonyms` enables. */
export function listEnglishSynonyms(): readonly SynonymEntry[] {
  return (rules ??= english
    .trim()
    .split('\n')
    .map((line): SynonymEntry => {
      const [from, to] = line.split(' > ');
      return to === undefined
        ? { kind: 'equivalent', words: line.split(', ') }
        : { kind: 'oneWay', from: from!, to: to.split(', ') };
    }));
}
