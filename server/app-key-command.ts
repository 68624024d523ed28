/** The commands of `npm run app-key`, without opening the database. */
import { parseArgs } from 'node:util'
import type { Db } from '@server/platform/ports/db'
import { SettingsError } from '@server/node/settings-error'
import { createAppKeys } from './platform/modules/apps/keys'
import { nodeHash } from './node/crypto'

export const USAGE = `npm run app-key -- create --store CODE   makes a key for the apps of a store, and shows it once
npm run app-key -- list                  shows all keys: the first letters, store, last use
npm run app-key -- revoke ID             refuses a key from now on`

function parsed(args: readonly string[]) {
  try {
    return parseArgs({ args: [...args], options: { store: { type: 'string' } }, allowPositionals: true })
  } catch {
    throw new SettingsError(USAGE)
  }
}

const ID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/**
 * Parses the arguments before a database is opened.
 * @returns runs the command on the database and returns the text to print. @throws SettingsError where the arguments are not a command, or no such key is in use
 */
export function readAppKeyCommand(args: readonly string[]): (db: Db) => Promise<string> {
  const { values, positionals } = parsed(args)
  const [command, id, ...rest] = positionals
  const keysOf = (db: Db) => createAppKeys(db, { now: () => Date.now() }, nodeHash)
  if (command === 'create' && id === undefined && values.store) {
    const { store } = values
    return async (db) => {
      const made = await keysOf(db).create(store)
      return `${made.key}\nThe key ${made.id} of the store ${store}. Keep it now: it cannot be shown again.`
    }
  }
  if (command === 'list' && id === undefined)
    return async (db) => {
      const keys = await keysOf(db).list()
      const lines = keys.map(
        (key) =>
          `${key.id}  ${key.hint}…  ${key.store_code}  created ${key.created_at}  ${key.revoked_at ? `revoked ${key.revoked_at}` : key.last_used_at ? `last used ${key.last_used_at}` : 'never used'}`,
      )
      return lines.join('\n') || 'There are no keys.'
    }
  if (command === 'revoke' && id !== undefined && ID.test(id) && rest.length === 0)
    return async (db) => {
      const store = await keysOf(db).revoke(id)
      if (store === null) throw new SettingsError(`No key ${id} is in use.`)
      return `The key ${id} of the store ${store} is refused from now on.`
    }
  throw new SettingsError(USAGE)
}
