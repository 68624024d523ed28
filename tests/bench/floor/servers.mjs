// The floors of the server part: bare processes over the same database, rows, columns and number of connections as ours.
//   node servers.mjs cursor   the whole list through a cursor: lines of JSON text from PostgreSQL, passed on
//   node servers.mjs fastify  a page of 25 rows; a one-row update in a transaction with its audit row (/row), and the
//                             same in a single statement (/row-at-once)
// Token and session are checked as ours are: by signature, and against the database at most once a second.
import { createHmac, randomUUID, timingSafeEqual } from 'node:crypto'
import http from 'node:http'
import Fastify from 'fastify'
import pg from 'pg'
import Cursor from 'pg-cursor'

const CONNECTIONS = 10
const SESSION_TTL_MS = 1000
pg.types.setTypeParser(pg.types.builtins.TIMESTAMPTZ, (value) => value)
const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL, max: CONNECTIONS })

const COLUMNS = `u.id, u.first_name, u.last_name, u.email, u.username, u.role,
  case when c.id is null then null else (select row_to_json(x) from (select c.id, c.username) x) end as "Creator", u.is_deleted, u.version`
const LIST = `select ${COLUMNS} from users u left join staff c on c.id = u.created_by order by u.id desc`
// The page's rows are found in the index before anything is read of them.
const PAGE = `select ${COLUMNS} from users u join (select id from users order by id desc limit 25 offset $1) k on k.id = u.id
  left join staff c on c.id = u.created_by order by u.id desc`

const secret = 'a secret of the bench, used nowhere else'
const sign = (text) => createHmac('sha256', secret).update(text).digest()
const encode = (value) => Buffer.from(JSON.stringify(value)).toString('base64url')

async function createSession() {
  const [
    sid,
    {
      rows: [staff],
    },
  ] = [randomUUID(), await pool.query('select id from staff where not is_deleted limit 1')]
  await pool.query(
    `insert into sessions (id, token_hash, staff_id, created_at, last_used_at, expires_at) values ($1, $2, $3, now(), now(), now() + interval '1 hour')`,
    [sid, sid, staff.id],
  )
  const text = `${encode({ alg: 'HS256', typ: 'JWT' })}.${encode({ sid, sub: staff.id, exp: Math.floor(Date.now() / 1000) + 3600 })}`
  return `${text}.${sign(text).toString('base64url')}`
}

const checked = new Map()
/** @returns who calls. @throws for a token that is not ours, has run out, or whose session has ended */
function caller(request) {
  const token = request.headers.authorization?.slice('Bearer '.length) ?? ''
  const known = checked.get(token)
  if (known && performance.now() - known.at < SESSION_TTL_MS) return known.claims
  const claims = (async () => {
    const end = token.lastIndexOf('.')
    if (!timingSafeEqual(sign(token.slice(0, end)), Buffer.from(token.slice(end + 1), 'base64url')))
      throw new Error('not our token')
    const read = JSON.parse(Buffer.from(token.split('.')[1], 'base64url').toString())
    if (read.exp * 1000 < Date.now()) throw new Error('token ran out')
    const { rowCount } = await pool.query({
      name: 'session',
      text: 'select 1 from sessions s join staff t on t.id = s.staff_id where s.id = $1 and s.revoked_at is null and not t.is_deleted and s.expires_at > now()',
      values: [read.sid],
    })
    if (rowCount === 0) throw new Error('no session')
    return read
  })()
  checked.set(token, { at: performance.now(), claims })
  return claims
}

async function cursorServer(token) {
  return http.createServer(async (request, response) => {
    if (request.url === '/token') return response.end(token)
    await caller(request)
    const client = await pool.connect()
    const cursor = client.query(new Cursor(`select row_to_json(t)::text from (${LIST}) t`, [], { rowMode: 'array' }))
    try {
      response.writeHead(200, { 'content-type': 'application/x-ndjson' })
      let sent = 0
      for (let batch = await cursor.read(2000); batch.length > 0; batch = await cursor.read(2000)) {
        sent += batch.length
        if (!response.write(batch.map((row) => `${row[0]}\n`).join('')))
          await new Promise((resume) => response.once('drain', resume))
      }
      response.end(`{"total_count":${sent}}\n`)
    } finally {
      await cursor.close()
      client.release()
    }
  })
}

const AUDIT =
  'insert into audit_events (id, at, actor_id, action, subject_type, subject_id, before, after, ip, user_agent, request_id, result)'
const UPDATE = 'update users u set is_deleted = $2, updated_at = now(), version = u.version + 1'

async function fastifyServer(token) {
  const app = Fastify()
  app.get('/token', async () => token)
  app.get('/page', async (request) => {
    await caller(request)
    const { rows } = await pool.query({ name: 'page', text: PAGE, values: [Number(request.query.offset)] })
    return { success: true, data: rows }
  })

  const update = (request, actor) => {
    const { is_deleted } = request.body
    const version = Number(request.headers['if-match'].replaceAll('"', ''))
    return {
      change: [request.params.id, is_deleted, version],
      audit: [
        randomUUID(),
        actor,
        is_deleted ? 'disable' : 'enable',
        'Users',
        request.params.id,
        JSON.stringify({ is_deleted: !is_deleted }),
        JSON.stringify({ is_deleted }),
        request.ip,
        request.headers['user-agent'] ?? null,
        request.id,
      ],
    }
  }
  app.patch('/row/:id', async (request, reply) => {
    const { change, audit } = update(request, (await caller(request)).sub)
    const client = await pool.connect()
    try {
      await client.query('begin')
      const { rows } = await client.query({
        name: 'update',
        values: change,
        text: `with changed as (${UPDATE} where id = $1 and version = $3 returning *) select ${COLUMNS} from changed u left join staff c on c.id = u.created_by`,
      })
      if (rows.length === 0) return await reply.code(409).send({ success: false })
      await client.query({
        name: 'audit',
        values: audit,
        text: `${AUDIT} values ($1, now(), $2, $3, $4, $5, $6, $7, $8, $9, $10, 'OK')`,
      })
      await client.query('commit')
      return { success: true, data: rows[0] }
    } catch (error) {
      await client.query('rollback')
      throw error
    } finally {
      client.release()
    }
  })
  app.patch('/row-at-once/:id', async (request, reply) => {
    const { change, audit } = update(request, (await caller(request)).sub)
    const { rows } = await pool.query({
      name: 'at once',
      values: [...change, ...audit],
      text: `with changed as (${UPDATE} where id = $1 and version = $3 returning *),
        audit as (${AUDIT} select $4, now(), $5, $6, $7, $8, $9, $10, $11, $12, $13, 'OK' from changed)
        select ${COLUMNS} from changed u left join staff c on c.id = u.created_by`,
    })
    if (rows.length === 0) return await reply.code(409).send({ success: false })
    return { success: true, data: rows[0] }
  })
  await app.ready()
  return app.server
}

const token = await createSession()
const server = process.argv[2] === 'cursor' ? await cursorServer(token) : await fastifyServer(token)
server.listen(Number(process.env.PORT), '127.0.0.1', () => console.log('ready'))
