import { newsletterSubscriber, SUBSCRIBE_REFUSAL } from '@contract/records/content/newsletter-subscriber'
import { lowered } from '@server/platform/db/letter-case'
import { notFound, rejected } from '@server/platform/operations/failure'
import { eraseAction, erasedValue } from '@server/platform/records/erase'
import { recordTable } from '@server/platform/records/record-table'
import { defineSource, type AppRuleCall } from '@server/platform/records/source'
import type { Columns } from '@server/platform/records/writes'

export const newsletterSubscribers = recordTable(newsletterSubscriber, 'newsletter_subscribers')

interface Found {
  id: string
  version: number
  status: string
}

/** The subscription of an address in the app's store; calls about one address wait for each other. */
async function subscriptionOf({ tx, app, inTurn }: AppRuleCall, address: string): Promise<Found | undefined> {
  await inTurn(`${app.store} ${address.toLowerCase()}`)
  const [found] = await tx.query<Found>(
    `select id::text as id, version, status from newsletter_subscribers
     where store_code = $1::text and ${lowered('email')} = ${lowered('$2::text')} and erased_at is null`,
    [app.store, address],
  )
  return found
}

/** Whether the person with an address asked for erasure: the address is known by its hash only. */
async function wasErased({ tx, app, hash }: AppRuleCall, address: string): Promise<boolean> {
  const [row] = await tx.query<{ was_erased: boolean }>(
    `select exists (select from newsletter_subscribers
       where store_code = $1::text and ${lowered('email')} = ${lowered('$2::text')} and erased_at is not null) as was_erased`,
    [app.store, erasedValue(hash, address)],
  )
  return row!.was_erased
}

/** The consent of a sign-up, from now on. */
const consentOf = ({ sent, at }: AppRuleCall): Columns => ({
  ...sent,
  consent_at: { value: at, type: 'timestamptz' },
  status: { value: 'SUBSCRIBED', type: 'text' },
  unsubscribed_at: { value: null, type: 'timestamptz' },
})

/** @throws 422 where the person has left, and the call does not say that they ask for it again */
async function subscribe(call: AppRuleCall): Promise<string> {
  const { email, again } = call.body as { email: string; again?: boolean | null }
  const found = await subscriptionOf(call, email)
  if (found?.status === 'SUBSCRIBED') return found.id
  if (found?.status === 'COMPLAINED') throw rejected({ email: [SUBSCRIBE_REFUSAL.complained] })
  if (again !== true && (found ?? (await wasErased(call, email)))) throw rejected({ again: [SUBSCRIBE_REFUSAL.left] })
  if (!found) return call.add(consentOf(call))
  await call.change(found, 'subscribeAgain', consentOf(call))
  return found.id
}

/** Unsubscribing a person who has left already changes nothing. @throws 404 for an unknown address */
async function unsubscribe(call: AppRuleCall): Promise<string> {
  const { email, reason } = call.body as { email: string; reason?: string | null }
  const found = await subscriptionOf(call, email)
  if (!found) throw notFound()
  if (found.status === 'SUBSCRIBED')
    await call.change(
      found,
      'unsubscribe',
      {
        status: { value: 'UNSUBSCRIBED', type: 'text' },
        unsubscribed_at: { value: call.at, type: 'timestamptz' },
      },
      reason || undefined,
    )
  return found.id
}

export default defineSource(newsletterSubscriber, {
  table: newsletterSubscribers,
  scope: { store: 'row' },
  derived: {
    user: {
      value: `case when subscribed.id is not null then json_build_object('id', subscribed.id, 'name', subscribed.username) end`,
      key: 'subscribed.username',
      joins: ['subscribed'],
    },
  },
  // The user of the same store with this address, if any.
  joins: {
    subscribed: `left join users subscribed on ${lowered('subscribed.email')} = ${lowered('u.email')} and subscribed.store = u.store_code`,
  },
  appCalls: { subscribe, unsubscribe },
  actions: {
    unsubscribe: ({ at }) => Promise.resolve({ unsubscribed_at: { value: at, type: 'timestamptz' } }),
    erase: eraseAction(newsletterSubscriber, newsletterSubscribers),
  },
})
