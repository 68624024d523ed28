import { drawnBanner } from '../banners'
import { daysAfter, daysBefore, type RowsOf } from '../rows'
import { bold, heading, linked, paragraph, picture, points, quote, steps, written } from './written'

export const sitePages: RowsOf<'sitePage'> = [
  {
    path: '/',
    title: 'Play where your friends play',
    body: written(
      heading('One wallet, sixteen platforms'),
      paragraph('Load once, play everywhere. Redeem to your card or your coins, ', bold('within the hour'), '.'),
      picture(drawnBanner('1e3a8a', 'fbbf24'), 'A wallet with coins of sixteen platforms'),
      steps('Load your wallet', 'Choose a platform', 'Play, and redeem what you win'),
      quote('The fastest redeem I have seen. — Łucja, Gdańsk'),
      paragraph('Questions? Read the ', linked('terms of our bonuses', '/help/bonus-terms'), '.'),
    ),
    meta_title: 'One wallet for sixteen gaming platforms',
    meta_description: 'Load once and play on sixteen platforms. Redeem within the hour, to your card or to your coins.',
    published_at: daysBefore(300),
    earlier: [
      { title: 'Welcome', body: written(paragraph('Load once, play everywhere.')) },
      { title: 'Welcome back', body: written(heading('One wallet'), paragraph('Load once, play everywhere.')) },
    ],
  },
  {
    path: '/help/bonus-terms',
    title: 'Bonus terms',
    body: written(
      paragraph('A bonus is wagered before it is released.'),
      points('What counts: every settled round', 'What does not: cancelled rounds'),
      paragraph('ผู้เล่นทุกคน · Παίκτες · Гравці'),
    ),
    redirects_from: [{ path: '/terms/bonus' }, { path: '/bonus-terms' }],
    published_at: daysBefore(200),
    earlier: [{ redirects_from: [] }],
    by: 'colleague',
  },
  { path: '/help/summer', title: 'Été', body: written(paragraph('Bientôt.')), published_at: daysAfter(20) },
  {
    path: '/about',
    title: 'من نحن',
    body: written(paragraph('نحن هنا منذ عام ٢٠١٩.')),
    noindex: true,
    published_at: null,
    by: 'nobody',
  },
  {
    path: '/harbor',
    title: 'Harbor partners',
    body: written(paragraph('A page of a partner.')),
    redirects_from: [{ path: '/harbor/old' }],
    published_at: daysBefore(90),
    of: 'partner',
  },
]
