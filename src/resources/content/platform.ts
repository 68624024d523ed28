import { platform } from '@contract/records/content/platform'
import { recordResource } from '../record-resource'

export const resource = recordResource(platform, {
  slug: 'seo-platform',
  route: '/seo/platform',
  empty: {
    title: 'No platforms yet',
    text: 'Game brands that users play on, with what search engines show of them, appear here.',
  },
  columns: ['logo', 'name', 'slug', 'categories', 'games_count', 'seo_score', 'state', 'is_deleted'],
  titles: { seo_score: 'SEO' },
  widths: { logo: 64, name: 180, slug: 160, games_count: 80, seo_score: 64, state: 112 },
  halves: ['name', 'slug'],
  pills: {
    state: {
      DRAFT: ['neutral', 'circle-dashed'],
      SCHEDULED: ['info', 'clock'],
      PUBLISHED: ['success', 'circle-check'],
    },
  },
  sections: [
    { title: 'Content', fields: ['categories', 'short_description', 'description', 'images', 'faq'] },
    {
      title: 'Search engines',
      fields: ['meta_title', 'meta_description', 'canonical_url', 'og_image', 'noindex', 'seo_score', 'seo_lacks'],
    },
  ],
  page: {
    picture: 'logo',
    reference: ['slug'],
    figures: ['games_count', 'seo_score', 'published_at'],
    states: ['state'],
  },
  disabling:
    'It disappears from the public site and can no longer be chosen for games and stores. You can enable it again.',
  icons: { publish: 'globe', schedule: 'clock', unpublish: 'eye-off' },
})
