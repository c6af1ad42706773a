/**
 * English nouns of goods that are named after what they do. Stemmers of other languages take their ending for an inflection, as in German
 * "Kleider": trainers would be trains, a dresser a dress, and a juicer juice.
 */
const agentNouns: ReadonlySet<string> = new Set(
  `
  adapter aerator amplifier banner beater bender binder blazer blender blower boiler bolster bomber booster bouncer boxer breaker brewer broiler
  buffer bumper burner buster buzzer camper carrier carver catcher charger chaser checker chiller chipper choker chopper cleaner cleanser clipper
  coaster cobbler cooker cooler copier corker coupler cracker crawler creamer cruiser crusher curler cutter dampener decanter defogger defroster
  dehumidifier diaper diffuser digger dimmer dipper dispenser diver divider drainer drawer dresser drier driller dripper driver dryer duster eraser
  exerciser extender extinguisher fastener feeder fertilizer filler finder flipper floater folder freezer freshener fryer garter glider grabber
  grater grinder gripper hanger hardener heater highlighter holder hopper humidifier infuser inhaler ioniser ionizer jogger jointer juicer jumper
  keeper kneader knocker launcher leveler lifter lighter liner loader loafer locker lounger mailer marker masher mixer mower muffler multicooker
  nailer nebulizer opener organiser organizer pacer peeler picker pitcher planer planter player plotter plunger pointer polisher poster pourer
  presser primer printer propeller pruner puller pullover puncher purifier pusher rattler reader receiver recliner recorder refresher repeater
  repeller revolver rocker roller romper router rubber ruler runner sander saver scanner scooper scooter scraper screener scrubber sealer server
  shaker sharpener shaver shelter shifter shopper shower shredder shutter sifter silencer sipper skewer skimmer sleeper slicer slider slipper sneaker
  softener soother sorter spacer speaker spinner splitter spoiler spotter sprayer spreader sprinkler squeezer stapler starter steamer stepper sticker
  stiffener stirrer stopper stretcher striker stripper stroller styler sweater sweeper sweetener switcher teaser teether tenderiser tenderizer
  thickener thinner tightener timer toaster toner topper trailer trainer transmitter trekker trigger trimmer trucker tumbler tuner twister vaporiser
  vaporizer viewer wader walker warmer washer weeder whistler whitener winder wiper wrapper zester zipper`
    .trim()
    .split(/\s+/),
);

/** `stem`: of the English stemmer. */
export const isAgentNoun = (stem: string): boolean => agentNouns.has(stem);
