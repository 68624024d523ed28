import { sitePage } from '@contract/records/content/site-page'
import { recordResource } from '../record-resource'

export const resource = recordResource(sitePage, {
  slug: 'seo-pages',
  route: '/seo/pages',
  empty: {
    title: 'No pages yet',
    text: 'Pages of the public site, with what search engines show of them, appear here.',
  },
  columns: ['path', 'title', 'state', 'version_no', 'seo_score', 'updatedAt', 'Creator'],
  titles: { seo_score: 'SEO' },
  widths: { path: 200, title: 220, state: 112, version_no: 80, seo_score: 64 },
  halves: ['path', 'title'],
  pills: {
    state: {
      DRAFT: ['neutral', 'circle-dashed'],
      SCHEDULED: ['info', 'clock'],
      PUBLISHED: ['success', 'circle-check'],
    },
  },
  sections: [
    { title: 'Content', fields: ['body', 'redirects_from'] },
    {
      title: 'Search engines',
      fields: ['meta_title', 'meta_description', 'canonical_url', 'og_image', 'noindex', 'seo_score', 'seo_lacks'],
    },
  ],
  page: { reference: ['title'], figures: ['seo_score', 'published_at'], states: ['state'], tabs: [] },
  icons: { publish: 'globe', schedule: 'clock', unpublish: 'eye-off', rollBack: 'undo' },
})
