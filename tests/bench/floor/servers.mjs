// The floors of the server part, each a bare process over the same database and the same rows as ours:
//   node servers.mjs cursor   the whole list through a cursor, lines of JSON text from PostgreSQL passed on
//   node servers.mjs fastify  25 rows a page; one-row update with token check, audit row and commit
import http from 'node:http'
import { randomUUID } from 'node:crypto'
import Fastify from 'fastify'
import { jwtVerify, SignJWT } from 'jose'
import pg from 'pg'
import Cursor from 'pg-cursor'

const port = Number(process.env.PORT)
const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL, max: 10 })
pg.types.setTypeParser(1184, (value) => value)
const COLUMNS = 'u.id, u.version, u.first_name, u.last_name, u.email, u.username, u.role, u.is_deleted'

const cursorServer = () =>
  http.createServer(async (request, response) => {
    const client = await pool.connect()
    const cursor = client.query(new Cursor(`select row_to_json(t)::text as line from (select ${COLUMNS} from users u order by id) t`, [], { rowMode: 'array' }))
    try {
      response.writeHead(200, { 'content-type': 'application/x-ndjson' })
      for (let batch = await cursor.read(2000); batch.length > 0; batch = await cursor.read(2000)) {
        if (!response.write(batch.map((row) => `${row[0]}\n`).join(''))) await new Promise((resume) => response.once('drain', resume))
      }
      response.end()
    } finally {
      await cursor.close()
      client.release()
    }
  })

async function fastifyServer() {
  const secret = new TextEncoder().encode('a bench secret of thirty-two bytes')
  const app = Fastify()
  const checked = async (request) => {
    const { payload } = await jwtVerify(request.headers.authorization.slice(7), secret)
    const { rowCount } = await pool.query({ name: 'session', text: 'select 1 from bench_sessions where id = $1', values: [payload.sid] })
    if (rowCount === 0) throw new Error('no session')
    return payload
  }
  await pool.query('create table if not exists bench_sessions (id uuid primary key)')
  await pool.query('create table if not exists bench_audit (id uuid primary key, at timestamptz not null default now(), actor uuid, subject_id uuid, before jsonb, after jsonb)')
  const sid = randomUUID()
  await pool.query('insert into bench_sessions values ($1)', [sid])
  app.get('/token', async () => ({ token: await new SignJWT({ sid }).setProtectedHeader({ alg: 'HS256' }).setExpirationTime('1h').sign(secret) }))
  app.get('/page', async (request) => {
    await checked(request)
    const { rows } = await pool.query({ name: 'page', text: `select ${COLUMNS} from users u order by id limit 25 offset $1`, values: [Number(request.query.offset ?? 0)] })
    return { data: rows }
  })
  app.patch('/row/:id', async (request) => {
    const { sid: actor } = await checked(request)
    const client = await pool.connect()
    try {
      await client.query('begin')
      const { rows } = await client.query({
        name: 'update',
        text: `update users u set is_deleted = $2, version = version + 1 where id = $1 and version = $3 returning ${COLUMNS}`,
        values: [request.params.id, request.body.is_deleted, Number(request.headers['if-match'].replaceAll('"', ''))],
      })
      await client.query({
        name: 'audit', text: 'insert into bench_audit (id, actor, subject_id, before, after) values ($1, $2, $3, $4, $5)',
        values: [randomUUID(), actor, request.params.id, { is_deleted: !request.body.is_deleted }, { is_deleted: request.body.is_deleted }],
      })
      await client.query('commit')
      return { data: rows[0] }
    } catch (error) {
      await client.query('rollback')
      throw error
    } finally {
      client.release()
    }
  })
  await app.ready()
  return app.server
}

const server = process.argv[2] === 'cursor' ? cursorServer() : await fastifyServer()
server.listen(port, '127.0.0.1', () => console.log('ready'))
