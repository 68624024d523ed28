import { GAME_TAGS, VOLATILITIES } from '@contract/records/content/game'
import { slugOf } from '@contract/records/slug'
import { drawnIcon } from '../icons'
import { daysAfter, daysBefore, demoId, type RowsOf } from '../rows'

/** Games that every demo has: other alphabets, accents, special characters, and each state. All names are invented. */
const CLASSICS: readonly (readonly [name: string, platform: number, type: number, slug?: string])[] = [
  ['Riad of Paper Moons', 2, 0],
  ['Fathomlight Deluxe', 1, 1],
  ['Brine Regent 3: Song of the Anglerfish', 5, 1],
  ['Café Fortuné', 8, 0],
  ['Älgen’s Gold', 7, 0],
  ['โคมไฟริมโขง', 10, 0, 'mekong-lamplight'],
  ['حدائق الزعفران', 12, 0, 'saffron-gardens'],
  ['Το Φανάρι του Αιγαίου', 0, 0, 'aegean-lantern'],
  ['Blackjack 3+2', 9, 3],
  ['Thimble Keno', 15, 4],
]

/** Words that no known game joins like this: names of the demo must not be those of real games (tests/architecture/names-to-avoid.txt). */
const FIRST = [
  'Tamarind Saffron Cinder Brindle Marigold Juniper Thistle Copperleaf Velvet Nutmeg Cobalt Driftwood Paprika Larkspur Mossy Tangerine Plum',
  'Birchwood Cardamom Heather Indigo Clover Pewter Rhubarb Sandstone Teal Walnut Willow Apricot Barley Chestnut Lilac Mulberry Dappled',
].flatMap((line) => line.split(' '))
const SECOND = [
  'Kites Otters Orchard Compass Foundry Almanac Menagerie Regatta Puffins Badgers Windmills Accordion Sundial Caravan Teahouse Ferries Hedgehogs',
  'Gondolas Tramway Beehive Trombone Umbrellas Postcards Canary Pendulum Quilts Rowboats Sparrows Telescope Turnips Waltz Zeppelins Marmots Lanterns',
].flatMap((line) => line.split(' '))
const THIRD = [
  '',
  'Deluxe',
  'Rush',
  'at Midnight',
  'Two by Two',
  'II',
  'Classic',
  'Jubilee',
  'Extra',
  'Gold Edition',
] as const
const TAGS = Object.keys(GAME_TAGS)
const LEVELS = Object.keys(VOLATILITIES) as (keyof typeof VOLATILITIES)[]

/** A number from 0 up to `below`, the same for the same arguments. */
const mixed = (index: number, salt: number, below: number): number => {
  const mixedOnce = Math.imul(index + 1, 0x9e3779b1) ^ Math.imul(salt, 0x85ebca6b)
  const mixedTwice = Math.imul(mixedOnce ^ (mixedOnce >>> 15), 0x2c1b3c6d)
  return ((mixedTwice ^ (mixedTwice >>> 13)) >>> 0) % below
}

/** The nth generated name: the first 10,000 are unique. */
function nameOf(index: number): string {
  const third = THIRD[Math.floor(index / (FIRST.length * SECOND.length)) % THIRD.length]!
  const pair = (index * 613) % (FIRST.length * SECOND.length)
  return [FIRST[pair % FIRST.length], SECOND[Math.floor(pair / FIRST.length)], third].filter(Boolean).join(' ')
}

/** Letters of drawn pictures, which many games share. */
const LETTERS = ['B', 'C', 'E', 'F', 'K', 'L'] as const
const COLOURS = ['7c3aed', 'b45309', '0f766e', 'be123c', '1d4ed8'] as const

const RULES =
  'Three or more equal symbols on neighbouring reels pay from left to right; the wild symbol stands for all others but the scatter. Three scatters start ten free spins, in which every win counts twice and new scatters add five spins. The feature can be bought where the operator allows it, and the highest win ends the round.'

function gameAt(index: number): RowsOf<'game'>[number] {
  const classic = CLASSICS[index]
  const name = classic?.[0] ?? nameOf(index - CLASSICS.length)
  const has = (salt: number, share: number) => mixed(index, salt, 100) < share
  const published = mixed(index, 1, 10)
  return {
    thumbnail: has(23, 70)
      ? drawnIcon(LETTERS[mixed(index, 24, LETTERS.length)]!, COLOURS[mixed(index, 25, COLOURS.length)]!)
      : null,
    name,
    slug: classic?.[3] ?? slugOf(name),
    platform: demoId('platform', classic?.[1] ?? [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 13, 15][mixed(index, 2, 14)]!),
    game_type: demoId('gameType', classic?.[2] ?? [0, 0, 0, 0, 1, 1, 2, 3, 4, 5][mixed(index, 3, 10)]!),
    tags: TAGS.filter((_tag, each) => has(10 + each, 15)) as (keyof typeof GAME_TAGS)[],
    rtp: has(4, 90) ? `${88 + mixed(index, 5, 10)}.${String(mixed(index, 6, 100)).padStart(2, '0')}` : null,
    volatility: has(7, 85) ? LEVELS[mixed(index, 8, 3)]! : null,
    description: has(9, 80) ? `${name} is played on five reels. ${has(15, 60) ? RULES : ''}`.trim() : null,
    meta_title: has(16, 75) ? `Play ${name} online | Free demo`.slice(0, 60) : null,
    meta_description: has(17, 65)
      ? `Read the rules of ${name}, see how often it pays and try the demo without an account before you play.`.slice(
          0,
          160,
        )
      : null,
    canonical_url: has(18, 4) ? `https://play.example/games/${index + 1}` : null,
    noindex: has(19, 5),
    published_at:
      published < 7
        ? daysBefore(1 + mixed(index, 20, 700) + 0.375)
        : published < 8
          ? daysAfter(7 + mixed(index, 21, 60) + 0.375)
          : null,
    is_deleted: has(22, 6),
  }
}

/** @param count up to 10,000; the first rows do not depend on it */
export const gamesOf = (count: number): RowsOf<'game'> => Array.from({ length: count }, (_, index) => gameAt(index))

/** As many as the lists of stories and most tests need. */
export const games = gamesOf(60)
