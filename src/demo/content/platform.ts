import { drawnIcon } from '../icons'
import { daysAfter, daysBefore, demoId, type RowsOf } from '../rows'

const NAMES: readonly (readonly [name: string, categories: readonly number[], colour: string])[] = [
  ['Otterlane', [0, 2, 3], '4338ca'],
  ['Fathomlight', [2, 3], 'b91c1c'],
  ['Gilt Heron', [0, 2], 'a16207'],
  ['Velmora Sweeps', [0, 3], '0e7490'],
  ['Rivenreef', [0, 2], '15803d'],
  ['Brinelark', [2], '1d4ed8'],
  ['Noonhall Live', [1], '6d28d9'],
  ['Kestmoor Gaming', [0], '92400e'],
  ['Harlowick Reels', [0, 4], 'be185d'],
  ['Northsill Live', [1], '0f766e'],
  ['Pebblefin', [0, 2, 3], '374151'],
  ['Jubilark City', [0, 3], '9d174d'],
  ['Mothlamp', [0, 2], '5b21b6'],
  ['Updraft Crash', [6], 'c2410c'],
  ['Sallowfield Sports', [5], '166534'],
  ['Quillhaven Bingo', [4], '1e40af'],
]

/** Texts of the first platforms for the public site; the others have none yet. */
const TEXTS: Readonly<Record<number, RowsOf<'platform'>[number]>> = {
  0: {
    short_description: 'Slots, fish games and sweepstakes under one account, on phones and computers.',
    description:
      'Otterlane has more than two hundred games: slots with free spins, fish games for up to eight players, and sweepstakes that are drawn every evening. Credits are the same in all of them. The app runs on Android and iOS, and in the browser where nothing can be installed. Loads arrive within ten minutes, and redeems within one hour.',
    meta_title: 'Otterlane: slots, fish games, sweepstakes',
    meta_description:
      'Play more than two hundred games with one account: slots, fish games and sweepstakes, on a phone or in the browser. See rules and pay-outs first.',
    canonical_url: 'https://play.example.com/otterlane',
  },
  1: {
    short_description: 'Fish games for one to eight players.',
    description: 'Fathomlight is known for its tables of eight, at which everybody shoots at the same fish.',
    meta_title: 'Fathomlight',
    meta_description:
      'Fish games for one to eight players, on Android and iOS, with rooms for beginners and for high stakes.',
  },
  2: {
    short_description: 'مسابقات وألعاب الأسماك، ٢٤ ساعة في اليوم.',
    description: 'ألعاب الأسماك والسلوتس على الهاتف والكمبيوتر.',
  },
  3: { short_description: 'Сувіпстейки та слоти — щодня нові розіграші.' },
  6: { short_description: 'Roulette, baccarat and chemin de fer, à la française.', noindex: true },
}

/** Questions and answers for the public site; the last ones are in other languages. */
const FAQ = [
  { question: 'How do I get an account?', answer: 'Ask in the chat. You get a username within ten minutes.' },
  { question: 'How long does a redeem take?', answer: 'Up to one hour.\nOn weekends up to four hours.' },
  { question: 'Πώς αλλάζω τον κωδικό μου;', answer: 'Στο προφίλ, κάτω από «Ασφάλεια».' },
  { question: 'كيف أتواصل معكم؟', answer: 'عبر الدردشة، في أي وقت.' },
  { question: 'เล่นบนมือถือได้ไหม', answer: 'ได้ ทั้ง Android และ iOS' },
] as const

export const platforms: RowsOf<'platform'> = NAMES.map(([name, categories, colour], index) => ({
  logo: drawnIcon(name[0]!, colour),
  name,
  slug: name.toLowerCase().replaceAll(' ', '-'),
  categories: categories.map((category) => demoId('brandCategory', category)),
  ...TEXTS[index],
  faq: FAQ.slice(0, (index * 3) % 6),
  // One is a draft, one is scheduled.
  published_at: index === 13 ? null : index === 14 ? daysAfter(30) : daysBefore(400 - index * 20),
  is_deleted: index === 12,
}))
