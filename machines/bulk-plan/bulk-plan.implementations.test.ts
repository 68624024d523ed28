import { expect, test } from 'vitest'
import { createActor } from 'xstate'
import { failed, ok, type ApiError, type Result } from '@contract/errors'
import type { BulkBody, BulkResult } from '@contract/records/calls'
import type { ApiPort, Reply } from '@ports/api'
import { Calls, flush } from '@tests/paths/kit/fake-ports'
import { UNREACHABLE } from '@tests/paths/kit/samples'
import { createBulkPlanImplementations } from './bulk-plan.implementations'
import type { BulkPlanInput } from './bulk-plan.machine'
import { bulkPlanCommands, itemsToChange, selectBulkPlanView } from './bulk-plan.view'

const result = (id: string, outcome: BulkResult['outcome'] = 'changed', version: number | null = 4): BulkResult => ({
  id,
  outcome,
  version,
  message: outcome === 'refused' ? 'Not this one' : null,
})

function open(input: BulkPlanInput) {
  const calls = new Calls<{ body: BulkBody; key: string | undefined }, Result<Reply<BulkResult[]>>>()
  let keys = 0
  const machine = createBulkPlanImplementations({
    api: {
      call: (
        _operation: unknown,
        { body }: { body: BulkBody },
        options: { idempotencyKey?: string; signal: AbortSignal },
      ) => calls.call({ body, key: options.idempotencyKey }, options.signal),
    } as unknown as ApiPort,
    callOf: (values) => ({ operation: {} as never, values }),
    newKey: () => `key-${(keys += 1)}`,
  })
  const actor = createActor(machine, { input }).start()
  const answer = async (how: BulkResult['outcome'] | ApiError = 'changed') => {
    calls.answerNext(({ body }) =>
      typeof how === 'string' ? ok({ data: (body.ids ?? ['row-1']).map((id) => result(id, how)) }) : failed(how),
    )
    await flush()
  }
  return {
    actor,
    calls,
    answer,
    view: () => selectBulkPlanView(actor.getSnapshot()),
    commands: bulkPlanCommands((event) => actor.send(event)),
  }
}
const disable = (rows: number): BulkPlanInput => ({
  target: { ids: Array.from({ length: rows }, (_, index) => `row-${index + 1}`) },
  payload: { is_deleted: true },
})

test('an action without input is checked at once: a dry run with its own key', async () => {
  const { calls, answer, view } = open(disable(2))
  expect(view().state).toBe('checking')
  expect(calls.inFlight[0]!.input).toEqual({
    body: { ids: ['row-1', 'row-2'], values: { is_deleted: true }, dry_run: true },
    key: 'key-1',
  })
  await answer()
  expect(view()).toMatchObject({ state: 'shown', results: [result('row-1'), result('row-2')], problem: null })
})

test('more records than one call accepts are checked in several calls, one after the other', async () => {
  const { calls, answer, view } = open(disable(1100))
  expect(calls.inFlight.map(({ input }) => input.body.ids!.length)).toEqual([500])
  await answer()
  expect(view()).toMatchObject({ state: 'checking', results: { length: 500 } })
  await answer()
  expect(calls.inFlight.map(({ input }) => [input.body.ids!.length, input.key])).toEqual([[100, 'key-3']])
  await answer()
  expect(view()).toMatchObject({ state: 'shown', results: { length: 1100 } })
})

test('all records of a filter are one call', async () => {
  const { calls, answer, view } = open({ target: { filter: { status: 'SUBSCRIBED' } }, payload: {} })
  expect(calls.inFlight[0]!.input.body).toEqual({ filter: { status: 'SUBSCRIBED' }, values: {}, dry_run: true })
  await answer()
  expect(view().state).toBe('shown')
})

test('the input is asked for first, and can be changed after the check', async () => {
  const { calls, answer, view, commands } = open({ ...disable(1), payload: null })
  expect([view().state, calls.made]).toEqual(['asking', 0])
  commands.asked({ add: ['HOT'] })
  expect(calls.inFlight[0]!.input.body.values).toEqual({ add: ['HOT'] })
  await answer('same')
  expect(view().state).toBe('withoutEffect')
  commands.confirm()
  expect(view().state).toBe('withoutEffect')
  commands.change()
  commands.asked({ add: ['NEW'] })
  await answer()
  // The results of the first check are discarded.
  expect(view()).toMatchObject({ state: 'shown', results: { length: 1 } })
  commands.confirm()
  expect(view().state).toBe('confirmed')
})

test('without a result the plan shows the reason, and tries again from the start', async () => {
  const { calls, answer, view, commands } = open(disable(600))
  await answer()
  await answer(UNREACHABLE)
  expect(view().state).toBe('failed')
  expect(view().problem).toMatch(/\S/)
  commands.retry()
  expect(view()).toMatchObject({ state: 'checking', results: [], problem: null })
  expect(calls.inFlight.map(({ input }) => input.body.ids!.length)).toEqual([500])
})

test('messages about fields are shown instead of the general message of the refusal', async () => {
  const { answer, view } = open(disable(1))
  await answer({
    kind: 'rejected',
    message: 'Rejected',
    fields: { filter: ['It finds 712 games; one call takes 500'] },
  })
  expect(view().problem).toBe('It finds 712 games; one call takes 500')
})

test('closing the dialog aborts the check', () => {
  const { calls, actor } = open(disable(1))
  actor.stop()
  expect(calls.inFlight).toEqual([])
})

test('only records that change are passed on, each with the version that the dry run saw', () => {
  expect(
    itemsToChange([
      result('a', 'changed', 8),
      result('b', 'same'),
      result('c', 'refused'),
      result('d', 'refused', null),
    ]),
  ).toEqual([{ rowId: 'a', version: 7 }])
  expect(itemsToChange([result('a', 'changed', 8)], true)).toEqual([{ rowId: 'a', version: 8 }])
})
