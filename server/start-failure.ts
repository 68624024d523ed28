/** The line that explains why a start or a command failed. */
import { DatabaseUnavailable } from './platform/ports/db'
import { SettingsError } from '@server/node/settings-error'

const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : ''

/** Refused connections are reported together, one error for each address that was tried. */
const firstOf = (error: unknown): unknown => (error instanceof AggregateError ? (error.errors[0] as unknown) : error)

/**
 * @param thrown the error that ended the start
 * @param address on which the server was about to listen, if any
 * @returns a sentence for the operator, without secrets of the connection string
 */
export function startFailureText(thrown: unknown, address?: { host: string; port: number }): string {
  const error = firstOf(thrown instanceof DatabaseUnavailable ? thrown.cause : thrown)
  if (error instanceof SettingsError) return error.message
  const code = codeOf(error)
  const message = error instanceof Error ? error.message.split('\n')[0]! : String(error)
  if (code === 'EADDRINUSE' && address)
    return `Port ${address.port} on ${address.host} is in use. Stop what uses it, or set PORT.`
  if (code === 'EACCES' && address)
    return `Port ${address.port} on ${address.host} may not be used by this user. Set PORT to one above 1023.`
  if (code === 'EADDRNOTAVAIL' && address) return `HOST ${address.host} is not an address of this machine.`
  if (['ECONNREFUSED', 'ENOTFOUND', 'ETIMEDOUT', 'EHOSTUNREACH', 'ECONNRESET', 'EAI_AGAIN'].includes(code))
    return `DATABASE_URL: the database cannot be reached (${code}). Check the address, and that PostgreSQL runs.`
  if (/^(?:28|3D|42501)/.test(code)) return `DATABASE_URL: the database refused: ${message}.`
  if (/^[0-9A-Z]{5}$/.test(code)) return `The database cannot be used: ${message} (${code}).`
  return `The server cannot start: ${message}`
}
