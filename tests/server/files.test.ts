import { randomUUID } from 'node:crypto'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { FILE_LIMITS } from '@contract/files'
import type { UploadedFile } from '@contract/http/files'
import type { PitbossServer } from '@server/server'
import { sqlState, type Db } from '@server/platform/ports/db'
import { createParams } from '@server/platform/db/params'
import { attachedFiles, attachmentField, createFileRepository } from '@server/platform/modules/files/repository'
import type { Principal } from '@server/platform/modules/access/principal'
import { brokenPng, samplePdf, samplePng } from '@tests/kit/sample-files'
import { signedIn, type TestClient } from './kit/client'
import { testDatabases } from './kit/databases'
import { createTestClock, makePlatform } from './kit/platform'

const databases = await testDatabases()
const PATH = '/api/v1/admin-game-type/files'
const DAY_MS = 24 * 3600 * 1000

/** A photo with metadata: its rotation, and where it was taken. */
const photo = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#3366cc' } })
    .jpeg()
    .withExif({ IFD0: { Copyright: 'SECRET-OWNER' } })
    .withMetadata({ orientation: 6 })
    .toBuffer()

describe.each(databases.kinds)('files on %s', (kind) => {
  const clock = createTestClock()
  let db: Db
  let platform: PitbossServer
  let boss: TestClient
  let editor: TestClient

  const send = (client: TestClient, raw: Uint8Array, query = 'field=icon', type = 'image/png') =>
    client.send('POST', `${PATH}?${query}`, { raw: Buffer.from(raw), headers: { 'content-type': type } })
  const upload = async (client: TestClient, raw: Uint8Array, query?: string): Promise<UploadedFile> => {
    const { status, body, text } = await send(client, raw, query)
    expect(status, text).toBe(200)
    return body.data as UploadedFile
  }
  const gameType = async () => {
    const { body } = await boss.get('/api/v1/admin-game-type?itemNo=1')
    return (body.data as { id: string }[])[0]!.id
  }
  const person = async (client: TestClient): Promise<Pick<Principal, 'staffId' | 'store'>> => {
    const { id } = (await client.get('/api/v1/admin/profile')).body.data as { id: string }
    const [row] = await db.query<{ store: string | null }>('select store from staff where id = $1::uuid', [id])
    return { staffId: id, store: row!.store }
  }
  /** Attaches files as a record's write does: as the value of a column. @returns the ids, or the field of the refusal */
  async function attach(
    client: TestClient,
    ids: readonly string[],
    recordId: string,
    { purpose = 'gameType.icon', over = {} as Partial<Principal> } = {},
  ): Promise<unknown> {
    const params = createParams()
    const value = attachedFiles(params, ids, {
      purpose,
      writer: { ...(await person(client)), ...over } as Principal,
      recordId: params.add(recordId, 'uuid'),
      at: new Date(clock.now()).toISOString(),
    })
    try {
      const [row] = await db.query<{ ids: unknown }>(`select ${value}::text[] as ids`, params.values)
      return row!.ids
    } catch (error) {
      return attachmentField(sqlState(error)?.constraint ?? '') ?? error
    }
  }

  beforeAll(async () => {
    db = await databases.open(kind)
    platform = await makePlatform(db, { clock, imageSources: ['https://cdn.example'] })
    boss = await signedIn(platform, 'SUPER_ADMIN')
    editor = await signedIn(platform, 'CONTENT_EDITOR')
  })
  afterAll(() => platform.close())

  it('stores a new encoding of an image: rotated, smaller, without metadata, with a thumbnail', async () => {
    const { id, content_type, width, height } = await upload(boss, await photo(4000, 1000))
    expect([content_type, width, height]).toEqual(['image/webp', 640, 2560])
    const { bytes } = await boss.get(`/files/${id}`)
    const stored = await sharp(bytes).metadata()
    expect([stored.format, stored.width, stored.height, stored.exif]).toEqual(['webp', 640, 2560, undefined])
    expect(bytes.toString('latin1')).not.toContain('SECRET-OWNER')
    const thumbnail = await sharp((await boss.get(`/files/${id}?size=thumb`)).bytes).metadata()
    expect([thumbnail.width, thumbnail.height]).toEqual([24, 96])
  })

  it('keeps transparency, and the size of a small image', async () => {
    const drawn = await sharp({ create: { width: 48, height: 48, channels: 4, background: '#0000' } })
      .png()
      .toBuffer()
    const { id } = await upload(boss, drawn)
    const { bytes } = await boss.get(`/files/${id}`)
    expect(await sharp(bytes).metadata()).toMatchObject({ width: 48, height: 48, hasAlpha: true })
    expect((await sharp(bytes).stats()).channels[3]).toMatchObject({ max: 0 })
  })

  it('refuses an image with a valid header and invalid pixels', async () => {
    for (const broken of [
      brokenPng(),
      (await photo(400, 400)).subarray(0, 900),
      samplePng(8, 8, { width: 4000, height: 4000 }),
    ]) {
      const { status, body } = await send(boss, broken)
      expect([status, body?.errors?.file?.[0]]).toEqual([422, expect.stringContaining('damaged')])
    }
  })

  it('finds scripts in the compressed objects of a PDF, and refuses objects that cannot be decompressed', async () => {
    const documents = (file: Uint8Array) => send(boss, file, 'field=documents', 'application/pdf')
    expect((await documents(samplePdf({ packed: '4 0 << /Type /Annot >>' }))).status).toBe(200)
    const script = await documents(samplePdf({ packed: '4 0 << /S /JavaScript /JS (app.alert(1)) >>' }))
    expect([script.status, script.body.message]).toEqual([422, expect.stringContaining('scripts')])
    const chained = samplePdf({
      objects:
        '4 0 obj\n<< /Type /ObjStm /Filter [/ASCIIHexDecode /FlateDecode] /Length 2 >>\nstream\n00\nendstream\nendobj\n',
    })
    const damaged = samplePdf({
      objects: '4 0 obj\n<< /Type /ObjStm /Filter /FlateDecode /Length 2 >>\nstream\n00\nendstream\nendobj\n',
    })
    const bomb = samplePdf({ packed: ' '.repeat(70 * 1024 * 1024) })
    for (const file of [chained, damaged, bomb, samplePdf().subarray(0, 60)]) {
      const { status, body } = await documents(file)
      expect([status, body.message]).toEqual([422, expect.stringContaining('cannot be read')])
    }
  })

  it.runIf(kind === 'PostgreSQL')(
    'a change that a colleague overtakes while it is written leaves its upload free',
    async () => {
      const base = '/api/v1/admin-game-brand'
      const [row] = (await boss.get(`${base}?itemNo=1`)).body.data as [{ id: string; version: number }]
      const sending = { raw: Buffer.from(samplePng(64, 64)), headers: { 'content-type': 'image/png' } }
      const { id } = (await boss.send('POST', `${base}/files?field=logo`, sending)).body.data as UploadedFile
      const { answer } = await db.transaction(async (tx) => {
        await tx.query('update game_platforms set version = version + 1 where id = $1::uuid', [row.id])
        const begun = boss.patch(`${base}/${row.id}`, { logo: id }, { ifMatch: row.version })
        // It has read the earlier version, and waits for the row that this transaction has updated.
        await expect
          .poll(() => db.query('select pid from pg_locks where not granted').then((rows) => rows.length))
          .toBeGreaterThan(0)
        // In an object, because the transaction would wait for it.
        return { answer: begun }
      })
      expect((await answer).status).toBe(409)
      const files = await db.query('select record_id, attached_at from files where id = $1::uuid', [id])
      expect(files).toEqual([{ record_id: null, attached_at: null }])
    },
  )

  it('responds with 304 to a client that has the image, for each size separately', async () => {
    const { id } = await upload(boss, samplePng(300, 200))
    const whole = await boss.get(`/files/${id}`)
    const thumbnail = await boss.get(`/files/${id}?size=thumb`)
    expect(whole.headers.etag).not.toBe(thumbnail.headers.etag)
    const again = (etag: unknown, size = '') =>
      boss.get(`/files/${id}${size}`, { headers: { 'if-none-match': String(etag) } })
    expect(await again(whole.headers.etag)).toMatchObject({ status: 304, text: '' })
    expect(await again(thumbnail.headers.etag, '?size=thumb')).toMatchObject({ status: 304, text: '' })
    expect((await again(whole.headers.etag, '?size=thumb')).status).toBe(200)
    expect((await again('"x"')).status).toBe(200)
  })

  it('allows pages of any origin to embed a public image, but runs no script in it; the console may show images of the configured origins', async () => {
    const { id } = await upload(boss, samplePng())
    expect((await boss.get(`/files/${id}`)).headers).toMatchObject({
      'content-security-policy': "default-src 'none'; sandbox",
      'cross-origin-resource-policy': 'cross-origin',
      'x-content-type-options': 'nosniff',
    })
    expect((await boss.get('/health/live')).headers['content-security-policy']).toContain(
      "img-src 'self' data: blob: https://cdn.example;",
    )
  })

  it('refuses a caller without the right to upload before it reads the file', async () => {
    const agent = await signedIn(platform, 'FINANCE')
    const large = Buffer.alloc(FILE_LIMITS.bytes + 1)
    expect((await send(agent, large)).status).toBe(403)
    const refused = await send(boss, large)
    expect([refused.status, refused.body.message]).toEqual([413, 'The file is larger than 10 MB.'])
  })

  it('audits an upload, without its content', async () => {
    const { id } = await upload(boss, samplePng(5, 5))
    const [entry] = await db.query<{ after: object }>(
      `select after from audit_events where action = 'upload' and after->>'file' = $1::text`,
      [id],
    )
    expect(Object.keys(entry!.after).toSorted()).toEqual(['file', 'purpose', 'sha256'])
  })

  it('attaches a person’s own uploads to the record, also when another person saves it again', async () => {
    const record = randomUUID()
    const ids = [(await upload(boss, samplePng())).id, (await upload(boss, samplePng(9, 9))).id]
    expect(await attach(boss, ids, record)).toEqual(ids)
    expect(await attach(editor, ids.toReversed(), record)).toEqual(ids.toReversed())
    expect(await attach(editor, [], record)).toEqual([])
  })

  it.each([
    ['a file of another person', () => ({ by: 'editor' })],
    ['a file of another field', () => ({ purpose: 'gameType.documents' })],
    ['a file of another store', () => ({ over: { store: 'ELSEWHERE' } })],
    ['a file that does not exist', () => ({ id: randomUUID() })],
    ['a file that another record has', () => ({ taken: true })],
  ])('refuses %s, and with it the whole write', async (_what, planned) => {
    const { by, purpose, over, id, taken } = planned() as {
      by?: string
      purpose?: string
      over?: Partial<Principal>
      id?: string
      taken?: boolean
    }
    const own = await upload(boss, samplePng())
    const fine = await upload(boss, samplePng())
    if (taken) await attach(boss, [own.id], randomUUID())
    const field = await attach(by ? editor : boss, [fine.id, id ?? own.id], randomUUID(), {
      ...(purpose ? { purpose } : {}),
      ...(over ? { over } : {}),
    })
    expect(field).toBe((purpose ?? 'gameType.icon').split('.')[1])
    const [row] = await db.query('select attached_at from files where id = $1::uuid and attached_at is null', [fine.id])
    expect(row, 'the other file of the write is free still').toBeDefined()
  })

  it('attaches a file to only one of two records that use it at once', async () => {
    const { id } = await upload(boss, samplePng())
    const outcomes = await Promise.all([1, 2].map(() => attach(boss, [id], randomUUID())))
    expect(outcomes.toSorted((a, b) => Number(Array.isArray(b)) - Number(Array.isArray(a)))).toEqual([[id], 'icon'])
  })

  it('serves a private file to those who may read its record, audits each view, and forbids caching', async () => {
    const record = await gameType()
    const { id } = await upload(boss, samplePdf(), 'field=documents&name=%C3%9Cbersicht.pdf')
    const url = `/api/v1/admin-game-type/${record}/files/${id}`
    expect((await boss.get(url)).status, 'before the record references it').toBe(404)
    await attach(boss, [id], record, { purpose: 'gameType.documents' })
    const views = () =>
      db.query(
        `select actor_id from audit_events where action = 'view-file' and subject_type = 'GameTypes' and subject_id = $1::text and after->>'file' = $2::text`,
        [record, id],
      )
    const answer = await boss.get(url)
    expect(answer.status).toBe(200)
    expect(answer.bytes.subarray(0, 5).toString()).toBe('%PDF-')
    expect(answer.headers).toMatchObject({
      'content-type': 'application/pdf',
      'cache-control': 'no-store, private',
      'content-disposition': "attachment; filename*=UTF-8''%C3%9Cbersicht.pdf",
      'x-content-type-options': 'nosniff',
      'cross-origin-resource-policy': 'same-origin',
    })
    expect(await views()).toEqual([{ actor_id: (await person(boss)).staffId }])
    expect((await (await signedIn(platform, 'FINANCE')).get(url)).status).toBe(403)
    expect((await boss.get(url, { token: null })).status).toBe(401)
    expect((await boss.get(`/files/${id}`)).status).toBe(404)
    expect(await views(), 'a refusal is no view').toHaveLength(1)
    await db.query(`update game_types set store_code = 'NORTHWIND' where id = $1::uuid`, [record])
    const partner = await signedIn(platform, 'THIRD_PARTY_ADMIN')
    expect([403, 404]).toContain((await partner.get(url)).status)
  })

  it('limits the number of unattached uploads per person', async () => {
    const { staffId } = await person(editor)
    const { id } = await upload(editor, samplePng())
    await db.query(
      `insert into files (id, purpose, visibility, content_type, byte_size, sha256, bytes, created_by, created_at)
       select gen_random_uuid(), purpose, visibility, content_type, byte_size, sha256, bytes, created_by, created_at
       from files, generate_series(1, ${FILE_LIMITS.unattachedPerPerson}) where id = $1::uuid`,
      [id],
    )
    const refused = await send(editor, samplePng())
    expect([refused.status, refused.headers['retry-after']]).toEqual([429, '3600'])
    expect((await send(boss, samplePng())).status, 'another person').toBe(200)
    await db.query('delete from files where created_by = $1::uuid', [staffId])
  })

  it('deletes only uploads that have had no record for a day, in batches', async () => {
    const record = randomUUID()
    const kept = await upload(boss, samplePng())
    await attach(boss, [kept.id], record)
    const old = await upload(boss, samplePng())
    await db.query(
      `insert into files (id, purpose, visibility, content_type, byte_size, sha256, bytes, created_by, created_at)
       select gen_random_uuid(), purpose, visibility, content_type, byte_size, sha256, bytes, created_by, created_at
       from files, generate_series(1, 250) where id = $1::uuid`,
      [old.id],
    )
    clock.advance(DAY_MS - 60_000)
    boss = await signedIn(platform, 'SUPER_ADMIN')
    const fresh = await upload(boss, samplePng())
    clock.advance(120_000)
    await createFileRepository({ db, clock }).sweep()
    const left = await db.query<{ id: string }>('select id::text as id from files where attached_at is null')
    expect(left).toEqual([{ id: fresh.id }])
    expect((await boss.get(`/files/${kept.id}`)).status).toBe(200)
    expect((await boss.get(`/files/${old.id}`)).status).toBe(404)
  })
})
