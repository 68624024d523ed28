import { failed, ok } from '@contract/errors'
import { claimMachine, type ReadClaim } from '@machines/claim/claim.machine'
import { describePaths } from './kit/describe'
import { CONFLICT, UNREACHABLE } from './kit/samples'

const own: ReadClaim = { holder: 'ada', until: '2026-01-15T12:05:00.000Z', isOwn: true }
const another: ReadClaim = { ...own, holder: 'grace', isOwn: false }

export const paths = describePaths({
  machine: claimMachine,
  starts: {
    'nobody has claimed the record': { claim: null },
    'the person has claimed it': { claim: own },
    'somebody else has claimed it': { claim: another },
  },
  events: {
    'claim.read, nobody': { type: 'claim.read', claim: null },
    'claim.read, own': { type: 'claim.read', claim: own },
    'claim.read, of another': { type: 'claim.read', claim: another },
    'claim.take': { type: 'claim.take' },
    'claim.takeOver': { type: 'claim.takeOver' },
    'claim.takeOverBecause': { type: 'claim.takeOverBecause', note: 'Their shift has ended' },
    'claim.cancel': { type: 'claim.cancel' },
    'claim.release': { type: 'claim.release' },
    'claim.active': { type: 'claim.active' },
    'claim.passed': { type: 'claim.passed' },
    'line.back': { type: 'line.back' },
  },
  answers: {
    change: {
      'the claim is theirs': ok(own),
      'it is released': ok(null),
      'somebody else has it': failed(CONFLICT),
      'the server is not reached': failed(UNREACHABLE),
    },
  },
  situation: ({ claim, change }) => [claim?.holder ?? null, change.kind],
})
