/** Slugs (catalogue, Content): lower-case letters and digits in groups, joined by single hyphens. */
import { LENGTH } from '../constants'
import { fold } from '../search'

/** @returns the suggested slug for a name: 'Fish & Games' → 'fish-games'; '' if it contains no suitable character */
export const slugOf = (name: string): string =>
  fold(name)
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-+|-+$/g, '')
    .slice(0, LENGTH.slug.max)
    .replace(/-+$/, '')
