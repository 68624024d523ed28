/** Files (contract, files): what may be uploaded, by whom, and how files are served. */
import assert from 'node:assert/strict'
import type { UploadedFile } from '@contract/http/files'
import { catalogue } from '@contract/http/catalogue'
import { can } from '@contract/permissions'
import { animatedPng, sampleGif, samplePdf, samplePng, sampleSvg, sampleText } from '@tests/kit/sample-files'
import { checkFailure, checkRejected, checkSuccess } from '../check'
import type { Client, Reply } from '../client'
import type { Case, Environment } from '../environment'

const { path } = catalogue['gameType.upload']
type Bytes = Uint8Array<ArrayBuffer>
interface Sent {
  field?: string
  type?: string
  name?: string
}

const upload = (client: Client, raw: Bytes, { field = 'icon', type = 'image/png', name }: Sent = {}): Promise<Reply> =>
  client.send('POST', path, { query: { field, name }, raw, headers: { 'Content-Type': type } })
const uploader = (on: Environment) => on.whoMay(['create', 'GameTypes'], ['read', 'GameTypes'])
const uploaded = (reply: Reply) => checkSuccess<UploadedFile>(reply, catalogue['gameType.upload'])

/** A refused file: 422, with the same sentence at the field and for the toast. */
function checkRefused(reply: Reply, sentence: RegExp): void {
  const { file } = checkRejected(reply, 'file')
  assert.equal(file?.length, 1)
  assert.match(file[0]!, sentence)
  assert.equal((reply.json as { message: string }).message, file[0])
}

/** What is uploaded for a public image, what it is declared as, and what the refusal says. */
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
]

/** What is uploaded for a private file. */
const REFUSED_PRIVATE: readonly [string, () => Bytes, RegExp][] = [
  ['a text', sampleText, /neither an image nor a PDF/],
  ['an SVG', sampleSvg, /SVG.*scripts/],
  [
    'a PDF with JavaScript',
    () => samplePdf({ objects: '4 0 obj\n<< /S /JavaScript /JS (app.alert(1)) >>\nendobj\n' }),
    /scripts, actions or embedded files/,
  ],
  [
    'a PDF that spells JavaScript in codes',
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
]

export const fileCases: readonly Case[] = [
  {
    name: 'a public image is uploaded and served with its type, for ever, to be shown and nothing else',
    writes: true,
    async run(on) {
      const client = await uploader(on)
      for (const [file, type, width] of [
        [samplePng(40, 30), 'image/png', 40],
        [sampleGif(), 'image/gif', 2],
        // The declared type does not count.
        [samplePng(40, 30), 'application/octet-stream', 40],
      ] as const) {
        const { id, width: stored, name } = uploaded(await upload(client, file, { type, name: 'Ünï 图.png' }))
        assert.deepEqual([stored, name], [width, 'Ünï 图.png'])
        const reply = await on.fresh().send('GET', `/files/${id}`)
        assert.equal(reply.status, 200)
        assert.match(reply.headers.get('content-type') ?? '', /^image\/(?:png|jpeg|webp|gif)$/)
        assert.equal(reply.headers.get('x-content-type-options'), 'nosniff')
        assert.match(reply.headers.get('cache-control') ?? '', /public.*max-age=31536000.*immutable/)
        assert.match(reply.headers.get('etag') ?? '', /^"\S+"$/)
        assert.ok(reply.bytes.length > 20, 'there are bytes')
        const thumbnail = await on.fresh().send('GET', `/files/${id}`, { query: { size: 'thumb' } })
        assert.equal(thumbnail.status, 200)
        assert.match(thumbnail.headers.get('content-type') ?? '', /^image\//)
      }
    },
  },
  ...REFUSED.map(([what, file, sent, sentence]): Case => ({
    name: `${what} is no public image: 422 with a sentence`,
    writes: true,
    async run(on) {
      checkRefused(await upload(await uploader(on), file(), sent), sentence)
    },
  })),
  ...REFUSED_PRIVATE.map(([what, file, sentence]): Case => ({
    name: `${what} is no private file: 422 with a sentence`,
    writes: true,
    async run(on) {
      checkRefused(
        await upload(await uploader(on), file(), { field: 'documents', type: 'application/pdf', name: 'a.pdf' }),
        sentence,
      )
    },
  })),
  {
    name: 'a PDF and an image are private files, which no public address serves',
    writes: true,
    async run(on) {
      const client = await uploader(on)
      for (const [file, type, expected] of [
        [samplePdf(), 'application/pdf', /^application\/pdf$/],
        [samplePng(), 'image/png', /^image\//],
      ] as const) {
        const { id, content_type } = uploaded(await upload(client, file, { field: 'documents', type }))
        assert.match(content_type, expected)
        checkFailure(await on.fresh().send('GET', `/files/${id}`), 404, 'without a token')
        checkFailure(await client.send('GET', `/files/${id}`), 404, 'with one')
      }
    },
  },
  {
    name: 'a private file is served through the record that references it alone',
    writes: true,
    async run(on) {
      const client = await uploader(on)
      const { id } = uploaded(await upload(client, samplePdf(), { field: 'documents', type: 'application/pdf' }))
      const { json } = await client.send('GET', '/api/v1/admin-game-type', { query: { itemNo: 1 } })
      const [record] = (json as { data: { id: string }[] }).data
      assert.ok(record, 'there is a game type')
      checkFailure(await client.send('GET', `/api/v1/admin-game-type/${record.id}/files/${id}`), 404)
      checkFailure(await client.send('GET', `/api/v1/admin-game-type/${id}/files/${id}`), 404)
    },
  },
  {
    name: 'a file of 40 MB is 413 with a clear sentence',
    writes: true,
    async run(on) {
      const file = new Uint8Array(40 * 1024 * 1024)
      file.set(samplePng())
      const { message } = checkFailure(await upload(await uploader(on), file), 413)
      assert.match(message, /10 MB/)
    },
  },
  {
    name: 'a form in the place of a file is 415',
    writes: true,
    async run(on) {
      const client = await uploader(on)
      for (const type of ['multipart/form-data; boundary=x', 'application/x-www-form-urlencoded'])
        checkFailure(await upload(client, samplePng(), { type }), 415, type)
    },
  },
  {
    name: 'an upload for a field that takes no files is 400',
    writes: true,
    async run(on) {
      checkFailure(await upload(await uploader(on), samplePng(), { field: 'name' }), 400)
      checkFailure(await (await uploader(on)).send('POST', path, { raw: samplePng() }), 400)
    },
  },
  {
    name: 'an upload needs the right to create or to update: each role has what its access says',
    writes: true,
    async run(on) {
      const outcomes = new Set<number>()
      for (const { role } of on.accounts) {
        const client = await on.as(role)
        const access = await on.accessOf(client)
        const may = can(access, 'create', 'GameTypes') || can(access, 'update', 'GameTypes')
        const reply = await upload(client, samplePng())
        if (may) uploaded(reply)
        else checkFailure(reply, 403, role)
        outcomes.add(reply.status)
      }
      assert.deepEqual(
        [...outcomes].toSorted((a, b) => a - b),
        [200, 403],
      )
    },
  },
  {
    name: 'an upload that is sent twice with one key is one file; another file with that key is 422',
    writes: true,
    async run(on) {
      const client = await uploader(on)
      const headers = { 'Content-Type': 'image/png', 'Idempotency-Key': on.unique() }
      const send = (raw: Bytes) => client.send('POST', path, { query: { field: 'icon' }, raw, headers })
      const first = uploaded(await send(samplePng()))
      assert.deepEqual(uploaded(await send(samplePng())), first)
      assert.equal((await send(samplePng(9, 9))).status, 422)
    },
  },
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
