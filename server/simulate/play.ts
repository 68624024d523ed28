/** One event of a simulation. @returns what happened, for people to read. @throws where the server refuses it, NothingLeft */
export type Play = () => Promise<string>

/** Statuses of a response that asks to wait. */
const TOO_MANY = 429

/** Nothing of this kind can happen any more; the message says why. */
export class NothingLeft extends Error {}

/** The server cannot be reached, or has stopped to respond. */
export class ServerGone extends Error {}

/**
 * Sends a request, and once more where the server asks to wait (429 with Retry-After).
 * @throws ServerGone where there is no response
 */
export async function request(url: string, init: RequestInit): Promise<Response> {
  const send = () =>
    fetch(url, init).catch((error: unknown) => {
      throw new ServerGone(`${new URL(url).origin} cannot be reached`, { cause: error })
    })
  const response = await send()
  if (response.status !== TOO_MANY) return response
  const seconds = Number(response.headers.get('retry-after') ?? 1)
  await new Promise((resolve) => setTimeout(resolve, seconds * 1000))
  return send()
}
