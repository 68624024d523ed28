import { expect, it } from 'vitest'
import { sumAccessChanges } from './access-change-sum'

it('counts the people of each right and store; rights on one page that equally many gain are one line', () => {
  const sum = sumAccessChanges([
    ['+read:Users', '+update:Users', '+create:Users', '+store:ALPHA', '-delete:Admins'],
    ['+read:Users', '+update:Users', '+store:ALPHA', '-store:BETA', '-delete:Admins'],
    ['+update:Users', '+read:Users', '+fields:UserLevels', '-store'],
    ['+*'],
    [],
  ])
  expect(sum).toEqual({
    gains: [
      { text: 'Every right on every page.', people: 1 },
      { text: 'Users: read and change.', people: 3 },
      { text: 'Users: add.', people: 1 },
      { text: 'User levels: read more fields.', people: 1 },
    ],
    loses: [{ text: 'Admins: disable.', people: 2 }],
    storesGained: [{ text: 'ALPHA', people: 2 }],
    storesLost: [
      { text: 'BETA', people: 1 },
      { text: 'All other stores', people: 1 },
    ],
  })
})

it('leaves out what a later version of the platform says, and is empty where nothing changes', () => {
  const empty = { gains: [], loses: [], storesGained: [], storesLost: [] }
  expect(sumAccessChanges([['+approve:Users', '+read:Rockets', '']])).toEqual(empty)
  expect(sumAccessChanges([])).toEqual(empty)
})
