/**
 * A slow line for the streams of lists: it asks the server as the console did, and passes the lines of its answer on when the
 * path says so. The lines are the server's own; an answer that breaks off is one whose later lines never come.
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

  /** @param route a list's call that is held; it goes to the server by way of this line */
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
    // It takes no second call; the one that runs may last as long as the path.
    server!.close()
    return answered
  }
  /** The next lines go out. */
  pass(count: number): void {
    this.response.write(this.lines.splice(0, count).join(''))
  }
  /** All lines that are left go out, the last one too. */
  finish(): void {
    this.response.end(this.lines.splice(0).join(''))
  }
  /** The answer ends before its last line. */
  breakOff(): void {
    this.response.end()
  }
}
