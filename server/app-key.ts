/**
 * `npm run app-key -- create --store CODE | list | revoke ID`: manages the keys with which the users' apps read the public data
 * of a store. A new key is shown once.
 */
import { lockDataDir } from './db/data-dir'
import { openDatabase } from './db/open'
import { readAppKeyCommand } from './modules/apps/command'
import { StoreUnknown } from './modules/apps/keys'
import { readDatabase } from './settings'
import { startFailureText } from './start-failure'

async function main() {
  const run = readAppKeyCommand(process.argv.slice(2))
  const where = readDatabase(process.env)
  const release = where.kind === 'embedded' ? lockDataDir(where.dataDir) : () => undefined
  try {
    const db = await openDatabase(where.kind === 'embedded' ? { kind: 'folder', dataDir: where.dataDir } : where, {
      demo: null,
    })
    try {
      console.log(await run(db))
    } finally {
      await db.close()
    }
  } finally {
    release()
  }
}

main().catch((error: unknown) => {
  if (error instanceof StoreUnknown) console.error(error.message)
  else console.error(startFailureText(error))
  process.exit(1)
})
