/** Signatures of calls and events: Standard Webhooks, HMAC-SHA256 over id, time and body. */
import { randomUUID } from 'node:crypto'
import { Webhook, WebhookVerificationError } from 'standardwebhooks'

/** A secret as Standard Webhooks writes it: `whsec_` and at least 24 bytes in base64. */
const SECRET = /^whsec_[A-Za-z0-9+/]{32,}={0,2}$/
/** @throws where it is not one */
export function requireSecret(secret: string): string {
  if (!SECRET.test(secret)) throw new Error('A secret of a rail is "whsec_" and at least 24 bytes in base64')
  return secret
}

export type SignedHeaders = Record<'webhook-id' | 'webhook-timestamp' | 'webhook-signature', string>

/** @param id unique for what is said: a repetition has the same @param at milliseconds since 1970 */
export function signed(
  secret: string,
  body: string,
  { id = randomUUID(), at = Date.now() }: { id?: string; at?: number } = {},
): SignedHeaders {
  const when = new Date(at)
  return {
    'webhook-id': id,
    'webhook-timestamp': String(Math.floor(at / 1000)),
    'webhook-signature': new Webhook(secret).sign(id, when, body),
  }
}

type Headers = Readonly<Record<string, string | string[] | undefined>>
/**
 * @param secrets those that are valid now: two while they are changed
 * @param body as it came, before it is parsed
 * @returns the id of what was signed; null where no secret fits, or the time is more than five minutes away
 */
export function signedIdOf(secrets: readonly string[], body: string, headers: Headers): string | null {
  const one = (name: string) => (typeof headers[name] === 'string' ? headers[name] : '')
  const [id, time, signature] = [one('webhook-id'), one('webhook-timestamp'), one('webhook-signature')]
  for (const secret of secrets)
    try {
      new Webhook(secret).verify(
        body,
        { 'webhook-id': id, 'webhook-timestamp': time, 'webhook-signature': signature },
        { jsonParse: false },
      )
      return id
    } catch (error) {
      if (!(error instanceof WebhookVerificationError)) throw error
    }
  return null
}
