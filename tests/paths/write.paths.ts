import { failed, ok, type Result } from '@contract/errors'
import { writeMachine } from '@machines/write/write.machine'
import { describePaths } from './kit/describe'
import { CONFLICT, UNAVAILABLE, UNREACHABLE } from './kit/samples'

const request = { key: 'key-1' }

export const paths = describePaths({
  machine: writeMachine,
  starts: {
    'a write is sent': { request },
    'a page after a reload takes it up': { request, begins: 'checking' },
    'a write that the person repeats is sent': { request, repeats: false },
    'a write that was stopped is taken up': { request, begins: 'unresolved', repeats: false },
  },
  events: { 'write.check': { type: 'write.check' }, 'line.back': { type: 'line.back' } },
  answers: {
    send: {
      'it is done': ok({ version: 8 }),
      'somebody else was first': failed(CONFLICT),
      'there is no answer': failed(UNREACHABLE),
      'the database is not available': failed(UNAVAILABLE),
    } satisfies Record<string, Result<unknown>>,
  },
  delays: { checkPause: 1_000 },
  situation: ({ repeats, answer }) => [repeats, answer !== null && (answer.ok ? 'ok' : answer.error.kind)],
})
