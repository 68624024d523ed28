import type { RowsOf } from '../rows'

/** The first one is the platform's own store. */
export const stores = [
  { code: 'NORTHGATE', name: 'Northgate Play', kind: 'OWN' },
  { code: 'LUMEN', name: 'Lumen Arcade', kind: 'THIRD_PARTY' },
  { code: 'HARBOR', name: 'Harbor Lane Games', kind: 'THIRD_PARTY', by: 'colleague' },
  { code: 'ORCHID', name: 'Orchid Lounge', kind: 'THIRD_PARTY' },
  { code: 'MRDN', name: 'Merrowdene Play', kind: 'THIRD_PARTY', by: 'nobody' },
] as const satisfies RowsOf<'store'>
