/** A real HTTP server on loopback for the tests of the services. */
import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface Loopback {
  url: string
  /** Sets the response to the following requests. */
  answer(listener: (request: IncomingMessage & { body: string }, response: ServerResponse) => void): void
  /** Received requests, oldest first. */
  seen: { method: string; url: string; headers: IncomingMessage['headers']; body: string }[]
  close(): Promise<void>
}

/** Starts the server on a free port. */
export async function startLoopback(): Promise<Loopback> {
  let listener: Parameters<Loopback['answer']>[0] = (_, response) => response.writeHead(501).end()
  const seen: Loopback['seen'] = []
  const read: RequestListener = (request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const body = Buffer.concat(chunks).toString()
      seen.push({ method: request.method!, url: request.url!, headers: request.headers, body })
      listener(Object.assign(request, { body }), response)
    })
  }
  const server = createServer(read)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    answer: (instead) => void (listener = instead),
    seen,
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections()
        server.close(() => resolve())
      }),
  }
}

/** Responds with JSON. */
export const json = (
  response: ServerResponse,
  status: number,
  body: unknown,
  headers: Record<string, string> = {},
): void => void response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body))
