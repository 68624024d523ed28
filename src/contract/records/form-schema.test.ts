import { describe, expect, it } from 'vitest'
import { ValidationError } from 'yup'
import { flag, integer, label32 } from './field'
import { defineRecord } from './record'
import { formSchema } from './schemas'

const thing = defineRecord({
  name: 'thing',
  base: 'thing',
  subject: 'Settings',
  noun: ['thing', 'things'],
  namedBy: ['name'],
  reads: 'whole',
  fields: {
    name: label32('Name', { required: true }),
    hidden: flag('Hidden'),
    agreed: flag('Agreed', { required: true }),
    count: integer('Count', { min: 1, max: 9 }),
  },
})
/** Checks as a form does, with conversions from text. */
function faults(typed: object): string[] {
  try {
    formSchema(thing as never, 'create').validateSync({ name: 'Alpha', ...typed }, { abortEarly: false })
    return []
  } catch (error) {
    if (error instanceof ValidationError) return error.errors
    throw error
  }
}

describe('the checks of a form', () => {
  it('treat an untouched checkbox as not ticked, whether or not the field is required', () =>
    expect(faults({ hidden: '', agreed: '' })).toEqual([]))
  it.each(['true', 'false'])('accept %s for a checkbox', (ticked) =>
    expect(faults({ hidden: ticked, agreed: ticked })).toEqual([]),
  )
  it('treat an empty number as missing, and check the range of any other', () => {
    expect(faults({ agreed: '', count: '' })).toEqual([])
    expect(faults({ agreed: '', count: '12' })).toEqual(['A number from 1 to 9'])
  })
})
