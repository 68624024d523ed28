/**
 * A slow connection for the streams of lists: forwards the console's request to the server, and passes the lines of the
 * response on when the path allows it. The lines are the server's own; in a response that breaks off the remaining
 * lines are never passed on.
 */
import { createServer, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Route } from 'playwright'

export class RowsInParts {
  private readonly lines: string[]
  private readonly response: ServerResponse

  private constructor(lines: string[], response: ServerResponse) {
    this.lines = lines
    this.response = response
  }

  /** @param route a held call of a list, which is redirected through this connection */
  static async of(route: Route): Promise<RowsInParts> {
    const asked = new URL(route.request().url())
    let server: Server
    const parts = new Promise<RowsInParts>((resolve, reject) => {
      server = createServer((request, response) => {
        const { accept, authorization } = request.headers
        fetch(new URL(request.url!, asked.origin), {
          headers: { accept: accept!, authorization: authorization! },
        }).then(async (answer) => {
          response.writeHead(answer.status, { 'content-type': answer.headers.get('content-type')! }).flushHeaders()
          resolve(new RowsInParts((await answer.text()).match(/.*\n/g) ?? [], response))
        }, reject)
      })
    })
    await new Promise<void>((resolve) => server!.listen(0, '127.0.0.1', resolve))
    const { port } = server!.address() as AddressInfo
    await route.continue({ url: `http://127.0.0.1:${port}${asked.pathname}${asked.search}` })
    const answered = await parts
    // It accepts no second call; the current one may last as long as the path.
    server!.close()
    return answered
  }
  /** Passes the next lines on. */
  pass(count: number): void {
    this.response.write(this.lines.splice(0, count).join(''))
  }
  /** Passes all remaining lines on, including the last one. */
  finish(): void {
    this.response.end(this.lines.splice(0).join(''))
  }
  /** Ends the response before its last line. */
  breakOff(): void {
    this.response.end()
  }
}
