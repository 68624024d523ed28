/** Requests by axios: whatever writes. Loaded with the first write, or once the console is idle. */
import axios from 'axios'
import { ok } from '@contract/errors'
import { ANSWER_TIMEOUT_MS, noAnswer, type WriteTransport } from './transport'

/** @param baseUrl host of the API without a trailing slash; empty for the console's own */
export function createAxiosTransport(baseUrl: string): WriteTransport {
  const instance = axios.create({
    baseURL: baseUrl,
    adapter: 'fetch',
    responseType: 'text',
    timeout: ANSWER_TIMEOUT_MS,
    transformResponse: (body: unknown) => body,
    // Every status counts as an answer, so that one place reads all (answers.ts).
    validateStatus: () => true,
    // Without this axios names itself in User-Agent, which a cross-origin preflight would have to allow (Firefox).
    headers: { 'User-Agent': false },
  })
  return {
    async text(request) {
      const { method, path, query, headers, signal, withCookie, timeoutMs, keepalive, body, onProgress } = request
      try {
        const {
          status,
          headers: received,
          data,
        } = await instance.request<string>({
          method,
          url: path,
          params: query,
          data: body,
          // Without a body axios would still call it a form's, which the server refuses.
          headers: { ...(body === undefined && { 'Content-Type': false }), ...headers },
          signal,
          withCredentials: withCookie,
          ...(timeoutMs !== undefined && { timeout: timeoutMs }),
          ...(keepalive && { fetchOptions: { keepalive } }),
          // `fetch` tells how much was sent only over HTTP/2; XMLHttpRequest, where there is one, always.
          ...(onProgress && {
            adapter: ['xhr', 'fetch'],
            ...(typeof XMLHttpRequest !== 'undefined' && {
              onUploadProgress: ({ progress }) => onProgress(progress ?? 0),
            }),
          }),
        })
        return ok({ method, status, headers: received, data })
      } catch (error) {
        if (!signal?.aborted && !axios.isAxiosError(error)) throw error
        return noAnswer(request)
      }
    },
  }
}
