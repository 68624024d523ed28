/** The network of a story, as set in Storybook's toolbar: every call waits, fails, or never arrives. */
import { delay, http, type HttpHandler } from 'msw'
import { authOperations } from '@contract/http/auth'
import { profileOperations } from '@contract/http/profile'
import { failureResponse } from './failures'

/** `recorded`: as the story defines it. */
export const NETWORKS = ['recorded', 'slow', 'error', 'offline'] as const
export type Network = (typeof NETWORKS)[number]

/** Duration of a call on the slow network, in milliseconds. */
export const SLOW_NETWORK_MS = 2000

/**
 * Calls about session and permissions succeed in every network: otherwise only the start of the console could be seen.
 */
const KNOWN = [authOperations, profileOperations]
  .flatMap((operations) => Object.values(operations))
  .filter(({ id }) => id === 'auth.session' || id === 'profile.access')
  .map(({ path }) => path as string)
const isKnown = (request: Request) =>
  request.method === 'GET' && KNOWN.some((path) => new URL(request.url).pathname.endsWith(path))

/** Handlers that precede all others; requests that they do not handle continue to the story's own handlers. */
export function networkHandlers(network: Network): HttpHandler[] {
  if (network === 'recorded') return []
  return [
    http.all('*/api/*', async ({ request }) => {
      if (network === 'slow') {
        await delay(SLOW_NETWORK_MS)
        return undefined
      }
      if (isKnown(request)) return undefined
      return network === 'error' ? failureResponse(500) : Response.error()
    }),
  ]
}
