import { expect, it } from 'vitest'
import { actionFiles, fileRulesOf, uploadRulesOf } from './record'
import { ALL_RECORDS } from './records'
import { manualWithdrawal } from './money/manual-withdrawal'

it('the files that an action asks for are kept at once, in a field of the same name and kind', () => {
  for (const record of ALL_RECORDS)
    for (const [name, { asks = {}, keeps = [], approval }] of Object.entries(record.actions))
      for (const field of Object.keys(fileRulesOf({ fields: asks }))) {
        const action = `${record.name}.${name}: ${field}`
        // An upload that nobody attaches is deleted after a day: an approval may take longer.
        expect([keeps.includes(field), approval === undefined], action).toEqual([true, true])
        expect(record.fields[field]?.type, action).toEqual(asks[field]!.type)
      }
})

it('a field that only an action fills accepts uploads, too', () => {
  expect(actionFiles(manualWithdrawal)).toEqual(['proof'])
  expect(Object.keys(uploadRulesOf(manualWithdrawal))).toEqual(['proof'])
  expect(Object.keys(uploadRulesOf({ ...manualWithdrawal, actions: {} }))).toEqual([])
})
