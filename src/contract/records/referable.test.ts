import { describe, expect, it } from 'vitest'
import type { Fields } from './record'
import { ALL_RECORDS } from './records'
import { REFERABLE } from './referable'

/** Names of the records that fields refer to, in lists too. */
const namedIn = (fields: Fields): string[] =>
  Object.values(fields).flatMap(({ type }) => [
    ...('to' in type ? [type.to] : []),
    ...('fields' in type ? namedIn(type.fields) : []),
  ])

describe('the records that others refer to', () => {
  const named = new Set(
    ALL_RECORDS.flatMap(({ fields, actions }) => [
      ...namedIn(fields),
      ...Object.values(actions).flatMap(({ asks = {} }) => namedIn(asks)),
    ]),
  )
  it('are those that a field names, with the path, the right and the store of their definitions', () => {
    expect(REFERABLE).toEqual(
      Object.fromEntries(
        ALL_RECORDS.filter(({ name }) => named.has(name)).map(({ name, base, subject, decidesStore }) => [
          name,
          { base, subject, ...(decidesStore && { decidesStore }) },
        ]),
      ),
    )
  })
})
