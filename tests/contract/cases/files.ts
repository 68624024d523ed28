/** Files (contract, files): what may be uploaded for a record's fields and by whom, which record it is attached to, and how files are served. */
import assert from 'node:assert/strict'
import { UPLOAD_AGAIN, type PrivateFile } from '@contract/files'
import type { UploadedFile } from '@contract/http/files'
import { can } from '@contract/permissions'
import { fileRulesOf, ownFieldOf, privateFields, uploadRulesOf, type RecordDefinition } from '@contract/records/record'
import { ALL_RECORDS } from '@contract/records/records'
import { filesIn } from '@contract/records/references'
import { itemsWith, type Values } from '../record-examples'
import { OTHER_FILES } from '@tests/kit/other-files'
import { animatedPng, sampleGif, samplePdf, samplePng, sampleSvg, sampleText } from '@tests/kit/sample-files'
import { checkFailure, checkRejected, checkSuccess } from '../check'
import type { Client, Reply } from '../client'
import type { Case, Environment } from '../environment'
import { clientOf, fieldsOf, type Person } from '../records/people'
import { call, done, hasVerb, operationOf } from '../records/calls'
import { addRecord, freshBody, rowsOf, uploadFor } from '../records/rows'
import type { Row } from '../records/oracle'

type Bytes = Uint8Array<ArrayBuffer>
interface Sent {
  type?: string
  name?: string
}
const NOBODY = '01890a5d-ac96-774b-bcce-b302099a8057'
const TAKING_FILES = ALL_RECORDS.filter((record) => Object.keys(uploadRulesOf(record)).length > 0)
const isTyped = (record: RecordDefinition, field: string) => record.fields[ownFieldOf(field)]!.write !== 'never'
/** Fields with files that no form has: users send them, or an action adds them, which has cases of its own. */
const lookedAt = (record: RecordDefinition) => privateFields(record).filter((field) => !isTyped(record, field))

const upload = (
  client: Client,
  record: RecordDefinition,
  field: string,
  raw: Bytes,
  { type = 'image/png', name }: Sent = {},
): Promise<Reply> =>
  call(client, record, 'upload', '', { query: { field, name }, raw, headers: { 'Content-Type': type } })
const uploaded = (record: RecordDefinition, reply: Reply) =>
  checkSuccess<UploadedFile>(reply, operationOf(record, 'upload'))

/** A refused file: 422, with the same sentence at the field and for the toast. */
function checkRefused(reply: Reply, sentence: RegExp): void {
  const { file } = checkRejected(reply, 'file')
  assert.equal(file?.length, 1)
  assert.match(file[0]!, sentence)
  assert.equal((reply.json as { message: string }).message, file[0])
}

/** Refused uploads for a public image: the file, its declared type, and the refusal. */
const REFUSED: readonly [string, () => Bytes, Sent, RegExp][] = [
  ['a text named .png', sampleText, { name: 'logo.png' }, /not an image/],
  ['an SVG with a script', sampleSvg, { type: 'image/svg+xml', name: 'logo.svg' }, /SVG.*scripts/],
  ['an SVG named .png', sampleSvg, { name: 'logo.png' }, /SVG.*scripts/],
  ['a PDF named .png', samplePdf, { name: 'logo.png' }, /PDF, not an image/],
  [
    'an image of 20,000 × 20,000 pixels',
    () => samplePng(8, 8, { width: 20_000, height: 20_000 }),
    {},
    /20,000 × 20,000/,
  ],
  ['an image without pixels', () => samplePng(8, 8, { width: 0, height: 8 }), {}, /damaged/],
  ['an animated GIF', () => sampleGif(2), { type: 'image/gif' }, /animated/],
  ['an animated PNG', animatedPng, {}, /animated/],
  ['an empty file', () => new Uint8Array(), {}, /empty/],
  ...OTHER_FILES.map(({ what, bytes, image }): [string, () => Bytes, Sent, RegExp] => [
    what,
    () => bytes,
    { type: 'image/jpeg', name: 'photo.jpg' },
    image,
  ]),
]

/** Refused uploads for a private file. */
const REFUSED_PRIVATE: readonly [string, () => Bytes, RegExp][] = [
  ['a text', sampleText, /neither an image nor a PDF/],
  ['an SVG', sampleSvg, /SVG.*scripts/],
  [
    'a PDF with JavaScript',
    () => samplePdf({ objects: '4 0 obj\n<< /S /JavaScript /JS (app.alert(1)) >>\nendobj\n' }),
    /scripts, actions or embedded files/,
  ],
  [
    'a PDF that writes JavaScript in escape codes',
    () => samplePdf({ objects: '4 0 obj\n<< /S /J#61vaScript /JS (x) >>\nendobj\n' }),
    /scripts, actions or embedded files/,
  ],
  [
    'a PDF that starts a program',
    () => samplePdf({ objects: '4 0 obj\n<< /S /Launch /F (cmd.exe) >>\nendobj\n' }),
    /scripts, actions or embedded files/,
  ],
  [
    'a PDF with an embedded file',
    () => samplePdf({ objects: '4 0 obj\n<< /Type /EmbeddedFile /Length 0 >>\nendobj\n' }),
    /scripts, actions or embedded files/,
  ],
  ['a PDF with a password', () => samplePdf({ trailer: '/Encrypt 4 0 R' }), /protected/],
  ...OTHER_FILES.map(({ what, bytes, file }): [string, () => Bytes, RegExp] => [what, () => bytes, file]),
]

/** An image of the size that a field requires. */
const fitting = (record: RecordDefinition, field: string): Bytes => {
  const { width, height } = fileRulesOf(record)[field]!.min ?? { width: 40, height: 30 }
  return samplePng(width, height)
}
const isInItems = (field: string) => ownFieldOf(field) !== field
const isSeveral = (record: RecordDefinition, field: string) =>
  isInItems(field) || record.fields[field]!.type.kind !== 'image'
/** The ids of the files that a row has in a field, or in the items of a list. */
const heldBy = (row: Row, record: RecordDefinition, field: string): string[] =>
  privateFields(record).includes(field) ? (row[field] as PrivateFile[]).map(({ id }) => id) : filesIn(row, field)
/** A body that gives a field these files. */
const holding = (record: RecordDefinition, field: string, ...ids: string[]) => {
  if (isInItems(field)) return { [ownFieldOf(field)]: itemsWith(record, field, ids) }
  if (record.fields[field]!.type.kind === 'richText') return { [field]: ids.length > 0 ? pictured(ids) : null }
  return { [field]: isSeveral(record, field) ? ids : (ids[0] ?? null) }
}
/** A document with these images. */
const pictured = (ids: readonly string[]) => ({
  type: 'doc',
  content: ids.map((file) => ({ type: 'image', attrs: { file, alt: '' } })),
})

const publicCases = (record: RecordDefinition, field: string): Case[] => [
  {
    name: `${record.name}: ${field} is uploaded and served with its type, as immutable, for display only`,
    writes: true,
    async run(on) {
      const client = await clientOf(on, 'editor')
      const image = fitting(record, field)
      // The declared type is ignored.
      for (const type of ['image/png', 'application/octet-stream', 'text/html']) {
        const file = uploaded(record, await upload(client, record, field, image, { type, name: 'Ünï 图.png' }))
        assert.equal(file.name, 'Ünï 图.png')
        const reply = await on.fresh().send('GET', `/files/${file.id}`)
        assert.equal(reply.status, 200)
        assert.match(reply.headers.get('content-type') ?? '', /^image\/(?:png|jpeg|webp|gif)$/)
        assert.equal(reply.headers.get('x-content-type-options'), 'nosniff')
        assert.match(reply.headers.get('cache-control') ?? '', /public.*max-age=31536000.*immutable/)
        assert.match(reply.headers.get('etag') ?? '', /^"\S+"$/)
        assert.ok(reply.bytes.length > 20, 'there are bytes')
        const thumbnail = await on.fresh().send('GET', `/files/${file.id}`, { query: { size: 'thumb' } })
        assert.equal(thumbnail.status, 200)
        assert.match(thumbnail.headers.get('content-type') ?? '', /^image\//)
      }
    },
  },
  {
    name: `${record.name}: ${field} refuses a file that is not an image, is animated, is empty or has too many pixels: 422 with a sentence`,
    writes: true,
    async run(on) {
      const client = await clientOf(on, 'editor')
      for (const [, file, sent, sentence] of REFUSED)
        checkRefused(await upload(client, record, field, file(), sent), sentence)
      const { min } = fileRulesOf(record)[field]!
      if (min)
        checkRefused(await upload(client, record, field, samplePng(min.width - 1, min.height - 1)), /It needs at least/)
    },
  },
]

/** Writes files of a record: into a new one, where nobody edits such records. */
const attach = async (on: Environment, client: Client, record: RecordDefinition, row: Row, body: Values) =>
  hasVerb(record, 'update')
    ? call(client, record, 'update', row.id, { body, ifMatch: row.version })
    : call(client, record, 'create', '', { body: { ...(await freshBody(on, record)), ...body } })
const attached = (reply: Reply, record: RecordDefinition): Row =>
  checkSuccess<Row>(reply, operationOf(record, hasVerb(record, 'update') ? 'update' : 'create'))

const privateUploadCases = (record: RecordDefinition, field: string): Case[] => [
  {
    name: `${record.name}: ${field} refuses a file that is neither an image nor a PDF, and a PDF with active content: 422 with a sentence`,
    writes: true,
    async run(on) {
      const client = await clientOf(on, 'editor')
      for (const [, file, sentence] of REFUSED_PRIVATE)
        checkRefused(await upload(client, record, field, file(), { type: 'application/pdf', name: 'a.pdf' }), sentence)
    },
  },
]

const privateCases = (record: RecordDefinition, field: string): Case[] => [
  ...privateUploadCases(record, field),
  {
    name: `${record.name}: a file of ${field} is served only through its record, to those who may read the field`,
    writes: true,
    async run(on) {
      const boss = await clientOf(on, 'boss')
      const added = await addRecord(on, record, 'boss', 'required', 1)
      if (!added) throw on.cannot(`nobody adds a ${record.noun[0]}`)
      let row = added
      const other = (await addRecord(on, record, 'boss', 'required', 1))!
      const { path } = operationOf(record, 'file')
      const get = (client: Client, id: string, file: string) =>
        client.send('GET', path.replace(':id', id).replace(':file', file))
      for (const [bytes, type] of [
        [samplePdf(), 'application/pdf'],
        [samplePng(), 'image/png'],
      ] as const) {
        const { id } = uploaded(record, await upload(boss, record, field, bytes, { type, name: 'Übersicht.pdf' }))
        checkFailure(await get(boss, row.id, id), 404, 'before a record references it')
        const body = holding(record, field, id)
        row = attached(await attach(on, boss, record, row, body), record)
        const [shown] = row[field] as PrivateFile[]
        assert.deepEqual([shown?.id, shown?.name], [id, 'Übersicht.pdf'])
        const reply = await get(boss, row.id, id)
        assert.equal(reply.status, 200)
        assert.deepEqual([shown?.content_type, shown?.byte_size], [typeOf(reply), reply.bytes.length])
        assert.match(reply.headers.get('content-type') ?? '', type === 'application/pdf' ? /pdf$/ : /^image\//)
        assert.match(reply.headers.get('cache-control') ?? '', /no-store/)
        assert.equal(reply.headers.get('x-content-type-options'), 'nosniff')
        assert.match(reply.headers.get('content-disposition') ?? '', /filename\*=UTF-8''%C3%9Cbersicht\.pdf$/)
        checkFailure(await get(boss, other.id, id), 404, 'through another record')
        checkFailure(await get(boss, id, id), 404, 'through no record')
        checkFailure(await on.fresh().send('GET', `/files/${id}`), 404, 'at a public address')
        checkFailure(await get(on.fresh(), row.id, id), 401)
        const outcomes: [Person, number][] = [
          ['editor', 200],
          ['switcher', 200],
          ['evens', fieldsOf('evens', record).includes(field) ? 200 : 404],
          ['odds', fieldsOf('odds', record).includes(field) ? 200 : 404],
          ['partner', 404],
          ['picker', 403],
          ['stranger', 403],
        ]
        for (const [person, status] of outcomes)
          assert.equal((await get(await clientOf(on, person), row.id, id)).status, status, person)
      }
    },
  },
]

const typeOf = (reply: Reply) => (reply.headers.get('content-type') ?? '').split(';')[0]

/** Files that no form changes: staff can view them, but not replace them. */
const lookedAtCase = (record: RecordDefinition, field: string): Case => ({
  name: `${record.name}: ${field} are served as described in the row, only through their own record, to those who may read the field`,
  async run(on) {
    const client = await clientOf(on, 'boss')
    const { path } = operationOf(record, 'file')
    const get = (by: Client, id: string, file: string) => by.send('GET', path.replace(':id', id).replace(':file', file))
    const filled = (await rowsOf(on, record)).filter((row) => (row[field] as PrivateFile[]).length > 0)
    const [row, other] = filled
    if (!row || !other) throw on.cannot(`fewer than two ${record.noun[1]} have ${field}`)
    // One file of each type, from any record.
    const seen = new Set<string>()
    for (const each of filled)
      for (const { id, name, content_type, byte_size } of each[field] as PrivateFile[]) {
        if (seen.has(content_type)) continue
        seen.add(content_type)
        const reply = await get(client, each.id, id)
        assert.deepEqual([reply.status, typeOf(reply), reply.bytes.length], [200, content_type, byte_size])
        assert.match(reply.headers.get('cache-control') ?? '', /no-store/)
        const disposition = reply.headers.get('content-disposition') ?? ''
        if (name !== null) assert.ok(disposition.endsWith(`filename*=UTF-8''${encodeURIComponent(name)}`), disposition)
        assert.equal(disposition.startsWith('attachment'), content_type === 'application/pdf')
      }
    const [{ id } = { id: NOBODY }] = row[field] as PrivateFile[]
    checkFailure(await get(client, other.id, id), 404, 'through another record')
    checkFailure(await get(client, row.id, NOBODY), 404, 'a file that does not exist')
    checkFailure(await on.fresh().send('GET', `/files/${id}`), 404, 'at a public address')
    checkFailure(await get(on.fresh(), row.id, id), 401)
    for (const person of ['evens', 'odds'] as const)
      assert.equal(
        (await get(await clientOf(on, person), row.id, id)).status,
        fieldsOf(person, record).includes(field) ? 200 : 404,
        person,
      )
    for (const person of ['picker', 'stranger'] as const)
      checkFailure(await get(await clientOf(on, person), row.id, id), 403, person)
  },
})

/** Rules for attaching files to a record, whatever the field accepts. */
const attachCases = (record: RecordDefinition, field: string): Case[] => [
  {
    name: `${record.name}: ${field} accepts an unattached upload of the same person; any other is 422 at the field, and nothing is written`,
    writes: true,
    async run(on) {
      const [boss, editor] = [await clientOf(on, 'boss'), await clientOf(on, 'editor')]
      const own = ownFieldOf(field)
      const taken = await uploadFor(boss, record, field)
      const fresh = async () => (await addRecord(on, record, 'boss', 'required', 1))!
      const [owner, row] = [await fresh(), await fresh()]
      const write = (target: Row, ...ids: string[]) => attach(on, boss, record, target, holding(record, field, ...ids))
      const owned = attached(await write(owner, taken), record)
      assert.deepEqual(heldBy(owned, record, field), [taken])
      const elsewhere = await Promise.all(
        TAKING_FILES.flatMap((each) =>
          Object.keys(uploadRulesOf(each))
            .filter((name) => each !== record || name !== field)
            .map(async (name): Promise<[string, string]> => [
              `of ${each.name}.${name}`,
              await uploadFor(boss, each, name),
            ]),
        ),
      )
      const wrong: [string, string][] = [
        ['of another record', taken],
        ['of another person', await uploadFor(editor, record, field)],
        ['that does not exist', NOBODY],
        ...elsewhere,
      ]
      const count = (await done<Row[]>(boss, record, 'names')).length
      for (const [what, id] of wrong) {
        assert.deepEqual(checkRejected(await write(row, id), own)[own], [UPLOAD_AGAIN], what)
        const body = { ...(await freshBody(on, record)), ...holding(record, field, id) }
        checkRejected(await call(boss, record, 'create', '', { body }), own)
        if (!isSeveral(record, field)) continue
        checkRejected(await write(row, await uploadFor(boss, record, field), id), own)
      }
      assert.deepEqual(await done(boss, record, 'get', row.id), row, 'the row is as it was')
      assert.equal((await done<Row[]>(boss, record, 'names')).length, count, 'nothing was added')
      if (!hasVerb(record, 'update')) return
      // A record's own file may be sent again, by anyone who may write the record.
      const again = { body: holding(record, field, taken), ifMatch: owned.version }
      assert.deepEqual((await done(editor, record, 'update', owner.id, again))[own], owned[own])
    },
  },
  {
    name: `${record.name}: where two records use the same upload for ${field} at once, only one write succeeds`,
    writes: true,
    async run(on) {
      const boss = await clientOf(on, 'boss')
      const id = await uploadFor(boss, record, field)
      const rows = [
        (await addRecord(on, record, 'boss', 'required', 1))!,
        (await addRecord(on, record, 'boss', 'required', 1))!,
      ]
      const replies = await Promise.all(rows.map((row) => attach(on, boss, record, row, holding(record, field, id))))
      assert.deepEqual(
        replies.map(({ status }) => status).toSorted((a, b) => a - b),
        [200, 422],
      )
    },
  },
]

/** Rules for the uploads of a record, for any field. */
const uploadCases = (record: RecordDefinition): Case[] => {
  const field = Object.keys(uploadRulesOf(record))[0]!
  return [
    {
      name: `${record.name}: a file of 40 MB is 413 with a clear sentence`,
      writes: true,
      async run(on) {
        const file = new Uint8Array(40 * 1024 * 1024)
        file.set(samplePng())
        const { message } = checkFailure(await upload(await clientOf(on, 'editor'), record, field, file), 413)
        assert.match(message, /10 MB/)
      },
    },
    {
      name: `${record.name}: a form instead of a file is 415`,
      writes: true,
      async run(on) {
        const client = await clientOf(on, 'editor')
        for (const type of ['multipart/form-data; boundary=x', 'application/x-www-form-urlencoded'])
          checkFailure(await upload(client, record, field, samplePng(), { type }), 415, type)
      },
    },
    {
      name: `${record.name}: an upload for a field without files is 400`,
      writes: true,
      async run(on) {
        const client = await clientOf(on, 'editor')
        for (const name of [
          'id',
          '__proto__',
          ...Object.keys(record.fields).filter((each) => !uploadRulesOf(record)[each]),
        ])
          checkFailure(await upload(client, record, name, samplePng()), 400, name)
        checkFailure(await call(client, record, 'upload', '', { raw: samplePng() }), 400)
      },
    },
    {
      name: `${record.name}: an upload requires the right to create or to update, checked for each role`,
      writes: true,
      async run(on) {
        const outcomes = new Set<number>()
        for (const { role } of on.accounts) {
          const client = await on.as(role)
          const access = await on.accessOf(client)
          const may = can(access, 'create', record.subject) || can(access, 'update', record.subject)
          const reply = await upload(client, record, field, fitting(record, field))
          if (may) uploaded(record, reply)
          else checkFailure(reply, 403, role)
          outcomes.add(reply.status)
        }
        assert.deepEqual(
          [...outcomes].toSorted((a, b) => a - b),
          [200, 403],
        )
        checkFailure(await upload(on.fresh(), record, field, samplePng()), 401)
      },
    },
    {
      name: `${record.name}: an upload that is sent twice with the same key creates one file; another file with that key is 422`,
      writes: true,
      async run(on) {
        const client = await clientOf(on, 'editor')
        const headers = { 'Content-Type': 'image/png', 'Idempotency-Key': on.unique() }
        const send = (raw: Bytes) => call(client, record, 'upload', '', { query: { field }, raw, headers })
        const first = uploaded(record, await send(fitting(record, field)))
        assert.deepEqual(uploaded(record, await send(fitting(record, field))), first)
        assert.equal((await send(samplePng(900, 900))).status, 422)
      },
    },
  ]
}

export const fileCases: readonly Case[] = [
  {
    name: 'some records have public images, and some private files',
    async run() {
      assert.ok(
        TAKING_FILES.some((record) => Object.values(fileRulesOf(record)).some((rule) => rule.visibility === 'public')),
      )
      assert.ok(TAKING_FILES.some((record) => privateFields(record).length > 0))
      assert.ok(ALL_RECORDS.some((record) => lookedAt(record).length > 0))
    },
  },
  ...ALL_RECORDS.flatMap((record) => lookedAt(record).map((field) => lookedAtCase(record, field))),
  ...TAKING_FILES.flatMap((record) => [
    ...uploadCases(record),
    ...Object.entries(uploadRulesOf(record)).flatMap(([field, { visibility }]) => [
      ...(visibility === 'public' ? publicCases(record, field) : []),
      ...(visibility === 'private' && isTyped(record, field) ? privateCases(record, field) : []),
      ...(visibility === 'private' && !isTyped(record, field) ? privateUploadCases(record, field) : []),
      ...(isTyped(record, field) ? attachCases(record, field) : []),
    ]),
  ]),
  {
    name: 'a public image that does not exist is 404, an id of the wrong form 400',
    async run(on) {
      checkFailure(await on.fresh().send('GET', '/files/01890a5d-ac96-774b-bcce-b302099a8057'), 404)
      checkFailure(await on.fresh().send('GET', '/files/logo'), 400)
      checkFailure(
        await on.fresh().send('GET', '/files/01890a5d-ac96-774b-bcce-b302099a8057', { query: { size: 'huge' } }),
        400,
      )
    },
  },
]
