import { integer, label32, reference, slug, text3000 } from '../field'
import { defineRecord } from '../record'
import { searchTexts } from '../search-texts'

/** Categories of game brands on the public site (catalogue, /seo/brand-categories). */
export const brandCategory = defineRecord({
  name: 'brandCategory',
  base: 'admin-brand-category',
  appBase: 'brand-category',
  subject: 'BrandCategories',
  noun: ['category', 'categories'],
  namedBy: ['name'],
  reads: 'whole',
  ordered: true,
  switch: true,
  fields: {
    name: label32('Name', { required: true, unique: true, search: true, public: true }),
    slug: slug('Slug', 'name', { required: true, unique: true, public: true }),
    platforms_count: integer('Platforms', {}, { derived: true, required: true }),
    description: text3000('Description', { public: true }),
    ...searchTexts,
  },
  actions: {
    moveTo: {
      label: 'Move platforms to…',
      needs: 'update',
      asks: { to: reference('Category', 'brandCategory', { required: true }) },
      tells: ['to'],
      question: 'Move the platforms of',
      effect: 'All of its platforms get the other category instead. It can be disabled afterwards.',
      gerund: 'Moving the platforms of',
      participle: 'moved to another category',
      past: 'moved the platforms to another category',
      success: 'Successfully Updated',
    },
  },
})
