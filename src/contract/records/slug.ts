/** Slugs (catalogue, Content): small letters and digits in groups, joined by single hyphens. */
import { LENGTH } from '../constants'
import { fold } from '../search'

/** @returns the slug that a name suggests: 'Fish & Games' → 'fish-games'; '' where nothing in it can be one */
export const slugOf = (name: string): string =>
  fold(name)
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-+|-+$/g, '')
    .slice(0, LENGTH.slug.max)
    .replace(/-+$/, '')
