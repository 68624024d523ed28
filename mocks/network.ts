/** The network of a story, as Storybook's toolbar chooses it: every call waits, fails, or never arrives. */
import { delay, http, type HttpHandler } from 'msw'
import { authOperations } from '@contract/http/auth'
import { profileOperations } from '@contract/http/profile'
import { failureResponse } from './refusal'

/** `recorded`: as the story has it. */
export const NETWORKS = ['recorded', 'slow', 'error', 'offline'] as const
export type Network = (typeof NETWORKS)[number]

/** How long a call takes on the slow network, milliseconds. */
export const SLOW_NETWORK_MS = 2000

/** Whose session it is and what they may do is known even then: without it only the start of the console could be seen. */
const KNOWN = [authOperations, profileOperations]
  .flatMap((operations) => Object.values(operations))
  .filter(({ id }) => id === 'auth.session' || id === 'profile.access')
  .map(({ path }) => path as string)
const isKnown = (request: Request) =>
  request.method === 'GET' && KNOWN.some((path) => new URL(request.url).pathname.endsWith(path))

/** Handlers that stand before all others; what they let through goes on to the story's own. */
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
