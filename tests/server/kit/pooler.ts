/** A connection pooler in front of PostgreSQL, as PgBouncer treats the options of a connection. */
import { connect, createServer, type AddressInfo, type Socket } from 'node:net'

/** Length and protocol version at the beginning of a startup message, in bytes. */
const HEAD = 8

/** @param message of the protocol, the first that a client sends @returns the same without its `options` */
function withoutOptions(message: Buffer): Buffer {
  const words = message
    .subarray(HEAD, message.length - 2)
    .toString()
    .split('\0')
  const kept: string[] = []
  for (let at = 0; at + 1 < words.length; at += 2) if (words[at] !== 'options') kept.push(words[at]!, words[at + 1]!)
  const body = Buffer.from(`${kept.map((word) => `${word}\0`).join('')}\0`)
  const head = Buffer.from(message.subarray(0, HEAD))
  head.writeInt32BE(HEAD + body.length)
  return Buffer.concat([head, body])
}

/** An error response of the protocol. */
function refusal(text: string): Buffer {
  const fields = Buffer.from(`SFATAL\0C08P01\0M${text}\0\0`)
  const head = Buffer.alloc(5, 'E')
  head.writeInt32BE(4 + fields.length, 1)
  return Buffer.concat([head, fields])
}

/**
 * @param to the connection string of a PostgreSQL
 * @param options whether the pooler removes them, or refuses connections that have some (PgBouncer: ignore_startup_parameters)
 * @returns the connection string of the pooler
 */
export async function startPooler(to: string, options: 'removed' | 'refused'): Promise<{ url: string; close(): void }> {
  const target = new URL(to)
  const sockets = new Set<Socket>()
  const server = createServer((near) => {
    const far = connect(Number(target.port), target.hostname)
    near.once('data', (startup) => {
      if (options === 'refused') near.end(refusal('unsupported startup parameter: options'))
      else far.write(withoutOptions(startup))
      near.on('data', (bytes) => far.write(bytes))
    })
    far.on('data', (bytes) => near.write(bytes))
    for (const each of [near, far]) {
      sockets.add(each)
      each.on('error', () => undefined).on('close', () => [near, far].forEach((socket) => socket.destroy()))
    }
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: Object.assign(new URL(target), { port: String((server.address() as AddressInfo).port) }).href,
    close() {
      server.close()
      for (const socket of sockets) socket.destroy()
    },
  }
}
