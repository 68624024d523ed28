/** The transport of writes, with axios. Loaded with the first write, or once the console is idle. */
import axios from 'axios'
import { ok } from '@contract/errors'
import { ANSWER_TIMEOUT_MS, noAnswer, type WriteTransport } from './transport'

/** @param baseUrl host of the API without a trailing slash; empty if it is the console's own host */
export function createAxiosTransport(baseUrl: string): WriteTransport {
  const instance = axios.create({
    baseURL: baseUrl,
    adapter: 'fetch',
    responseType: 'text',
    timeout: ANSWER_TIMEOUT_MS,
    transformResponse: (body: unknown) => body,
    // Every status counts as a response, because one module interprets all of them (answers.ts).
    validateStatus: () => true,
    // Without this axios sets User-Agent, which a cross-origin preflight would have to allow (Firefox).
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
          // Without a body axios would still set the content type of a form, which the server refuses.
          headers: { ...(body === undefined && { 'Content-Type': false }), ...headers },
          signal,
          withCredentials: withCookie,
          ...(timeoutMs !== undefined && { timeout: timeoutMs }),
          ...(keepalive && { fetchOptions: { keepalive } }),
          // `fetch` reports upload progress only over HTTP/2; XMLHttpRequest, if available, always does.
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
