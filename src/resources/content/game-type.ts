import { gameType } from '@contract/records/content/game-type'
import { recordResource } from '../record-resource'

export const resource = recordResource(gameType, {
  slug: 'seo-game-types',
  route: '/seo/game-types',
  empty: {
    title: 'No game types yet',
    text: 'Types group the games, and say how much of a stake counts towards wagering.',
  },
  columns: ['icon', 'name', 'slug', 'games_count', 'wagering_weight', 'seo_score', 'is_deleted'],
  titles: { wagering_weight: 'Wagering', seo_score: 'SEO' },
  widths: { icon: 64, name: 200, slug: 180 },
  halves: ['name', 'slug'],
  disabling: 'It disappears from the public site and can no longer be chosen for a game. You can enable it again.',
  remedy: 'moveTo',
  icons: { moveTo: 'move' },
  sections: [
    { title: 'Content', fields: ['description', 'documents'] },
    {
      title: 'Search engines',
      fields: ['meta_title', 'meta_description', 'canonical_url', 'og_image', 'noindex', 'seo_score', 'seo_lacks'],
    },
  ],
  page: { picture: 'icon', reference: ['slug'], figures: ['games_count', 'wagering_weight', 'seo_score'] },
})
