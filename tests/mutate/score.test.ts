import { describe, expect, test } from 'vitest'
import { isMet, outdated, percentOf, scoreOf, toBlock, type Change } from './score'

const change = (status: string, replacement = 'false', line = 'return isOpen'): Change => ({
  file: 'machines/door/door.machine.ts',
  lineNumber: 7,
  line,
  replacement,
  status,
})
const known = {
  file: 'machines/door/door.machine.ts',
  line: 'return isOpen',
  replacement: 'true',
  reason: 'It is open whenever this runs.',
}

describe('a score', () => {
  test('counts failures and time-outs as detected, and excludes mutations that were ignored or did not compile', () => {
    const score = scoreOf(
      'door',
      ['Killed', 'Timeout', 'Survived', 'NoCoverage', 'Ignored', 'CompileError'].map((each) => change(each)),
      [],
    )
    expect(score).toMatchObject({ target: 'door', killed: 2, equivalent: 0 })
    expect(score.survivors.map(({ status }) => status)).toEqual(['Survived', 'NoCoverage'])
    expect(percentOf(score)).toBe(50)
    expect(isMet(score)).toBe(false)
  })

  test('excludes equivalent mutations, by file, line and replacement', () => {
    const changes = [change('Killed'), change('Survived', 'true'), change('Survived', 'true', 'return isShut')]
    const score = scoreOf('door', changes, [known])
    expect([score.killed, score.equivalent, score.survivors.length]).toEqual([1, 1, 1])
  })

  test('without mutations meets the goal', () => expect(isMet(scoreOf('door', [], []))).toBe(true))
})

test('reports an equivalent mutation that a test detects, or that no longer exists', () => {
  const files = ['machines/door/door.machine.ts']
  expect(outdated(files, [change('Survived', 'true')], [known])).toEqual([])
  expect(outdated(files, [change('Killed', 'true')], [known])).toEqual([known])
  expect(outdated(files, [], [known])).toEqual([known])
  expect(outdated(['machines/other/other.machine.ts'], [], [known])).toEqual([])
})

test('the block has a row for each target in order, keeps rows of targets that were not run, and drops those of removed targets', () => {
  const before = toBlock(
    '',
    [scoreOf('door', [change('Killed')], []), scoreOf('gone', [], [])],
    ['door', 'gone'],
    'Before.',
  )
  const after = toBlock(before, [scoreOf('bell', [change('Survived')], [])], ['bell', 'door'], 'After.')
  expect(after).toBe(
    [
      '| target | changes | noticed | equivalent | score | goal met |',
      '| --- | --: | --: | --: | --: | --- |',
      '| bell | 1 | 0 | 0 | 0.0 % | **no** |',
      '| door | 1 | 1 | 0 | 100.0 % | yes |',
      '',
      'After.',
    ].join('\n'),
  )
})
