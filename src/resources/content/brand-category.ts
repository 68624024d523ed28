import { brandCategory } from '@contract/records/content/brand-category'
import { recordResource } from '../record-resource'

export const resource = recordResource(brandCategory, {
  slug: 'seo-brand-categories',
  route: '/seo/brand-categories',
  empty: { title: 'No categories yet', text: 'Categories group the game brands on the public site.' },
  columns: ['name', 'slug', 'platforms_count', 'seo_score', 'is_deleted'],
  widths: { name: 200, slug: 180 },
  halves: ['name', 'slug'],
  disabling: 'It disappears from the public site and can no longer be chosen for a platform. You can enable it again.',
  remedy: 'moveTo',
  icons: { moveTo: 'move' },
  sections: [
    { title: 'Content', fields: ['description'] },
    {
      title: 'Search engines',
      fields: ['meta_title', 'meta_description', 'canonical_url', 'og_image', 'noindex', 'seo_score', 'seo_lacks'],
    },
  ],
  page: { reference: ['slug'], figures: ['platforms_count', 'seo_score'] },
})
