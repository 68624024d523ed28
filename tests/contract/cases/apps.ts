/** Rules for what the users' apps send, beyond its definition (catalogue, The users' apps). */
import assert from 'node:assert/strict'
import type { HistoryEntry } from '@contract/entities/history'
import { FILE_LIMITS, FILE_REFUSAL } from '@contract/files'
import { DOC_UNDECIDED_MAX } from '@contract/records/people/user-doc-verification'
import { OTHER_FILES } from '@tests/kit/other-files'
import { samplePdf, samplePng, sampleText } from '@tests/kit/sample-files'
import { checkFailure, checkRejected } from '../check'
import type { Client, Reply } from '../client'
import type { Case, Environment } from '../environment'
import { clientOf } from '../records/people'
import { call, done } from '../records/calls'
import { definitionOf, rowsOf, uploadAsApp, rowsOfStore } from '../records/rows'
import type { Row } from '../records/oracle'
import { connected } from './socket'
import { hearChanges } from '../../kit/hear-changes'

const documents = definitionOf('userDocVerification')
const users = definitionOf('users')
const subscribers = definitionOf('newsletterSubscriber')
const TOLD_MS = 5000

type Answer = Row & { status: string; attempt_no: number }
const idOf = (reference: unknown) => (reference as { id: string }).id

/** Users of a store for whom no document is undecided. */
async function quietUsers(on: Environment, store: string, count: number): Promise<Row[]> {
  const waiting = new Set(
    (await rowsOf(on, documents)).filter(({ status }) => status === 'PENDING').map(({ user }) => idOf(user)),
  )
  const found = (await rowsOfStore(on, 'users', store)).filter(({ id }) => !waiting.has(id))
  if (found.length < count) throw on.cannot('too few users have no undecided document')
  return found.slice(0, count)
}
const send = (app: Client, body: object) => call(app, documents, 'appSend', '', { body })
const sent = (app: Client, body: object) => done<Answer>(app, documents, 'appSend', '', { body })
const documentsOf = async (on: Environment, user: Row) =>
  (await rowsOf(on, documents)).filter((row) => idOf(row.user) === user.id)
const upload = (app: Client, raw: Uint8Array<ArrayBuffer>, type = 'image/png') =>
  call(app, documents, 'appUpload', '', { query: { field: 'files' }, raw, headers: { 'Content-Type': type } })
const uploadedId = (reply: Reply) => (reply.json as { data: { id: string } }).data.id

/** A refused file: 422 with the sentence at the field. */
const checkRefused = (reply: Reply, sentence: RegExp) =>
  assert.match(checkRejected(reply, 'file').file!.join(' '), sentence)

const documentCases: readonly Case[] = [
  {
    name: 'an app sends a document: staff see it waiting with its files, and are told of it and of the user’s status',
    writes: true,
    async run(on) {
      const boss = await clientOf(on, 'boss')
      const app = await on.asApp(on.ownStore)
      const [user] = (await quietUsers(on, on.ownStore, 1)) as [Row]
      const files = [await uploadAsApp(app, documents, 'files'), await uploadAsApp(app, documents, 'files')]
      await connected(on, boss, async (socket) => {
        const heard = new Set<string>()
        const all = new Promise<void>((resolve) => {
          hearChanges(socket, ({ subject, id }) => {
            heard.add(id === user.id ? `${subject} ${id}` : subject)
            if (heard.has(`Users ${user.id}`) && heard.has(documents.subject)) resolve()
          })
        })
        const answer = await sent(app, { user: user.id, doc_type: 'PASSPORT', files, stated_name: 'Ana 安娜 Ñandú' })
        const row = await done<Row>(boss, documents, 'get', answer.id)
        assert.deepEqual([row.status, row.stated_name, idOf(row.user)], ['PENDING', 'Ana 安娜 Ñandú', user.id])
        assert.match(answer.reference as string, /^D-\d+$/)
        for (const { id } of row.files as { id: string }[])
          assert.equal(
            (await boss.send('GET', `/api/v1/${documents.base}/${row.id}/files/${id}`)).headers.get('content-type'),
            'image/' +
              ((row.files as { id: string; content_type: string }[])
                .find((each) => each.id === id)!
                .content_type.split('/')[1] ?? ''),
          )
        const late = new Promise<never>((_resolve, reject) => {
          setTimeout(() => reject(new Error(`told only of ${[...heard].join(', ')}`)), TOLD_MS).unref()
        })
        await Promise.race([all, late])
      })
    },
  },
  {
    name: 'a document that is sent twice is one document: with other ids of the same files, in another order, and by two calls at once',
    writes: true,
    async run(on) {
      const app = await on.asApp(on.ownStore)
      const [user] = (await quietUsers(on, on.ownStore, 1)) as [Row]
      const [front, back] = [samplePng(8, 8, undefined, [1, 200, 30]), samplePng(8, 8, undefined, [250, 20, 200])]
      const both = async (...raws: Uint8Array<ArrayBuffer>[]) => {
        const files: string[] = []
        for (const raw of raws) files.push(uploadedId(await upload(app, raw)))
        return { user: user.id, doc_type: 'ID_CARD', files }
      }
      const [one, other, third] = [await both(front, back), await both(front, back), await both(back, front)]
      const before = (await documentsOf(on, user)).length
      const answers = await Promise.all([sent(app, one), sent(app, other)])
      const again = await sent(app, third)
      const once = await sent(app, one)
      assert.equal(new Set([...answers, again, once].map(({ id }) => id)).size, 1)
      assert.equal((await documentsOf(on, user)).length, before + 1)
      const less = await sent(app, await both(front))
      assert.notEqual(less.id, again.id, 'with fewer files it is another document')
      assert.equal(less.attempt_no, again.attempt_no + 1)
    },
  },
  {
    name: 'the same files after a refusal are a new attempt',
    writes: true,
    async run(on) {
      const boss = await clientOf(on, 'boss')
      const app = await on.asApp(on.ownStore)
      const [user] = (await quietUsers(on, on.ownStore, 1)) as [Row]
      const raw = samplePng(8, 8, undefined, [90, 90, 10])
      const body = async () => ({ user: user.id, doc_type: 'SELFIE', files: [uploadedId(await upload(app, raw))] })
      const first = await sent(app, await body())
      const claimed = await done<Row>(boss, documents, 'claim', first.id, { body: {} })
      await done(boss, documents, 'askAgain', first.id, {
        body: { reason_codes: ['BLURRED'], user_text: 'Too dark' },
        ifMatch: claimed.version,
      })
      const told = await done<Answer>(app, documents, 'appGet', first.id)
      assert.deepEqual([told.status, told.reason_codes, told.user_text], ['RESUBMIT_REQUIRED', ['BLURRED'], 'Too dark'])
      const second = await sent(app, await body())
      assert.notEqual(second.id, first.id)
      assert.equal(second.attempt_no, first.attempt_no + 1)
    },
  },
  {
    name: `more than ${DOC_UNDECIDED_MAX} undecided documents of one user are 422`,
    writes: true,
    async run(on) {
      const app = await on.asApp(on.ownStore)
      const [user] = (await quietUsers(on, on.ownStore, 1)) as [Row]
      const body = async () => ({
        user: user.id,
        doc_type: 'PAYMENT_PROOF',
        files: [await uploadAsApp(app, documents, 'files')],
      })
      for (let count = 1; count <= DOC_UNDECIDED_MAX; count += 1) await sent(app, await body())
      checkRejected(await send(app, await body()), 'user')
      assert.equal((await documentsOf(on, user)).filter(({ status }) => status === 'PENDING').length, DOC_UNDECIDED_MAX)
    },
  },
  {
    name: 'a file of 40 MB is 413, a PDF with a script, a text named .png and an empty file are 422 with the reason',
    writes: true,
    async run(on) {
      const app = await on.asApp(on.ownStore)
      const large = new Uint8Array(4 * FILE_LIMITS.bytes)
      large.set(samplePng())
      assert.equal(checkFailure(await upload(app, large), 413).message, FILE_REFUSAL.tooLarge)
      const script = samplePdf({ objects: '4 0 obj\n<< /S /JavaScript /JS (app.alert(1)) >>\nendobj\n' })
      checkRefused(await upload(app, script, 'application/pdf'), /scripts, actions or embedded files/)
      checkRefused(await upload(app, sampleText()), /neither an image nor a PDF/)
      for (const { bytes, file } of OTHER_FILES) checkRefused(await upload(app, bytes), file)
      checkRefused(await upload(app, new Uint8Array()), /empty/)
      assert.equal((await upload(app, samplePdf(), 'application/pdf')).status, 200)
      const form = { query: { field: 'files' }, raw: samplePng(), headers: { 'Content-Type': 'multipart/form-data' } }
      checkFailure(await call(app, documents, 'appUpload', '', form), 415)
    },
  },
  {
    name: 'a user who was disabled meanwhile, and a key that was revoked meanwhile, add nothing',
    writes: true,
    async run(on) {
      const boss = await clientOf(on, 'boss')
      const store = on.ownStore
      const [user] = (await quietUsers(on, store, 1)) as [Row]
      const { key, revoke } = await on.ownAppKey(store)
      const app = on.fresh()
      app.appKey = key
      const files = [await uploadAsApp(app, documents, 'files')]
      const body = { user: user.id, doc_type: 'SELFIE', files }
      const before = (await documentsOf(on, user)).length
      const disabled = await done<Row>(boss, users, 'enableDisable', user.id, {
        body: { is_deleted: true },
        ifMatch: user.version,
      })
      checkRejected(await send(app, body), 'user')
      await done(boss, users, 'enableDisable', user.id, { body: { is_deleted: false }, ifMatch: disabled.version })
      await revoke()
      checkFailure(await send(app, body), 401)
      assert.equal((await documentsOf(on, user)).length, before)
    },
  },
]

const subscribe = (app: Client, email: string, more: object = {}) =>
  call(app, subscribers, 'appSubscribe', '', {
    body: { email, source: 'APP', consent_text: 'News once a week', consent_ip: '203.0.113.7', locale: 'en', ...more },
  })
const subscribed = async (app: Client, email: string, more: object = {}) => {
  const reply = await subscribe(app, email, more)
  assert.equal(reply.status, 200, reply.text.slice(0, 300))
  return (reply.json as { data: Answer }).data
}
const leave = (app: Client, email: string) =>
  call(app, subscribers, 'appUnsubscribe', '', { body: { email, reason: 'Too many letters' } })
const withEmail = async (on: Environment, ...emails: string[]) => {
  const wanted = new Set(emails.map((email) => email.toLowerCase()))
  return (await rowsOf(on, subscribers)).filter((row) => wanted.has((row.email as string).toLowerCase()))
}

const newsletterCases: readonly Case[] = [
  {
    name: 'an address that is sent twice, in other letters and by many calls at once has one subscription, with its first consent',
    writes: true,
    async run(on) {
      const app = await on.asApp(on.ownStore)
      const email = `once.${on.unique()}@contract.example`
      const first = await subscribed(app, email)
      const again = await subscribed(app, email.toUpperCase(), { consent_text: 'Another text', source: 'FOOTER' })
      assert.deepEqual(again, first)
      const many = `many.${on.unique()}@contract.example`
      const answers = await Promise.all(Array.from({ length: 20 }, () => subscribed(app, many)))
      assert.equal(new Set(answers.map(({ id }) => id)).size, 1)
      const rows = await withEmail(on, email, many)
      assert.deepEqual(
        rows.map(({ version }) => version),
        [1, 1],
      )
      assert.deepEqual(new Set(rows.map(({ consent_text }) => consent_text)), new Set(['News once a week']))
    },
  },
  {
    name: '100 sign-ups at once are 100 subscriptions',
    writes: true,
    async run(on) {
      const app = await on.asApp(on.ownStore)
      const emails = Array.from({ length: 100 }, () => `burst.${on.unique()}@contract.example`)
      const answers = await Promise.all(emails.map((email) => subscribed(app, email)))
      assert.equal(new Set(answers.map(({ id }) => id)).size, 100)
      assert.equal((await withEmail(on, ...emails)).length, 100)
    },
  },
  {
    name: 'a person who left is subscribed again only if the call says that they ask for it, with their new consent',
    writes: true,
    async run(on) {
      const boss = await clientOf(on, 'boss')
      const app = await on.asApp(on.ownStore)
      const email = `back.${on.unique()}@contract.example`
      const first = await subscribed(app, email)
      const left = await done<Answer>(app, subscribers, 'appUnsubscribe', '', { body: { email } })
      assert.deepEqual([left.id, left.status], [first.id, 'UNSUBSCRIBED'])
      assert.notEqual(left.unsubscribed_at, null)
      assert.deepEqual(
        (await leave(app, email.toUpperCase())).json,
        { success: true, data: left },
        'twice changes nothing',
      )
      for (const again of [undefined, null, false]) checkRejected(await subscribe(app, email, { again }), 'again')
      assert.equal((await withEmail(on, email))[0]!.status, 'UNSUBSCRIBED')
      const back = await subscribed(app, email, { again: true, consent_text: 'Again, please', locale: 'de' })
      assert.deepEqual([back.id, back.status, back.unsubscribed_at], [first.id, 'SUBSCRIBED', null])
      const row = await done<Row>(boss, subscribers, 'get', first.id)
      assert.deepEqual([row.consent_text, row.locale], ['Again, please', 'de'])
      const history = await done<HistoryEntry[]>(boss, subscribers, 'history', first.id)
      assert.deepEqual(
        history.map(({ action }) => action),
        ['subscribeAgain', 'unsubscribe', 'create'],
      )
      const before = history[0]!.changes.find(({ field }) => field === 'consent_text')
      assert.deepEqual(
        [before?.before, before?.after],
        ['News once a week', 'Again, please'],
        'the first consent is kept',
      )
    },
  },
  {
    name: 'whom staff unsubscribed is not subscribed again silently, and a person who complained or was erased is not either',
    writes: true,
    async run(on) {
      const boss = await clientOf(on, 'boss')
      const store = on.ownStore
      const app = await on.asApp(store)
      const email = `staff.${on.unique()}@contract.example`
      const { id } = await subscribed(app, email)
      const row = await done<Row>(boss, subscribers, 'unsubscribe', id, { body: { reason: 'By phone' }, ifMatch: 1 })
      checkRejected(await subscribe(app, email), 'again')
      await done(boss, subscribers, 'erase', id, { body: { email }, ifMatch: row.version })
      checkRejected(await subscribe(app, email.toUpperCase()), 'again')
      checkFailure(await leave(app, email), 404)
      const fresh = await subscribed(app, email, { again: true })
      assert.notEqual(fresh.id, id, 'an erased subscription stays erased')
      const complained = (await rowsOf(on, subscribers)).find(
        (each) => each.status === 'COMPLAINED' && each.store_code === store,
      )
      if (!complained) throw on.cannot('nobody has complained')
      for (const again of [false, true])
        checkRejected(await subscribe(app, complained.email as string, { again }), 'email')
    },
  },
  {
    name: 'an unknown address cannot be unsubscribed, and the app of another store neither subscribes nor unsubscribes here',
    writes: true,
    async run(on) {
      const app = await on.asApp(on.ownStore)
      const other = await on.asApp()
      const email = `two.${on.unique()}@contract.example`
      checkFailure(await leave(app, email), 404)
      const [own, theirs] = [await subscribed(app, email), await subscribed(other, email)]
      assert.notEqual(own.id, theirs.id)
      assert.equal((await leave(other, email)).status, 200)
      assert.equal((await withEmail(on, email)).find(({ id }) => id === own.id)!.status, 'SUBSCRIBED')
    },
  },
  {
    name: 'a sign-up without consent, with an invalid address, or from an import is 422 at the field',
    writes: true,
    async run(on) {
      const app = await on.asApp(on.ownStore)
      const email = `bad.${on.unique()}@contract.example`
      checkRejected(await subscribe(app, email, { consent_text: '' }), 'consent_text')
      checkRejected(await subscribe(app, 'nobody'), 'email')
      checkRejected(await subscribe(app, email, { source: 'IMPORT' }), 'source')
      checkRejected(await subscribe(app, email, { consent_ip: 'somewhere' }), 'consent_ip')
      checkRejected(await subscribe(app, email, { locale: 'xx' }), 'locale')
      assert.deepEqual(await withEmail(on, email), [])
    },
  },
]

export const appCases: readonly Case[] = [...documentCases, ...newsletterCases]
