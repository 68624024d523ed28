/** Maps a snapshot of a claim to what its bar shows. */
import type { ActorRefFrom, SnapshotFrom } from 'xstate'
import { describeError } from '@contract/errors'
import type { claimMachine, ReadClaim } from './claim.machine'

export interface ClaimView {
  state: Exclude<SnapshotFrom<typeof claimMachine>['value'], 'opening'>
  /** Who has it and until when, according to the last read. */
  claim: ReadClaim | null
  /** Why the last call failed. */
  problem: string
}

/** @param snapshot of `claimMachine` */
export const selectClaimView = ({ value, context }: SnapshotFrom<typeof claimMachine>): ClaimView => ({
  // The machine leaves `opening` before it can be observed.
  state: value as ClaimView['state'],
  claim: context.claim,
  problem: context.error ? describeError(context.error) : '',
})

/** @param send of the claim's actor */
export const claimCommands = (send: ActorRefFrom<typeof claimMachine>['send']) => ({
  read: (claim: ReadClaim | null) => send({ type: 'claim.read', claim }),
  take: () => send({ type: 'claim.take' }),
  takeOver: () => send({ type: 'claim.takeOver' }),
  takeOverBecause: (note: string) => send({ type: 'claim.takeOverBecause', note }),
  cancel: () => send({ type: 'claim.cancel' }),
  release: () => send({ type: 'claim.release' }),
})
