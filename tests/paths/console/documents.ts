/** The documents of the reviewer's desk: shared by the paths of decisions, of claims and of the queue. */
import { expect } from '@playwright/test'
import { sql } from './signed-in'
import { PEOPLE, type Tab } from './stage'
import { CLAIM_MINUTES } from '@contract/records/claims'

const DOCUMENTS = '/api/v1/admin-docs-verification'
/** The calls about documents, by the names under which they are held. */
export const DOCUMENT_CALLS = {
  claim: { url: /\/admin-docs-verification\/[^/]+\/claim$/, method: 'PATCH' },
  release: { url: /\/admin-docs-verification\/[^/]+\/release$/, method: 'PATCH' },
  decide: { url: /\/admin-docs-verification\/[^/]+\/(?:ask-again|verify|reject)$/, method: 'PATCH' },
  record: { url: /\/admin-docs-verification\/[\da-f-]{36}(?:\?|$)/, method: 'GET' },
  next: { url: /\/admin-docs-verification\?(?:.*&)?sort_order=asc/, method: 'GET' },
} as const
export type DocumentCall = keyof typeof DOCUMENT_CALLS

/** Holds calls about documents; only those in `held` wait for the path, the others are let through for now. */
export async function holdDocumentCalls(tab: Tab, held: readonly DocumentCall[]): Promise<void> {
  for (const [name, call] of Object.entries(DOCUMENT_CALLS)) {
    await tab.holdCalls(name, call)
    if (!held.includes(name as DocumentCall)) await tab.letThrough(name)
  }
}

/** The people who work on documents besides Ada, through the API. */
export const COLLEAGUE = 'admin@pitboss.test'
export const THIRD = 'risk@pitboss.test'
export const SELF = PEOPLE.ada

const NOBODY_HAS_IT = 'claimed_by = null, claim_until = null'
const UNDECIDED = `outcome = 'PENDING', decided_by_id = null, decided_at = null, reason_codes = '{}', user_text = null,
  number = null, issued_at = null, expires_at = null, ${NOBODY_HAS_IT}`

/** Nobody has to decide any document, as of the next read. */
export const decideAll = (tab: Tab): Promise<unknown> =>
  sql(
    tab,
    `update user_documents set outcome = 'REJECTED', decided_at = now(), ${NOBODY_HAS_IT} where outcome = 'PENDING'`,
  )
/**
 * Exactly these documents wait for a decision, as of the next read. Each can be decided as soon as its reasons are
 * chosen: it has no number and no day of expiry.
 */
export async function makeWait(tab: Tab, ...ids: string[]): Promise<void> {
  await decideAll(tab)
  await sql(tab, `update user_documents set doc_type = 'SELFIE', ${UNDECIDED} where id = any('{${ids.join()}}')`)
}
/** @returns the ids of documents, all of which wait for a decision, the one that has waited longest first */
export async function waitingDocuments(tab: Tab, count: number): Promise<string[]> {
  const rows = (await sql(
    tab,
    `select id::text as id from user_documents where store_code is not null order by submitted_at, id limit ${count}`,
  )) as { id: string }[]
  const ids = rows.map(({ id }) => id)
  await makeWait(tab, ...ids)
  return ids
}
/** The document is decided, as of the next read. */
export const decideInDatabase = (tab: Tab, id: string): Promise<unknown> =>
  sql(
    tab,
    `update user_documents set outcome = 'RESUBMIT_REQUIRED', decided_at = now(), reason_codes = '{BLURRED}',
       decided_by_id = (select id from staff where email = '${COLLEAGUE}') where id = '${id}'`,
  )
/** The document gets a new version, as of the next read. */
export const changeInDatabase = (tab: Tab, id: string): Promise<unknown> =>
  sql(tab, `update user_documents set version = version + 1 where id = '${id}'`)

const call = async <B>(tab: Tab, email: string, path: string, sending: object): Promise<B> =>
  (await tab.stage.elsewhere(email)).expect<B>('PATCH', `${DOCUMENTS}/${path}`, sending)

/** Somebody claims the document at another device, with a note: a claim of another person is taken over. */
export const claimElsewhere = (tab: Tab, email: string, id: string) =>
  call<{ data: { version: number } }>(tab, email, `${id}/claim`, { body: { note: 'I know this user' } })
/** Somebody releases their claim at another device. */
export const releaseElsewhere = (tab: Tab, email: string, id: string) => call(tab, email, `${id}/release`, { body: {} })
/** Whoever has claimed the document releases it, at another device. */
export async function releaseByClaimant(tab: Tab, id: string): Promise<unknown> {
  const [claimant] = (await sql(
    tab,
    `select s.email from user_documents d join staff s on s.id = d.claimed_by where d.id = '${id}'`,
  )) as { email: string }[]
  return releaseElsewhere(tab, claimant!.email, id)
}
let decisions = 0
/** Somebody claims the document at another device and asks the user again. */
export async function decideElsewhere(tab: Tab, email: string, id: string): Promise<void> {
  const { data } = await claimElsewhere(tab, email, id)
  await call(tab, email, `${id}/ask-again`, {
    body: { reason_codes: ['CROPPED'] },
    ifMatch: data.version,
    idempotencyKey: `path-${(decisions += 1)}`,
  })
}
/** Runs `work`, whose changes the console reads together once all are made. @returns after that read was answered */
export async function readTogether(tab: Tab, work: () => Promise<unknown>): Promise<void> {
  await tab.holdCalls('record')
  await work()
  expect(await tab.isHeld('record')).toBe(true)
  const answered = tab.page.waitForResponse((answer) => DOCUMENT_CALLS.record.url.test(answer.url()))
  await tab.letThrough('record')
  await answered
}

/** The clock of the device is set by this much, in milliseconds; no timer ends because of that. */
export const setClockBy = async ({ page }: Tab, ms: number): Promise<void> =>
  page.clock.setSystemTime((await page.evaluate(() => Date.now())) + ms)
/** The console reads the clock at this interval, in milliseconds. */
const CLOCK_IS_READ_EVERY_MS = 5_000
/** The claim expires by the device's clock, as after a sleep. The clock then has the time of the server again. */
export async function claimExpires(tab: Tab): Promise<void> {
  await setClockBy(tab, CLAIM_MINUTES * 60_000)
  await tab.page.clock.runFor(CLOCK_IS_READ_EVERY_MS)
  await setClockBy(tab, -CLAIM_MINUTES * 60_000)
}
