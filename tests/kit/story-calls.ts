/**
 * Which story made a call. On a busy machine a call can arrive after its story, and that story's scene, have ended: then it is no fault of
 * the next one.
 */

/** Header of every call, with the number of the story that made it. */
const MADE_BY = 'x-story'
let story = 0

/** From now on, calls are those of another story. */
export const beginCalls = (): void => {
  story += 1
}
/** Whether the current story made a call. */
export const isOwnCall = ({ headers }: Request): boolean => (headers.get(MADE_BY) ?? String(story)) === String(story)

/** Marks the calls of this page, once. */
export function markCalls(): void {
  const send = window.fetch.bind(window)
  window.fetch = (input, init) => {
    const headers = new Headers(init?.headers ?? (input instanceof Request ? input.headers : undefined))
    headers.set(MADE_BY, String(story))
    return send(input, { ...init, headers })
  }
  window.XMLHttpRequest = class extends XMLHttpRequest {
    override send(body?: Document | XMLHttpRequestBodyInit | null): void {
      this.setRequestHeader(MADE_BY, String(story))
      super.send(body)
    }
  }
}
