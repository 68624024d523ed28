import { game } from '@contract/records/content/game'
import { recordResource } from '../record-resource'

export const resource = recordResource(game, {
  slug: 'seo-games',
  route: '/seo/games',
  empty: { title: 'No games yet', text: 'Games of the platforms, with what search engines show of them, appear here.' },
  columns: ['thumbnail', 'name', 'slug', 'platform', 'game_type', 'tags', 'seo_score', 'state', 'is_deleted'],
  titles: { thumbnail: 'Image', game_type: 'Type', seo_score: 'SEO' },
  widths: {
    thumbnail: 64,
    name: 160,
    slug: 116,
    platform: 112,
    game_type: 88,
    tags: 90,
    seo_score: 64,
    state: 112,
    rtp: 90,
  },
  halves: ['name', 'slug', 'platform', 'game_type', 'rtp', 'volatility'],
  pills: {
    state: {
      DRAFT: ['neutral', 'circle-dashed'],
      SCHEDULED: ['info', 'clock'],
      PUBLISHED: ['success', 'circle-check'],
    },
  },
  sections: [
    { title: 'Game', fields: ['platform', 'game_type', 'tags', 'rtp', 'volatility'] },
    { title: 'Content', fields: ['screenshots', 'description', 'missing'] },
    {
      title: 'Search engines',
      fields: ['meta_title', 'meta_description', 'canonical_url', 'og_image', 'noindex', 'seo_score', 'seo_lacks'],
    },
  ],
  page: {
    picture: 'thumbnail',
    reference: ['slug'],
    figures: ['platform', 'game_type', 'rtp', 'seo_score', 'published_at'],
    states: ['state'],
  },
  disabling: 'It disappears from the public site. You can enable it again.',
  icons: { publish: 'globe', schedule: 'clock', unpublish: 'eye-off', tags: 'tag' },
})
