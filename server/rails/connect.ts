/** Connects a rail of the settings over HTTP. */
import type { ConnectedRail } from '@server/platform/ports/rails'
import type { RailAddress } from './address'
import { createHttpPayoutRail, payoutEventSchema } from './payout'
import { requireSecret, signedIdOf } from './signature'

/** A rail, as the settings describe it. */
export interface RailSettings {
  address: RailAddress
  /** Signs the calls; events are signed with it too. */
  secret: string
  /** Is still valid for events, while the secret is changed. */
  oldSecret?: string
  /** 'No such reference' means that it was not done, and will not be. */
  isAuthoritative?: boolean
  /** Limit of a call, milliseconds; by default ten seconds. */
  timeoutMs?: number
}

/** @throws where a secret is none */
export function connectRail({
  address,
  secret,
  oldSecret,
  isAuthoritative = false,
  timeoutMs,
}: RailSettings): ConnectedRail {
  const secrets = [secret, ...(oldSecret === undefined ? [] : [oldSecret])].map(requireSecret)
  return {
    payouts: createHttpPayoutRail({ address, secret, ...(timeoutMs === undefined ? {} : { timeoutMs }) }),
    isAuthoritative,
    signedIdOf: (body, headers) => signedIdOf(secrets, body, headers),
    payoutIn(body) {
      try {
        return payoutEventSchema.validateSync(JSON.parse(body), { strict: true }).payout
      } catch {
        return null
      }
    },
  }
}
