import { daysAfter, daysBefore, type RowsOf } from '../rows'

const text = (words: string) => ({ kind: 'TEXT', text: words }) as const
const heading = (words: string) => ({ kind: 'HEADING', text: words }) as const

export const sitePages: RowsOf<'sitePage'> = [
  {
    path: '/',
    title: 'Play where your friends play',
    body: [
      heading('One wallet, sixteen platforms'),
      text('Load once, play everywhere. Redeem to your card or your coins, within the hour.'),
      { kind: 'QUOTE', text: 'The fastest redeem I have seen. — Łucja, Gdańsk' },
    ],
    meta_title: 'One wallet for sixteen gaming platforms',
    meta_description: 'Load once and play on sixteen platforms. Redeem within the hour, to your card or to your coins.',
    published_at: daysBefore(300),
    earlier: [
      { title: 'Welcome', body: [text('Load once, play everywhere.')] },
      { title: 'Welcome back', body: [heading('One wallet'), text('Load once, play everywhere.')] },
    ],
  },
  {
    path: '/help/bonus-terms',
    title: 'Bonus terms',
    body: [text('A bonus is wagered before it is released.'), text('ผู้เล่นทุกคน · Παίκτες · Гравці')],
    redirects_from: [{ path: '/terms/bonus' }, { path: '/bonus-terms' }],
    published_at: daysBefore(200),
    earlier: [{ redirects_from: [] }],
    by: 'colleague',
  },
  { path: '/help/summer', title: 'Été', body: [text('Bientôt.')], published_at: daysAfter(20) },
  {
    path: '/about',
    title: 'من نحن',
    body: [text('نحن هنا منذ عام ٢٠١٩.')],
    noindex: true,
    published_at: null,
    by: 'nobody',
  },
  {
    path: '/harbor',
    title: 'Harbor partners',
    body: [text('A page of a partner.')],
    redirects_from: [{ path: '/harbor/old' }],
    published_at: daysBefore(90),
    of: 'partner',
  },
]
