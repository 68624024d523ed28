import { daysAfter, daysBefore, demoId, type RowsOf } from '../rows'

const NAMES: readonly (readonly [name: string, categories: readonly number[]])[] = [
  ['Orion Stars', [0, 2, 3]],
  ['Fire Kirin', [2, 3]],
  ['Golden Dragon', [0, 2]],
  ['Vega Sweeps', [0, 3]],
  ['River Monster', [0, 2]],
  ['Blue Pearl', [2]],
  ['Noble Studio Live', [1]],
  ['Kestrel Gaming', [0]],
  ['Harlequin Reels', [0, 4]],
  ['Northlight Live', [1]],
  ['Panda Master', [0, 2, 3]],
  ['Juwa City', [0, 3]],
  ['Milky Way', [0, 2]],
  ['Ultra Crash', [6]],
  ['Sirocco Sports', [5]],
  ['Quiet Harbor Bingo', [4]],
]

/** Answers of the public site; the last ones are in other languages. */
const FAQ = [
  { question: 'How do I get an account?', answer: 'Ask in the chat. You get a username within ten minutes.' },
  { question: 'How long does a redeem take?', answer: 'Up to one hour.\nOn weekends up to four hours.' },
  { question: 'Πώς αλλάζω τον κωδικό μου;', answer: 'Στο προφίλ, κάτω από «Ασφάλεια».' },
  { question: 'كيف أتواصل معكم؟', answer: 'عبر الدردشة، في أي وقت.' },
  { question: 'เล่นบนมือถือได้ไหม', answer: 'ได้ ทั้ง Android และ iOS' },
] as const

export const platforms: RowsOf<'platform'> = NAMES.map(([name, categories], index) => ({
  name,
  slug: name.toLowerCase().replaceAll(' ', '-'),
  categories: categories.map((category) => demoId('brandCategory', category)),
  faq: FAQ.slice(0, (index * 3) % 6),
  // One is still a draft, one is scheduled.
  published_at: index === 13 ? null : index === 14 ? daysAfter(30) : daysBefore(400 - index * 20),
  is_deleted: index === 12,
}))
