/**
 * A reverse proxy in front of a server, as operators have one: it does not forward the name of its host, refuses large bodies, and
 * answers with pages of its own while the server does not respond. These are the defaults of nginx.
 */
import { createServer, request as requestTo, type IncomingMessage } from 'node:http'
import { connect, type AddressInfo, type Socket } from 'node:net'

/** The largest body that is passed on, in bytes (nginx: client_max_body_size). */
export const PROXY_BODY_BYTES = 1024 * 1024

const pageOf = (title: string) =>
  `<html>\r\n<head><title>${title}</title></head>\r\n<body>${title}</body>\r\n</html>\r\n`

/** @returns the headers of a request for the server behind the proxy */
const headersFor = (request: IncomingMessage, host: string) => ({
  ...request.headers,
  host,
  'x-forwarded-for': request.socket.remoteAddress,
})

export interface ReverseProxy {
  /** The address for browsers. */
  origin: string
  close(): Promise<void>
}

/** @param target the server's address @returns the proxy, on a free port of this machine */
export async function startReverseProxy(target: string): Promise<ReverseProxy> {
  const { hostname, port, host } = new URL(target)
  const sockets = new Set<Socket>()
  const proxy = createServer((request, response) => {
    const answerPage = (status: number, title: string) =>
      response.writeHead(status, { 'content-type': 'text/html' }).end(pageOf(`${status} ${title}`))
    if (Number(request.headers['content-length'] ?? 0) > PROXY_BODY_BYTES) {
      // The rest of the body is read, so that the browser reads the response.
      request.resume().once('end', () => answerPage(413, 'Request Entity Too Large'))
      return
    }
    const onward = requestTo(
      { hostname, port, method: request.method, path: request.url, headers: headersFor(request, host) },
      (reply) => reply.pipe(response.writeHead(reply.statusCode ?? 502, reply.headers)),
    )
    onward.on('error', () => (response.headersSent ? response.destroy() : answerPage(502, 'Bad Gateway')))
    response.on('close', () => onward.destroy())
    request.pipe(onward)
  })
  proxy.on('connection', (socket) => {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
  })
  proxy.on('upgrade', (request, browser: Socket, head: Buffer) => {
    const server = connect(Number(port), hostname, () => {
      const headers = Object.entries(headersFor(request, host)).map(([name, value]) => `${name}: ${String(value)}`)
      server.write([`GET ${request.url ?? '/'} HTTP/1.1`, ...headers, '', ''].join('\r\n'))
      server.write(head)
      server.pipe(browser).pipe(server)
    })
    server.on('error', () => browser.end(`HTTP/1.1 502 Bad Gateway\r\ncontent-length: 0\r\n\r\n`))
    browser.on('error', () => server.destroy()).on('close', () => server.destroy())
  })
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve))
  return {
    origin: `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`,
    close: () =>
      new Promise((resolve) => {
        proxy.close(() => resolve())
        for (const socket of sockets) socket.destroy()
      }),
  }
}
