/** Connects a rail of the settings over HTTP. */
import type { ObjectSchema } from 'yup'
import { short } from '@contract/records/money/coin-amount'
import type { ConnectedRail, RailKind, RailOf } from '@server/platform/ports/rails'
import type { RailAddress } from './address'
import { chainEventSchema, createHttpChainRail, namesTransaction, sendEventSchema } from './chain'
import { createHttpPayoutRail, payoutEventSchema } from './payout'
import { createHttpPlatformRail, jobEventSchema, saysEverything } from './platform'
import { requireSecret, signedIdOf } from './signature'

/** A rail, as the settings describe it. */
export interface RailSettings<K extends RailKind = RailKind> {
  kind: K
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

/** @returns what an event of this form says; null for another one */
function read<E extends object>(schema: ObjectSchema<E>, body: string): E | null {
  try {
    return schema.validateSync(JSON.parse(body), { strict: true }) as E
  } catch {
    return null
  }
}

/** @throws where a secret is none */
export function connectRail<K extends RailKind>(settings: RailSettings<K>): RailOf<K>
export function connectRail(settings: RailSettings): ConnectedRail {
  const { kind, address, secret, oldSecret, isAuthoritative = false, timeoutMs } = settings
  const secrets = [secret, ...(oldSecret === undefined ? [] : [oldSecret])].map(requireSecret)
  const connection = { address, secret, ...(timeoutMs === undefined ? {} : { timeoutMs }) }
  const connected: Pick<ConnectedRail, 'isAuthoritative' | 'signedIdOf'> = {
    isAuthoritative,
    signedIdOf: (body, headers) => signedIdOf(secrets, body, headers),
  }
  switch (kind) {
    case 'PAYOUT':
      return {
        ...connected,
        kind,
        payouts: createHttpPayoutRail(connection),
        payoutIn: (body) => read(payoutEventSchema, body)?.payout ?? null,
      }
    case 'PLATFORM':
      return {
        ...connected,
        kind,
        platform: createHttpPlatformRail(connection),
        jobIn(body) {
          const job = read(jobEventSchema, body)?.job
          return job && saysEverything(job) ? job : null
        },
      }
    case 'CHAIN':
      return {
        ...connected,
        kind,
        chain: createHttpChainRail(connection),
        paymentIn: (body) => read(chainEventSchema, body)?.payment ?? null,
        sendIn(body) {
          const send = read(sendEventSchema, body)?.send
          return send && namesTransaction(send) ? { ...send, amount: short(send.amount) } : null
        },
      }
  }
}
