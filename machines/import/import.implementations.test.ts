import { expect, test } from 'vitest'
import { createActor } from 'xstate'
import { failed, ok, type Result } from '@contract/errors'
import type { ImportEnd, ImportLine } from '@contract/records/calls'
import { Calls, FakeLine, flush } from '@tests/paths/kit/fake-ports'
import { UNAVAILABLE, UNREACHABLE } from '@tests/paths/kit/samples'
import { createImportImplementations, type ImportRow } from './import.implementations'
import { importCommands, selectImportView } from './import.view'

const FILE = new File(['slug\na'], 'games.csv')
const line = (number: number, outcome: ImportLine['outcome'] = 'new'): ImportLine => ({
  line: number,
  outcome,
  key: `game-${number}`,
  changes: [],
  message: null,
})
const end = (how: ImportEnd['end'], counts: Partial<ImportEnd> = {}): ImportEnd => ({
  end: how,
  new: 2,
  changed: 0,
  same: 0,
  refused: 0,
  message: null,
  ...counts,
})

interface Sent {
  key: string
  store: string
  isDry: boolean
  rows: (...rows: ImportRow[]) => void
}
function run() {
  const line = new FakeLine()
  const calls = new Calls<Sent, Result<{ cutShort: boolean }>>()
  let guards = 0
  const machine = createImportImplementations({
    send: ({ key, store, isDry }, signal, onRows) =>
      calls.call({ key, store, isDry, rows: (...rows) => onRows(rows) }, signal),
    guardUnload: () => {
      guards += 1
      return () => void (guards -= 1)
    },
    onLineBack: line.listen,
  })
  const actor = createActor(machine, { input: { key: 'key' } }).start()
  const answer = async (how: Result<{ cutShort: boolean }> = ok({ cutShort: false })) => {
    calls.answerNext(() => how)
    await flush()
  }
  return {
    line,
    calls,
    actor,
    answer,
    commands: importCommands((event) => actor.send(event)),
    view: () => selectImportView(actor.getSnapshot()),
    sent: () => calls.inFlight.map(({ input: { key, isDry } }) => [key, isDry]),
    rows: (...rows: ImportRow[]) => calls.inFlight.at(-1)!.input.rows(...rows),
    guards: () => guards,
  }
}
async function previewed() {
  const started = run()
  started.commands.choose(FILE)
  started.rows(line(2), line(3), end('checked'))
  await started.answer()
  return started
}

test('a file is checked first and applied with its own key; only while it is applied does leaving the page ask', async () => {
  const { commands, sent, rows, view, answer, guards } = run()
  expect(view().state).toBe('choosing')
  commands.choose(FILE)
  expect([sent(), guards()]).toEqual([[['key.1.check', true]], 0])
  rows(line(2))
  expect(view()).toMatchObject({ state: 'checking', progress: 1, file: FILE })
  rows(line(3), end('checked'))
  await answer()
  expect(view()).toMatchObject({ state: 'preview', lines: [line(2), line(3)], counts: { new: 2 } })
  commands.apply()
  expect([sent(), guards()]).toEqual([[['key.1', false]], 1])
  rows(line(2))
  expect(view()).toMatchObject({ state: 'applying', progress: 1 })
  rows(line(3), end('applied'))
  await answer()
  expect([view().state, guards()]).toEqual(['done', 0])
})

test('a file that changes nothing is not applied', async () => {
  const { commands, rows, view, answer, sent } = run()
  commands.choose(FILE)
  rows(line(2, 'same'), end('checked', { new: 0, same: 1 }))
  await answer()
  commands.apply()
  expect([view().state, sent()]).toEqual(['preview', []])
})

test('a refused file and a check without a response change nothing; another file has another key', async () => {
  const { commands, view, answer, sent } = run()
  commands.choose(FILE)
  await answer(failed({ kind: 'rejected', message: 'The file is not UTF-8.', fields: {} }))
  expect(view()).toMatchObject({ state: 'refused', problem: 'The file is not UTF-8.' })
  commands.choose(FILE)
  expect(sent()).toEqual([['key.2.check', true]])
  await answer(failed(UNREACHABLE))
  expect(view().state).toBe('unchecked')
  commands.retry()
  await answer(failed(UNAVAILABLE))
  expect(view().state).toBe('unchecked')
})

test('another store for the same file is checked again with another key, and the import is for the store of the check', async () => {
  const { commands, calls, rows, answer, view } = run()
  const stores = () => calls.inFlight.map(({ input: { key, store } }) => [key, store])
  commands.choose(FILE)
  expect(stores()).toEqual([['key.1.check', '']])
  commands.choose(FILE, 'NORTH001')
  expect(stores()).toEqual([['key.1.check', '']])
  rows(line(2), end('checked'))
  await answer()
  commands.choose(FILE, 'NORTH001')
  expect(stores()).toEqual([['key.2.check', 'NORTH001']])
  await answer(failed({ kind: 'rejected', message: 'Check the fields.', fields: { store_code: ['Choose another'] } }))
  expect(view()).toMatchObject({ state: 'refused', problem: 'Choose another' })
  commands.choose(FILE, 'SOUTH001')
  rows(line(2), end('checked'))
  await answer()
  commands.apply()
  expect(stores()).toEqual([['key.3', 'SOUTH001']])
})

test('a response that breaks off is uncertain: the same key is sent again when the connection is back', async () => {
  const { commands, view, answer, sent, line: connection, rows } = await previewed()
  commands.apply()
  await answer(ok({ cutShort: true }))
  expect(view().state).toBe('uncertain')
  connection.back()
  expect([view().state, sent()]).toEqual(['repeating', [['key.1', false]]])
  // A response that does not determine the outcome of the first call leaves it open.
  await answer(failed(UNAVAILABLE))
  expect(view().state).toBe('uncertain')
  commands.retry()
  rows(end('applied'))
  await answer()
  expect(view().state).toBe('done')
})

test('an import that the server rolled back is reported, and can be tried again with the same key', async () => {
  const { commands, view, answer, sent, rows } = await previewed()
  commands.apply()
  rows(line(2), end('failed', { new: 0 }))
  await answer()
  expect(view().state).toBe('failed')
  commands.retry()
  expect([sent(), view().progress]).toEqual([[['key.1', false]], 0])
  await answer(failed(UNAVAILABLE))
  expect(view()).toMatchObject({ state: 'failed', problem: UNAVAILABLE.message })
})

test.each([
  ['stopped', end('checked')],
  ['tooLate', end('checked', { new: 0, same: 2 })],
] as const)('Stop aborts the call, and another check finds that it is %s', async (state, found) => {
  const { commands, view, answer, sent, rows, guards } = await previewed()
  commands.apply()
  commands.stop()
  expect([view().state, guards(), sent()]).toEqual(['stopping', 0, [['key.1.check', true]]])
  rows(found)
  await answer()
  expect(view().state).toBe(state)
})
