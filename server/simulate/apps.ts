/** What the users' apps send in a simulation, with an app key: sign-ups for the newsletter, and documents of users. */
import { randomUUID } from 'node:crypto'
import { APP_KEY_HEADER } from '@contract/http/operation'
import { LOCALES } from '@contract/locales'
import { newsletterSubscriber } from '@contract/records/content/newsletter-subscriber'
import { DOC_TYPES, userDocVerification } from '@contract/records/people/user-doc-verification'
import { documentOf, drawnDocument } from '@demo/documents'
import type { Random } from '../db/random'
import { NothingLeft, request, type Play } from './play'

export const APP_KINDS = ['sign-up', 'unsubscribe', 'document'] as const
export type AppKind = (typeof APP_KINDS)[number]

/** A user who sends documents. */
export interface Sender {
  id: string
  name: string
  country: string | null
}

const { subscribe, unsubscribe } = newsletterSubscriber.appCalls!
const { send } = userDocVerification.appCalls!
const pathOf = ({ path }: { path: string }) => `/api/v1/${path}`
/** On average, one call in this many repeats an earlier call, as an app does that got no response. */
const REPEATED = 10
const REJECTED = 422

/**
 * @param host of the server @param key of the app
 * @param users of the key's store
 * @returns a play for each kind
 */
export function createApps(
  { host, key, random }: { host: string; key: string; random: Random },
  users: readonly Sender[],
): Record<AppKind, Play> {
  const senders = [...users]
  const subscribed: string[] = []
  const left = new Set<string>()
  const documents: { text: string; body: object }[] = []

  async function post(path: string, body: object | Uint8Array<ArrayBuffer>, type = 'application/json') {
    const response = await request(host + path, {
      method: 'POST',
      headers: { [APP_KEY_HEADER]: key, 'content-type': type },
      body: body instanceof Uint8Array ? body : JSON.stringify(body),
    })
    const { data, message, errors } = (await response.json()) as {
      data?: Record<string, string>
      message?: string
      errors?: Record<string, string[]>
    }
    const reasons = Object.values(errors ?? {}).flat()
    return { status: response.status, data: data ?? {}, why: reasons[0] ?? message ?? `status ${response.status}` }
  }
  async function posted(...call: Parameters<typeof post>): Promise<Record<string, string>> {
    const { status, data, why } = await post(...call)
    if (status !== 200) throw new Error(why)
    return data
  }

  async function signUp(): Promise<string> {
    const isAgain = subscribed.length > 0 && random.integer(1, REPEATED) === 1
    const email = isAgain ? random.pick(subscribed) : `reader.${randomUUID().slice(0, 13)}@example.com`
    const body = {
      email,
      source: random.pick(['FOOTER', 'SIGN_UP', 'APP']),
      consent_text: 'I would like to receive the newsletter. I can leave at any time.',
      consent_ip: `203.0.113.${random.integer(1, 254)}`,
      locale: random.pick(Object.keys(LOCALES)),
      // A person who unsubscribed signs up again, which needs `again: true`.
      ...(left.has(email) && { again: true }),
    }
    await posted(pathOf(subscribe!), body)
    left.delete(email)
    if (!isAgain) subscribed.push(email)
    return `${email} signs up for the newsletter${isAgain ? ' once more' : ''}`
  }

  /** Uploads the two sides of a card, or one page. @returns ids */
  async function upload(): Promise<string[]> {
    // Not derived from the seed: a second run with the same seed would send the same images, which the server recognises as
    // documents that it already has.
    const colour = randomUUID().slice(0, 6)
    const ids: string[] = []
    for (const [side, name] of [
      ['card', 'front.png'],
      ['back', 'back.png'],
    ] as const) {
      const { bytes, contentType } = documentOf(drawnDocument(side, colour, name))!
      const query = new URLSearchParams({ field: 'files', name })
      const { id } = await posted(`${pathOf(send!)}/files?${query.toString()}`, bytes(), contentType)
      ids.push(id!)
    }
    return ids
  }

  async function document(): Promise<string> {
    if (documents.length > 0 && random.integer(1, REPEATED) === 1) {
      const { text, body } = random.pick(documents)
      const { reference } = await posted(pathOf(send!), body)
      return `${text} once more: ${reference} stays one document`
    }
    if (senders.length === 0) throw new NothingLeft('No user of the store can send another document')
    const user = random.pick(senders)
    const kind = random.pick(Object.keys(DOC_TYPES)) as keyof typeof DOC_TYPES
    const text = `${user.name} sends: ${DOC_TYPES[kind].toLowerCase()}`
    const body = {
      user: user.id,
      doc_type: kind,
      files: await upload(),
      stated_name: user.name,
      stated_number: `S${random.integer(1_000_000, 9_999_999)}`,
      stated_country: user.country,
    }
    const { status, data, why } = await post(pathOf(send!), body)
    if (status === REJECTED) {
      // For example because too many of the user's documents wait for a decision.
      senders.splice(senders.indexOf(user), 1)
      return `${user.name} sends no more: ${why}`
    }
    if (status !== 200) throw new Error(why)
    documents.push({ text, body })
    return `${text}, ${data.reference}`
  }

  return {
    'sign-up': signUp,
    async unsubscribe() {
      const email = subscribed.find((each) => !left.has(each))
      if (email === undefined) return signUp()
      await posted(pathOf(unsubscribe!), { email, reason: 'Too many letters' })
      left.add(email)
      return `${email} leaves the newsletter`
    },
    document,
  }
}
