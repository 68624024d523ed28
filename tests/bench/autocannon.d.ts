/** What the bench uses of autocannon, which ships no types. */
declare module 'autocannon' {
  interface Request {
    method?: string
    path?: string
    headers?: Record<string, string>
    body?: string
    /** Called before each request is sent. @returns the request that is sent */
    setupRequest?(request: Request): Request
  }
  interface Options extends Omit<Request, 'setupRequest'> {
    url: string
    connections: number
    /** Seconds */
    duration: number
    /** Seconds until a request counts as failed */
    timeout?: number
    requests?: Request[]
  }
  interface Result {
    /** Requests that were answered, a second */
    requests: { average: number; total: number }
    /** Milliseconds */
    latency: { p50: number; p99: number }
    errors: number
    non2xx: number
    /** Seconds */
    duration: number
  }
  export default function autocannon(options: Options): Promise<Result>
}
