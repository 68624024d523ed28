/**
 * `npm run app-key -- create --store CODE | list | revoke ID`: manages the keys with which the users' apps read the public data
 * of a store. A new key is shown once.
 */
import { withConfiguredDatabase } from './configured'
import { readAppKeyCommand } from './app-key-command'
import { StoreUnknown } from './platform/modules/apps/keys'
import { startFailureText } from './start-failure'

async function main() {
  const run = readAppKeyCommand(process.argv.slice(2))
  console.log(await withConfiguredDatabase(run))
}

main().catch((error: unknown) => {
  if (error instanceof StoreUnknown) console.error(error.message)
  else console.error(startFailureText(error))
  process.exit(1)
})
